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

async function readFromServer(base: string, name: string, { offset, length }: PortionRange): Promise<Uint8Array> {
  const url = new URL(encodeURI(name.replace(/^\/+/, '')), base.endsWith('/') ? base : `${base}/`)
  try {
    const response = await fetch(url, {
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
      redirect: 'error',
    })
    if (response.status === 206) return new Uint8Array(await response.arrayBuffer())
    await response.body?.cancel()
    throw createRangeError(`the server of the sources answers ${response.status} to a request for a range of ${name}`)
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    throw createRangeError(`cannot read ${name} from the server of the sources`, cause)
  }
}

/** A portion whose source is not here, or is another one here. */
const createRangeError = (problem: string, cause?: unknown): HarnessError =>
  new HarnessError('ERR_INPUT', problem, {
    cause,
    hint: 'say where the sources are with --sources FOLDER or URL, or audit without --shared',
  })
