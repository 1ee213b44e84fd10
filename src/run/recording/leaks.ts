import holders from '../../../fixtures/holders.json' with { type: 'json' }
import keys from '../../../fixtures/keys.json' with { type: 'json' }
import type { RunReport } from '../../../model/run-report.ts'
import type { Settings } from '../../../model/settings.ts'
import { once } from '../../../protocol/encoding/once.ts'
import recordSchema from '../../../schemas/record.schema.json' with { type: 'json' }
import reportSchema from '../../../schemas/report.schema.json' with { type: 'json' }
import { createLeakFinder, type FindLeak, type PrivateText } from '../../privacy/find-leaks.ts'
import type { RecorderOptions } from '../../privacy/redact-message.ts'
import { listSecrets } from './recording.ts'

/** What an output of a run has to keep to itself, and what is no secret though somebody sent it. */
export interface WatchedRun {
  readonly settings: Settings
  readonly recording: RecorderOptions
  readonly report: RunReport
  /** What a form says of a run of which there is nothing to say: words of its own, in which nobody is named. */
  readonly renderForms: (blank: RunReport) => readonly string[]
}

/** Watches for everything private that a run was told, that its cast has, and that its messages brought. */
export function watchForLeaks({ settings, recording, report, renderForms: formsOf }: WatchedRun): FindLeak {
  const own = [...listSecrets(settings)]
  const others = [...listOwnKeys(), ...listOwnClaims(), ...listReceived(recording)]
  const firm = new Set(own.map(({ kind }) => kind))
  const said = once(() => toLowerCase([JSON.stringify(blankReport(report)), ...schemas, ...recording.words]))
  // A text that a target put at an open place, or that we say ourselves, is no secret because it also stands elsewhere.
  const excused = once(() => toLowerCase([...(recording.open ?? []), ...formsOf(blankReport(report))]))
  return createLeakFinder([...own, ...others], ({ kind, text }) => {
    // What we say of ourselves is at hand as JSON, in which a text of a report has been escaped at most twice.
    const bare = trimPunctuation(text)
    const spellings = [bare, escapeJson(bare), escapeJson(escapeJson(bare))]
    const isSaid = (each: string): boolean => spellings.some((spelling) => each.includes(spelling))
    return said().some(isSaid) || (!firm.has(kind) && excused().some(isSaid))
  })
}

const schemas: readonly string[] = [JSON.stringify(recordSchema), JSON.stringify(reportSchema)]

const toLowerCase = (texts: readonly string[]): readonly string[] => texts.map((text) => text.toLowerCase())

function* listOwnKeys(): Generator<PrivateText> {
  for (const key of Object.values<Readonly<Record<string, string>>>(keys)) {
    for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi']) {
      const text = key[name]
      if (text === undefined) continue
      yield { kind: 'a private key', text }
      yield { kind: 'a private key', text: Buffer.from(text, 'base64url').toString('hex') }
    }
  }
}

function* listOwnClaims(): Generator<PrivateText> {
  for (const holder of Object.values(holders)) {
    for (const value of Object.values(holder)) {
      if (typeof value === 'string') yield { kind: 'a claim of a holder', text: value }
    }
  }
}

/** A part of a text without the signs around it, which are those of JSON as well. */
const trimPunctuation = (text: string): string =>
  text.toLowerCase().replaceAll(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '')

function* listReceived({ secrets }: RecorderOptions): Generator<PrivateText> {
  // A part of a JSON text may be all names and open places; what is private in it was learnt by itself.
  for (const text of secrets.list()) if (!/^\s*[[{]/.test(text)) yield { kind: 'something private in a message', text }
}

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A report without anything that a target may have said. */
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
