import { join } from 'node:path'
import { isObject } from '../../protocol/encoding/json.ts'
import type { RunSummary } from '../../reporters/many-runs.ts'
import { readQueueAccess } from '../audit/remote/queue-flags.ts'
import { makeFolder, writeText } from '../files/write.ts'
import type { PlannedRun } from '../many-runs/plan-runs.ts'
import type { RunsPlay } from '../many-runs/play-runs.ts'
import { makePortable, type PortableEnd, type PortableRun, portableFiles } from '../many-runs/portable-run.ts'
import { summarizeRun } from '../many-runs/summarize-run.ts'
import { deliverWork } from '../queue/deliver-work.ts'
import { openQueue } from '../queue/queue.ts'
import { runFiles } from '../run-folder/run-files.ts'
import { tool } from '../runtime/tool.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { writeMessage } from '../terminal/messages.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { decodeJson, encodeJson, type JobOutcome } from './campaign.ts'

/** What a worker is handed of runs against targets: each is a portion of its own. */
export interface RunsInput {
  readonly kind: 'runs'
  readonly version: string
}

/** Has workers on other machines play runs, and writes their files to the folders of this one. */
export async function sendRuns(
  runs: readonly PlannedRun[],
  { address, flags, signal, onEnd }: RunsPlay & { readonly address: string },
  args: Arguments,
  terminal: Terminal,
): Promise<readonly RunSummary[]> {
  const portable = await Promise.all(runs.map((run) => makePortable(run, flags, process.env)))
  const queue = await openQueue(readQueueAccess(args, '--via', address))
  const summaries: RunSummary[] = []
  try {
    await deliverWork<number, JobOutcome>({
      ...{ queue, signal, ahead: runs.length, read: decodeJson, keep: (number) => number },
      input: { kind: 'runs', version: tool.version } satisfies RunsInput,
      portions: runs.keys(),
      write: (number) => encodeJson(portable[number]),
      onQuiet: () =>
        writeMessage(terminal, 'note', 'no worker has answered for a while; `assay worker --targets` starts one'),
      onResult: (outcome, number) => {
        const run = runs[number]
        if (!run) return
        const summary = summarizeRun(run, keepFiles(run, outcome))
        summaries.push(summary)
        onEnd(summary)
      },
    })
  } finally {
    await queue.close()
  }
  return summaries
}

/** Writes the files that a worker returned, which may be any program: only files of a report, and only texts. */
function keepFiles({ folder }: PlannedRun, { result, problem = 'a worker sent no result' }: JobOutcome) {
  if (!isObject(result) || !isObject(result.files))
    return { exitCode: 5, problem, began: Number.POSITIVE_INFINITY, milliseconds: 0 }
  const files = Object.entries(result.files).filter(
    ([name, text]) => portableFiles.has(name) && typeof text === 'string',
  )
  if (files.length > 0) makeFolder(folder)
  for (const [name, text] of files) writeText(join(folder, name), String(text))
  const { exitCode, problem: own, milliseconds } = result as unknown as Partial<PortableEnd> // looked at below
  return {
    began: runFiles.report in result.files ? 0 : Number.POSITIVE_INFINITY, // what was in the folder before is no report of it
    ...{ exitCode: Number(exitCode ?? 5), milliseconds: Number(milliseconds ?? 0) },
    ...(typeof own === 'string' && { problem: own }),
  }
}

/** Reads a run that was put into the queue. What it may do is looked at before it is played. */
export const readPortable = (frame: Uint8Array): PortableRun => {
  const { name = '', config = {}, values = {}, flags = [] } = Object(decodeJson(frame))
  return { name: String(name), config, values: Object(values), flags: Array.isArray(flags) ? flags.map(String) : [] }
}
