import type { RecordLine } from '../../model/record.ts'
import type { LiveFinding } from '../../model/report.ts'
import type { SessionEnd } from '../../model/session-end.ts'
import { findMessage } from '../../reporters/html/finding-messages.ts'
import { addProbeSessions, selectSessions } from '../../reporters/html/recorded-sessions.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import type { StoredRun } from '../run-folder/read-run.ts'
import type { RunEvent } from '../run-folder/run-events.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import { type RunCommandLine, type RunProcess, startRun } from './run-process.ts'

/** A message as the console shows it. */
export interface ShownMessage {
  /** Counted over all runs of the console. */
  readonly serial: number
  readonly line: RecordLine
  /** Whether the message before it is of another session. */
  readonly opens: boolean
  /** Whether it is shown until the end: it is of a planned session, or something was found in it. */
  readonly isKept: boolean
  readonly findings: readonly ShownFinding[]
}

/** A finding in a message. */
export type ShownFinding = Pick<LiveFinding, 'id' | 'text' | 'side' | 'at' | 'expected' | 'actual' | 'diagnosis'>

/** What a run was asked to do. */
export interface RunChoice extends TestedPart {
  /** The folder that it is written to, and its name in the history. */
  readonly folder: string
  readonly name: string
  readonly flags: readonly string[]
  readonly environment: NodeJS.ProcessEnv
}

/** What is tested: a role by a suite, and some requirements or all. */
export interface TestedPart {
  readonly suite: string
  readonly role?: string
  /** The subject of a sentence. */
  readonly tested: string
  readonly only: readonly string[]
}

/** The negative tests that were sent. */
export interface ProbeProgress {
  readonly sent: number
  /** Those of the run, or those that are planned so far. */
  readonly total?: number
  /** At the pace until now. */
  readonly secondsLeft?: number
}

/** A task of a person. */
export type ShownTask = Extract<RunEvent, { readonly event: 'task' }>['task']

/** The current run, or the last one. */
export interface RunState {
  readonly phase: 'idle' | 'running' | 'stopping' | 'over'
  readonly choice?: RunChoice
  /** Whether it was stopped before its end. */
  readonly wasStopped?: boolean
  readonly sessions: readonly ({ readonly session: string } & Pick<SessionEnd, 'ended' | 'reason' | 'settings'>)[]
  /** Where a person finds the next step, if one operates a target, and that step. */
  readonly page?: string | undefined
  readonly task?: ShownTask | undefined
  readonly probes: ProbeProgress
  /** How many messages were recorded, and the last of them. */
  readonly count: number
  readonly messages: readonly ShownMessage[]
  /** What the run wrote to standard error. */
  readonly notes: readonly string[]
  readonly exitCode?: number
  /** The run with its report, once it is over. */
  readonly stored?: StoredRun
}

/** What changed: everything, what is said about the run, or one message. */
export type RunChange = 'all' | 'status' | ShownMessage

/** The run of a console: one at a time. */
export interface LiveRun {
  readonly read: () => RunState
  /** The number of messages so far, over all runs. */
  readonly getSerial: () => number
  /** Starts a run, unless one is going on. */
  readonly start: (choice: RunChoice) => boolean
  readonly stop: () => void
  /** Answers a task of a test; one that is over is left alone. */
  readonly answer: (number: number, text: string) => void
  /** Shows an earlier run, unless there is another one. */
  readonly restore: (choice: RunChoice, stored: StoredRun) => void
  /** Stops the run, and waits for its end. */
  readonly close: () => Promise<void>
  /** Calls a listener with every change, until the returned function is called. */
  readonly follow: (listener: (change: RunChange) => void) => () => void
}

/** Messages of probes that the page shows; the report has everything. */
export const mostOthers = 60

/** Lines of standard error, messages with findings, and findings in one message that are kept for the page. */
const most = { notes: 40, messages: 400, findings: 40 } as const

const nothing = { sessions: [], probes: { sent: 0 }, count: 0, messages: [], notes: [] } as const

/** Creates the run of a console. `readStored` reads a run from its folder. */
export function createLiveRun(
  commandLine: RunCommandLine,
  readStored: (folder: string) => StoredRun | undefined,
): LiveRun {
  const store = createStateStore()
  let running: RunProcess | undefined

  const finish = (code: number | undefined): void => {
    running = undefined
    store.finish(readStored(store.read().choice?.folder ?? ''), code)
  }

  return {
    read: store.read,
    getSerial: store.getSerial,
    follow: store.follow,
    start: (choice) => {
      if (running) return false
      store.begin(choice)
      const { folder, flags, environment } = choice
      const wanted = { flags: [...flags, '--out', folder], environment }
      running = startRun(commandLine, wanted, { event: store.apply, line: store.note, exit: finish })
      return true
    },
    stop: () => {
      if (!running) return
      store.set({ phase: 'stopping', wasStopped: true })
      running.stop()
    },
    answer: (number, text) => {
      if (store.read().task?.number !== number) return
      store.set({ task: undefined })
      running?.answer(number, text)
    },
    restore: (choice, stored) => {
      if (!running && store.read().phase === 'idle') store.restore(choice, stored)
    },
    close: async () => {
      running?.stop()
      await running?.ended
    },
  }
}

