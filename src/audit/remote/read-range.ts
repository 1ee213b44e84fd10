import { open } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { crc32 } from 'node:zlib'
import { HarnessError } from '../../../model/errors.ts'
import type { PortionRange, RemotePortion } from './frames.ts'

/** Reads the octets of a portion, if it came without them. */
export type RangeReader = (portion: RemotePortion) => Promise<RemotePortion>

/** Creates a reader of sources below a folder, or below a URL whose server answers requests for ranges. */
export function createRangeReader(base: string): RangeReader {
  const read = /^https?:\/\//i.test(base) ? readFromServer : readFromFolder
  return async (portion) => {
    const { range, name } = portion
    if (!range) return portion
    const octets = await read(base, name, range)
    if (octets.length !== range.length || crc32(octets) !== range.checksum)
      throw createRangeError(`${name} is another file here than where the audit was started`)
    return { ...portion, octets }
  }
}

async function readFromFolder(folder: string, name: string, { offset, length }: PortionRange): Promise<Uint8Array> {
  const path = join(folder, name)
  if (normalize(name).startsWith('..')) throw createRangeError(`${name} is not below ${folder}`)
  try {
    await using file = await open(path)
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
    return new Uint8Array(buffer.subarray(0, bytesRead))
  } catch (cause) {
    throw createRangeError(`cannot read ${name} here`, cause)
  }
}

/** Milliseconds for one range. */
const patience = 60_000

/** The address of a source below a URL. A name is a path: whatever it looks like, it leads to no other server and to nothing above. */
export function locateSource(base: string, name: string): string {
  const steps = name.split('/').filter((step) => step !== '')
  if (steps.some((step) => step === '.' || step === '..')) throw createRangeError(`${name} is not below ${base}`)
  return `${base.replace(/\/+$/, '')}/${steps.map((step) => encodeURIComponent(step.toWellFormed())).join('/')}`
}

async function readFromServer(base: string, name: string, { offset, length }: PortionRange): Promise<Uint8Array> {
  const url = locateSource(base, name)
  try {
    const response = await fetch(url, {
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    if (response.status === 206 && response.body) return await readAsMany(response.body, length)
    await response.body?.cancel()
    throw createRangeError(`the server of the sources answers ${response.status} to a request for a range of ${name}`)
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    throw createRangeError(`cannot read ${name} from the server of the sources`, cause)
  }
}

/** The octets of a body, and no more than were asked for. */
async function readAsMany(body: AsyncIterable<Uint8Array>, length: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    parts.push(part)
    size += part.length
    if (size > length) break
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** A portion whose source is not here, or is another one here. */
const createRangeError = (problem: string, cause?: unknown): HarnessError =>
  new HarnessError('ERR_INPUT', problem, {
    cause,
    hint: 'pass the location of the sources with --sources FOLDER or URL, or audit without --shared',
  })
