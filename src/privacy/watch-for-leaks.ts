import type { RunReport } from '../../model/run-report.ts'
import { once } from '../../protocol/encoding/once.ts'
import { removeOuterCharacters } from '../../protocol/encoding/trim.ts'
import recordSchema from '../../schemas/record.schema.json' with { type: 'json' }
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' }
import { createLeakFinder, type FindLeak, type PrivateText, receivedKind } from './find-leaks.ts'
import { isOurText } from './our-sentences.ts'
import type { RecorderOptions } from './redact-message.ts'

/** A run whose outputs are searched for private texts. */
export interface WatchedRun {
  readonly recording: RecorderOptions
  /** What was configured. */
  readonly configured: readonly PrivateText[]
  /** What reference actors have. */
  readonly invented?: readonly PrivateText[]
  readonly report: RunReport
  /** PEM certificates that were given with `--anchors`: the record names them, and they are no secret. */
  readonly anchors?: readonly string[] | undefined
  /** Renders a report without target texts in every format: what is left are the words of the format itself. */
  readonly renderForms: (blank: RunReport) => readonly string[]
  /** Whether what a target knows is left out: it could choose any text that our files have anyway. */
  readonly withoutTargets?: boolean
}

/** Creates a finder of private texts: of those that were known, and of those that messages brought. */
export function watchForLeaks({
  recording,
  configured,
  invented = [],
  report,
  anchors = [],
  renderForms,
  withoutTargets = false,
}: WatchedRun): FindLeak {
  const settingKinds = new Set(configured.map(({ kind }) => kind))
  const certificates = anchors.flatMap((pem) => [pem, pem.replaceAll(/-----[^-]+-----|\s/g, '')])
  const ownWords = once(() =>
    toLowerCase([JSON.stringify(blankReport(report)), ...schemas, ...recording.words, ...certificates]),
  )
  // A received text is no leak if it also occurs at a public place of a message, or in the words of a format.
  const publicTexts = once(() => toLowerCase([...(recording.open ?? []), ...renderForms(blankReport(report))]))
  return createLeakFinder(
    [...configured, ...invented, ...listReceived(recording, withoutTargets)],
    ({ kind, text }) => {
      // Our own words are compared as JSON, in which a text of a report is escaped at most twice.
      const bare = trimPunctuation(text)
      const spellings = [bare, escapeJson(bare), escapeJson(escapeJson(bare))]
      if (kind === receivedKind && isOurText(bare)) return true
      const isContaining = (each: string): boolean => spellings.some((spelling) => each.includes(spelling))
      return ownWords().some(isContaining) || (!settingKinds.has(kind) && publicTexts().some(isContaining))
    },
  )
}

const schemas: readonly string[] = [JSON.stringify(recordSchema), JSON.stringify(reportSchema)]

const toLowerCase = (texts: readonly string[]): readonly string[] => texts.map((text) => text.toLowerCase())

/** Removes punctuation around a text: it may belong to the JSON around it. */
const trimPunctuation = (text: string): string => removeOuterCharacters(text.toLowerCase(), /[\p{P}\p{S}\s]/u)

function* listReceived(
  { secrets, targets, unknownToTargets }: RecorderOptions,
  withoutTargets: boolean,
): Generator<PrivateText> {
  const hasTargets = targets !== undefined && targets.size > 0
  // A JSON text may consist of public names and values; its private values are listed one by one.
  for (const text of withoutTargets && hasTargets ? (unknownToTargets ?? []) : secrets.list())
    if (!/^\s*[[{]/.test(text)) yield { kind: receivedKind, text }
}

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Removes every text of a target from a report. */
const blankReport = (report: RunReport): RunReport => ({
  ...report,
  sessions: report.sessions.map(({ reason: _, ...session }) => session),
  results: report.results.map(({ reason: _, ...result }) => ({ ...result, findings: [] })),
  probes: report.probes.map(({ reason: _, ...probe }) => probe),
  verdict: {
    ...report.verdict,
    reasons: report.verdict.reasons.filter(({ code }) => code !== 'unavailable' && code !== 'stopped'),
  },
})