/** Keeps the state of the current run, and publishes its changes. */
function createStateStore() {
  const listeners = new Set<(change: RunChange) => void>()
  let state: RunState = { phase: 'idle', ...nothing }
  let serial = 0
  let first: (ProbeProgress & { readonly at: number }) | undefined
  const publish = (change: RunChange): void => {
    for (const listener of listeners) listener(change)
  }
  const set = (changes: Partial<RunState>): void => {
    state = { ...state, ...changes }
    publish('status')
  }
  const addMessage = (line: RecordLine, findings: readonly ShownFinding[]): void => {
    const opens = state.messages.at(-1)?.line.session !== line.session
    const isKept = findings.length > 0 || plannedSessions.has(line.session)
    const shown = { serial: ++serial, line, opens, isKept, findings: findings.slice(0, most.findings) }
    state = { ...state, count: state.count + 1, messages: limitMessages([...state.messages, shown]) }
    publish(shown)
  }

  const addProbes = (event: { readonly sent: number; readonly total?: number }): void => {
    first ??= { at: readPreciseClock(), sent: event.sent }
    set({ probes: measure(event, first), ...endTestTask(state) })
  }

  return {
    set,
    read: () => state,
    getSerial: () => serial,
    follow: (listener: (change: RunChange) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    note: (line: string): void => set({ notes: [...state.notes, line].slice(-most.notes) }),
    begin: (choice: RunChoice): void => {
      state = { phase: 'running', ...nothing, choice }
      first = undefined
      publish('all')
    },
    apply: (event: RunEvent): void => {
      if (event.event === 'message') addMessage(event.message, event.findings)
      else if (event.event === 'probes') addProbes(event)
      else set(changeState(state, event))
    },
    restore: (choice: RunChoice, stored: StoredRun): void => {
      const messages = showRecorded(stored, serial)
      serial += messages.length
      state = { ...state, ...{ choice, phase: 'over', stored, messages, count: stored.record?.length ?? 0 } }
      publish('all')
    },
    finish: (stored: StoredRun | undefined, code: number | undefined): void => {
      const messages = stored ? addReported(state.messages, stored) : state.messages
      state = { ...removeTask(state), phase: 'over', messages, ...(code !== undefined && { exitCode: code }) }
      if (stored) state = { ...state, stored }
      publish('all')
    },
  }
}

/** What an event changes in the state, except its messages. A session that is over needs no person any more. */
function changeState({ task, sessions }: RunState, event: RunEvent): Partial<RunState> {
  if (event.event === 'begin') return event.page === undefined ? {} : { page: event.page }
  if (event.event === 'session')
    return { sessions: [...sessions, event], ...(task?.session === event.session && { task: undefined }) }
  return event.event === 'task' ? { task: event.task } : {}
}

/** Says how long the other negative tests will take, at the pace of those that were sent. */
function measure(
  { sent, total }: { readonly sent: number; readonly total?: number },
  first: (ProbeProgress & { readonly at: number }) | undefined,
): ProbeProgress {
  if (total === undefined || !first) return { sent }
  const pace = (readPreciseClock() - first.at) / Math.max(1, sent - first.sent)
  return { sent, total, ...(sent > first.sent && { secondsLeft: Math.round((pace * (total - sent)) / 1000) }) }
}

/** What a person did in a test was seen before its result is counted. */
const endTestTask = ({ task }: RunState): Partial<RunState> => (task?.answer === undefined ? {} : { task: undefined })

const removeTask = (state: RunState): RunState => ({ ...state, task: undefined, page: undefined })

/** The sessions whose messages are valid. */
export const plannedSessions: ReadonlySet<string> = new Set(defaultSuite.sessions.map(({ session }) => session))

/** Leaves out the first message of a probe, if there are too many. */
function limitMessages(messages: readonly ShownMessage[]): readonly ShownMessage[] {
  const others = messages.filter(({ isKept }) => !isKept)
  const [first] = others.length > mostOthers ? others : messages.length > most.messages ? messages : []
  return first ? messages.filter((each) => each !== first) : messages
}

/** Replaces what was found in each message while the run went on by what the report says of it. */
function addReported(messages: readonly ShownMessage[], { report, record }: StoredRun): readonly ShownMessage[] {
  const sessions = selectSessions(report, record)
  const found = addProbeSessions(report).flatMap(({ id, text, outcome, findings }) =>
    outcome !== 'failed'
      ? []
      : findings.flatMap((finding) => {
          const shown = findMessage(finding, sessions)
          const { at, expected, actual, diagnosis } = finding
          const part = { id, text, at, expected, actual, ...(diagnosis !== undefined && { diagnosis }) }
          return shown ? [{ number: shown.line.number, finding: { ...part, side: shown.side } }] : []
        }),
  )
  const byNumber = Map.groupBy(found, ({ number }) => number)
  return messages.map((each) => ({
    ...each,
    findings: (byNumber.get(each.line.number) ?? []).slice(0, most.findings).map(({ finding }) => finding),
  }))
}

/** The messages of an earlier run, as if they had just come: those in which something was found, and the last others. */
function showRecorded(stored: StoredRun, last: number): readonly ShownMessage[] {
  const { record = [] } = stored
  const all = record.map((line, i) => ({
    ...{ serial: last + i + 1, line, findings: [], isKept: plannedSessions.has(line.session) },
    opens: record[i - 1]?.session !== line.session,
  }))
  const shown = addReported(all, stored).map((each) => ({ ...each, isKept: each.isKept || each.findings.length > 0 }))
  const others = new Set(shown.filter(({ isKept }) => !isKept).slice(-mostOthers))
  return shown.filter((each) => each.isKept || others.has(each)).slice(-most.messages)
}
