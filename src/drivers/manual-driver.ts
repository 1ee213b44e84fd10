import type { Driver, DriverCommand, DriverReply, WaitOptions } from '../../model/driver.ts'
import { TransportError } from '../../model/errors.ts'
import type { SessionEnd } from '../../model/session-end.ts'
import type { Message } from '../../model/wire.ts'
import type { FetchHandler } from '../wire/server/app.ts'
import { createPage } from './manual/page.ts'
import { createPageUpdates } from './manual/page-updates.ts'
import { describeStep } from './manual/step.ts'
import type { ManualTask, RunProgress, SeenMessage } from './manual/task.ts'
import { createTaskList } from './manual/task-list.ts'

// A person with a phone is a driver, too: instructions are on the terminal and on a page, answers come from the page.

/** Messages that the page shows. */
const shown = 200

/** What the manual driver needs. */
export interface ManualOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** A random token in the path of the page. */
  readonly token: string
  /** Prints a task on the terminal. */
  readonly announce: (task: ManualTask) => void
  /** The sessions of the run, in their order. */
  readonly sessions: readonly { readonly session: string; readonly purpose: string }[]
}

/** A person who operates the targets. */
export interface ManualDriver {
  readonly driverFor: (label: string, timeout: number) => Driver
  /** The path of the page, and the handler for it and below. */
  readonly path: string
  readonly page: FetchHandler
  /** Called for every message. */
  /** Takes a message; the last one of its session ends the tasks of that session. */
  readonly noteMessage: (message: Message, isLast: boolean) => void
  /** Called at the end of every session, with a redacted reason. */
  readonly noteSessionEnd: (ending: Pick<SessionEnd, 'planned' | 'ended' | 'reason'>) => void
  /** Called at the end of the run, with its summary. */
  readonly noteRunEnd: (words: string) => void
}

/** Creates the driver by which a person carries out commands. */
export function createManualDriver({ clock, token, announce, sessions }: ManualOptions): ManualDriver {
  const path = `/assay/${token}`
  const updates = createPageUpdates()
  const seen: SeenMessage[] = []
  const endings: RunProgress['endings'][number][] = []
  const { openTasks, ask } = createTaskList(clock, announce, () => updates.publish())

  async function carryOut(
    command: DriverCommand,
    { signal, arrival }: WaitOptions,
    label: string,
    timeout: number,
  ): Promise<DriverReply> {
    const step = describeStep(command)
    if (!step) throw new TransportError('configuration', `${label}: a person cannot ${command.verb}`)
    const { openTask, refuse, done } = ask(command, step, label, timeout)
    const stop = (): void => refuse(new TransportError('interrupted', `${label}: interrupted`))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    if (command.verb === 'offer') arrival.then((link) => openTask.settle({ links: [link] }), stop)
    return done.finally(() => signal.removeEventListener('abort', stop))
  }

  return {
    path,
    driverFor: (label, timeout) => ({
      execute: (command, waiting) => carryOut(command, waiting, label, timeout),
      close: updates.close,
    }),
    page: createPage(path, {
      sessions,
      updates,
      readProgress: () => ({ ...(openTasks[0] && { task: openTasks[0].task }), seen, endings }),
      findTask: (number) => openTasks.find(({ task }) => task.number === number),
    }),
    noteMessage: ({ session, endpoint, from, to, response, transportError }, isLast) => {
      const came = transportError ? `lost: ${transportError.kind}` : response ? String(response.status) : 'sent'
      seen.push({ session, endpoint, from, to, came })
      if (seen.length > shown) seen.shift()
      if (isLast) {
        openTasks.find(({ command }) => command.verb === 'open' && command.session === session)?.settle({})
      }
      updates.publish()
    },
    noteSessionEnd: (ending) => {
      endings.push(ending)
      updates.publish()
    },
    noteRunEnd: (words) => updates.publish(words),
  }
}
