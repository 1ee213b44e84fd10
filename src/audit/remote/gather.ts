import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { HarnessError } from '../../../model/errors.ts'
import { writeDurably } from '../../files/durable.ts'
import type { Queue } from '../../queue/queue.ts'
import { createKeyAgreement, openSealed, sealOctets } from '../../queue/seal.ts'
import { readPreciseClock } from '../../runtime/clock.ts'
import { drawOctets, drawToken } from '../../runtime/random.ts'
import type { AuditInput, PortionWork, WorkOnPortions } from '../audit.ts'
import type { PortionResult } from '../judge-portion.ts'
import type { AuditPortion } from '../sources/audit-plan.ts'
import type { AuditSource } from '../sources/list-sources.ts'
import { decodeResult, encodePortion, type RemotePortion } from './frames.ts'

/** How the portions of an audit are given to workers on other machines. */
export interface RemoteSetting {
  readonly queue: Queue
  /** Where it is kept which run was left behind, should this process be killed. */
  readonly folder: string
  readonly sources: readonly AuditSource[]
  /** Whether workers read the files themselves. */
  readonly isShared: boolean
  /** Called when no worker has answered for a while. */
  readonly onQuiet: () => void
}

/** Portions that are on their way: their results may come in any order, and are kept until their turn. */
const mostAhead = 512

/** Milliseconds without a result, after which a worker may be missing. */
const quietAfter = 30_000

const runFile = 'run.json'

/** Gives portions to workers on other machines, and hands their results on in the order of the portions. */
export const createRemoteWork =
  (setting: RemoteSetting): WorkOnPortions =>
  async ({ input, portions, onResult, signal }) => {
    const { queue } = setting
    const [run, key] = [drawToken(), drawOctets(32)]
    await forgetEarlier(setting)
    writeDurably(setting.folder, runFile, JSON.stringify({ run }), { mode: 0o600 })
    queue.answer(run, (request) => handKey(request, { run, key, input }))
    const ended = new AbortController()
    const stop = AbortSignal.any([signal, ended.signal])
    const desk = createDesk(onResult)
    const receiving = receive(setting, { run, key, desk, stop }).finally(() => ended.abort())
    receiving.catch(() => {}) // awaited below
    try {
      for await (const portion of portions) {
        await Promise.race([desk.hasRoom(), receiving])
        if (stop.aborted) break
        const number = desk.give(withoutOctets(portion))
        const octets = seal(run, number, key, makeMessage(portion, setting))
        await queue.put('work', { run, number, octets }, stop)
      }
      await Promise.race([desk.isDone(), receiving])
    } finally {
      ended.abort()
      await receiving.finally(() => queue.forget(run))
    }
  }

const seal = (run: string, number: number, key: Uint8Array, octets: Uint8Array): Uint8Array =>
  sealOctets(key, `work ${run} ${number}`, octets)

/** Removes what an audit in this folder has left behind that was killed. */
async function forgetEarlier({ queue, folder }: RemoteSetting): Promise<void> {
  let text: string
  try {
    text = readFileSync(join(folder, runFile), 'utf8')
  } catch {
    return // there was none
  }
  const { run } = JSON.parse(text)
  if (typeof run === 'string') await queue.forget(run)
}

interface RunSecrets {
  readonly run: string
  readonly key: Uint8Array
  readonly input: AuditInput
}

/** Gives a worker the key of a run and what it judges by, sealed for this worker alone. */
function handKey(request: Uint8Array, { run, key, input }: RunSecrets): Uint8Array | undefined {
  const own = createKeyAgreement()
  const shared = own.agree(request)
  if (!shared) return undefined
  const text = JSON.stringify({ key: Buffer.from(key).toString('base64url'), input })
  const sealed = sealOctets(shared, `key ${run}`, Buffer.from(text))
  return Buffer.concat([Buffer.from([own.publicKey.length]), own.publicKey, sealed])
}

/** What is needed of a portion when its result comes. */
const withoutOctets = ({ octets: _, drawn: __, ...portion }: AuditPortion): AuditPortion => ({
  ...portion,
  octets: new Uint8Array(),
})

function makeMessage(portion: AuditPortion, { sources, isShared }: RemoteSetting): Buffer {
  const source = sources[portion.end.source]
  const { octets } = portion
  if (!isShared || octets.length === 0 || source?.packing !== 'none' || source.isStream) return encodePortion(portion)
  const { length } = octets
  const remote: RemotePortion = {
    ...portion,
    octets: new Uint8Array(),
    range: { offset: portion.end.offset - length, length, checksum: crc32(octets) },
  }
  return encodePortion(remote)
}

type Desk = ReturnType<typeof createDesk>

/** Keeps which portions are on their way, and delivers results in order. */
function createDesk(onResult: PortionWork['onResult']) {
  const given = new Map<number, AuditPortion>()
  const ready = new Map<number, PortionResult>()
  let [next, due] = [0, 0]
  let changed = Promise.withResolvers<void>()
  return {
    give: (portion: AuditPortion): number => {
      given.set(next, portion)
      return next++
    },
    take: (number: number, result: PortionResult): void => {
      if (!given.has(number)) return // it came before
      ready.set(number, result)
      for (let first = ready.get(due); first; first = ready.get(due)) {
        const portion = given.get(due) as AuditPortion // what was given is kept until its result is delivered
        ready.delete(due)
        given.delete(due++)
        onResult(first, portion)
      }
      changed.resolve()
      changed = Promise.withResolvers()
    },
    hasRoom: async (): Promise<void> => {
      while (given.size >= mostAhead) await changed.promise
    },
    isDone: async (): Promise<void> => {
      while (given.size > 0) await changed.promise
    },
    isWaiting: () => given.size > 0,
  }
}

interface Receiving {
  readonly run: string
  readonly key: Uint8Array
  readonly desk: Desk
  readonly stop: AbortSignal
}

/** Takes results until the end. What is settled is not delivered again, and what is delivered again changes nothing. */
async function receive({ queue, onQuiet }: RemoteSetting, { run, key, desk, stop }: Receiving): Promise<void> {
  let last = readPreciseClock()
  const watch = setInterval(() => {
    if (!desk.isWaiting() || readPreciseClock() - last < quietAfter) return
    last = readPreciseClock()
    onQuiet()
  }, 1_000)
  try {
    for await (const message of queue.take('result', mostAhead, stop, run)) {
      const sealed = await message.read()
      const frame = sealed && openSealed(key, `result ${run} ${message.number}`, sealed)
      if (frame) {
        const { result, problem } = decodeResult(frame)
        if (!result) throw new HarnessError('ERR_QUEUE', `a portion could not be judged: ${problem}`, { hint: retry })
        desk.take(message.number, result)
        last = readPreciseClock()
      }
      message.settle()
    }
  } finally {
    clearInterval(watch)
  }
}

const retry = 'look at what the workers wrote, and go on with --resume'
