import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { HarnessError } from '../../../model/errors.ts'
import { writeJson } from '../../../reporters/text/sanitize.ts'
import { writeDurably } from '../../files/durable.ts'
import { deliverWork } from '../../queue/deliver-work.ts'
import type { Queue } from '../../queue/queue.ts'
import type { WorkOnPortions } from '../audit.ts'
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

const runFile = 'run.json'

/** Gives portions to workers on other machines, and hands their results on in the order of the portions. */
export const createRemoteWork =
  (setting: RemoteSetting): WorkOnPortions =>
  async ({ input, portions, onResult, signal }) => {
    const { queue, folder, onQuiet } = setting
    await forgetEarlier(setting)
    await deliverWork<AuditPortion, PortionResult>({
      ...{ queue, portions, onResult, signal, onQuiet },
      input: { kind: 'audit', ...input },
      write: (portion) => makeMessage(portion, setting),
      keep: withoutOctets,
      read: readResult,
      onName: (run) => writeDurably(folder, runFile, writeJson({ run }), { mode: 0o600 }),
    })
  }

function readResult(frame: Uint8Array): PortionResult {
  const { result, problem } = decodeResult(frame)
  if (result) return result
  const hint = 'look at what the workers wrote, and go on with --resume'
  throw new HarnessError('ERR_QUEUE', `a portion could not be judged: ${problem}`, { hint })
}

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
