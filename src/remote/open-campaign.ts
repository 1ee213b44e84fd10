import { HarnessError } from '../../model/errors.ts'
import { type CampaignJobs, createJobs } from '../../suites/divided.ts'
import { readQueueAccess } from '../audit/remote/queue-flags.ts'
import { deliverWork } from '../queue/deliver-work.ts'
import { openQueue } from '../queue/queue.ts'
import { tool } from '../runtime/tool.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { writeMessage } from '../terminal/messages.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { WorkerPool } from '../workers/pool.ts'
import { type CampaignInput, decodeJson, encodeJson, type JobOutcome } from './campaign.ts'

/** Starts pools whose jobs workers on other machines do. */
export interface Campaign {
  readonly startPool: <T>(jobs: CampaignJobs) => WorkerPool<T>
  readonly close: () => Promise<void>
}

/** Connects to the server of `--via`. */
export async function openCampaign(args: Arguments, terminal: Terminal, address: string): Promise<Campaign> {
  const queue = await openQueue(readQueueAccess(args, '--via', address))
  const onQuiet = (): void =>
    writeMessage(terminal, 'note', 'no worker has answered for a while; `assay worker` starts one')
  return {
    startPool: <T>(jobs: CampaignJobs): WorkerPool<T> => ({
      run: async (onResult, signal) => {
        const { length } = await createJobs(jobs)
        await deliverWork<number, T>({
          ...{ queue, signal, onQuiet, onResult },
          input: { ...jobs, version: tool.version, jobs: length } satisfies CampaignInput,
          portions: Array(length).keys(),
          ahead: length, // they are small, and some take long
          write: encodeJson,
          keep: (number) => number,
          read: readOutcome<T>,
        })
      },
      stop: async () => {},
    }),
    close: queue.close,
  }
}

/** A job is the same on every machine: what fails on one is not tried on another. */
function readOutcome<T>(frame: Uint8Array): T {
  const { result, problem } = decodeJson<JobOutcome>(frame)
  if (problem !== undefined) throw new HarnessError('ERR_QUEUE', `a job could not be done: ${problem}`)
  return result as T // what the same job returns on this machine
}
