import type { SessionResult } from '../../model/check.ts'
import type { StandardProfile } from '../../model/decision.ts'
import type { KnownFacts } from '../../model/finding.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { listDraftNames } from '../../protocol/artefacts/draft-names.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import { exitCodesByConclusion } from '../terminal/exit-codes.ts'
import type { JudgedCase } from '../verify/cases.ts'
import type { VerifyOptions } from '../verify/verify.ts'
import { verifyText } from '../verify/verify-text.ts'
import { createRecording, type PartNames, type TestMessage, type TestRecording } from './recording.ts'
import { isJustContinued, markTape } from './tape/tape.ts'
import { isProbeSelected, type SelectableProbe, type TestOptions } from './test-options.ts'
import { isProbe, type TestCase, type TestTrial } from './trials.ts'

/** All that was seen of an issuer. */
export interface Journal {
  readonly cases: TestCase[]
  readonly trials: TestTrial[]
  /** What cannot be said, or is said beside the results. */
  readonly notes: string[]
  /** Every message, in the order of sending. */
  readonly recording: TestRecording
  readonly judge: (source: string, text: string, as: ArtefactKind, facts: KnownFacts, profile?: StandardProfile) => void
  /** Adds an artefact that was judged elsewhere, with its text. */
  readonly addCase: (judged: JudgedCase, text: string) => void
  readonly add: (trial: TestTrial) => void
  /** Whether a probe is to be sent. */
  readonly selects: (probe: SelectableProbe) => boolean
  /** Begins a part for something that is done beside other things. Each message is passed on as it is recorded. */
  readonly beginPart: (watch: (message: TestMessage) => void) => JournalPart
  /** A requirement on the session: the worst that was seen counts. The text of an artefact tells the message that shows it. */
  readonly mark: (source: string, results: Iterable<SessionResult>, text?: string) => void
}

/** A journal of something that is done beside other things. It is its own until it is merged. */
export interface JournalPart {
  readonly journal: Journal
  /** Adds all that was noted to the whole journal. */
  readonly merge: () => void
}

export function openJournal({ selection, watcher, opened, ...options }: TestOptions): Journal {
  const planned = new Set<string>()
  const journal = createJournal(options, {
    recording: createRecording(watcher?.message),
    selects: (probe) => {
      const isSelected = isProbeSelected(probe, selection)
      if (isSelected) planned.add(probe.id ?? probe.row.id)
      return isSelected
    },
    watchProbe: (id, answered) => {
      planned.add(id)
      watcher?.probes(answered, planned.size)
    },
  })
  opened?.(journal)
  return journal
}

/** Where a journal records, and what is called for its probes. */
interface JournalPlace {
  readonly recording: TestRecording
  readonly selects: Journal['selects']
  readonly watchProbe: (id: string, answered: number) => void
}

function createJournal(options: VerifyOptions, { recording, selects, watchProbe }: JournalPlace): Journal {
  const cases: TestCase[] = []
  const trials: TestTrial[] = []
  const put = createPutting(trials)
  const notes: string[] = []
  const addCase = (judged: JudgedCase, text: string): void => {
    const message = recording.findMessage(text)
    cases.push({ ...judged, ...(message !== undefined && { message }) })
  }
  const keep = (trial: TestTrial): void => {
    put(trial)
    if (isProbe(trial)) watchProbe(trial.id, trials.filter(isProbe).length)
  }
  const add = (given: TestTrial): void => {
    const session = isProbe(given) ? recording.endProbe() : undefined
    keep({ ...(isProbe(given) ? doubtInterrupted(given) : given), ...(session !== undefined && { session }) })
    if (isProbe(given)) markTape()
  }
  const beginPart: Journal['beginPart'] = (watch) => {
    const journal = createJournal(options, { recording: recording.beginPart(watch), selects, watchProbe: () => {} })
    const merge = (): void => {
      const names = recording.addPart(journal.recording)
      cases.push(...journal.cases.map((each) => rename(each, names)))
      for (const trial of journal.trials) keep(rename(trial, names))
      for (const note of journal.notes) if (!notes.includes(note)) notes.push(note)
    }
    return { journal, merge }
  }
  return {
    ...{ cases, trials, notes, recording, addCase, add, selects, beginPart },
    judge: (source, text, as, facts, profile) => {
      const { isEncryptionRequested: _, ...known } = facts
      const verdict = verifyText(text, { ...options, ...known, as, ...(profile && { profile }) })
      const kind = verdict.kind ?? as
      const code = exitCodesByConclusion[verdict.conclusion]
      // An answer without a body may have nothing to judge, such as a 401 whose header says it all.
      if (verdict.results.some(({ outcome }) => outcome !== 'inapplicable' && outcome !== 'untested'))
        addCase({ source, verdict: { ...verdict, kind }, code }, text)
      for (const note of listDraftNotes(text, kind)) if (!notes.includes(note)) notes.push(note)
    },
    mark: (source, results, text) => {
      const message = text === undefined ? undefined : recording.findMessage(text)
      for (const { row, problem } of results)
        add({
          id: row.id,
          row,
          description: source,
          outcome: problem === undefined ? 'held' : 'failed',
          actual: problem ?? 'as required',
          obligation: row.standard ?? '',
          ...(message !== undefined && { message }),
        })
    },
  }
}

/** Puts trials into a list: of those with one id the worst counts. */
function createPutting(trials: TestTrial[]): (trial: TestTrial) => void {
  const places = new Map<string, number>()
  /** A trial is at the place where it was added, unless one before it was taken back. */
  const findPlace = (id: string): number => {
    const place = places.get(id) ?? -1
    return place < 0 || trials[place]?.id === id ? place : trials.findIndex((each) => each.id === id)
  }
  return (trial) => {
    const known = findPlace(trial.id)
    if (known < 0) places.set(trial.id, trials.push(trial) - 1)
    else if (trials[known]?.outcome === 'held') trials[known] = trial
  }
}

/** What was under way when a test was interrupted was begun twice: a target may have used up what it is asked for again. */
const doubtInterrupted = (trial: TestTrial): TestTrial =>
  trial.outcome === 'failed' && isJustContinued()
    ? { ...trial, outcome: 'inconclusive', actual: `${trial.actual}; it was under way when the test was interrupted` }
    : trial

/** What a message has of earlier drafts: nothing may fail, and it may be the cause of a refusal. */
const listDraftNotes = (text: string, kind: ArtefactKind): readonly string[] => [
  ...new Set(openArtefact(kind, text).flatMap(listDraftNames)),
]

/** What refers to a message or a session of a part refers to it in the whole. */
function rename<T extends { readonly message?: number; readonly session?: string }>(
  { message: number, session: known, ...rest }: T,
  { sessions, numbers }: PartNames,
) {
  const [message, session] = [numbers.get(number ?? 0), sessions.get(known ?? '')]
  return { ...rest, ...(message !== undefined && { message }), ...(session !== undefined && { session }) }
}
