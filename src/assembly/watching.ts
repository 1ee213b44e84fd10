import holders from '../../fixtures/holders.json' with { type: 'json' }
import keys from '../../fixtures/keys.json' with { type: 'json' }
import recordSchema from '../../schemas/record.schema.json' with { type: 'json' }
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' }
import { type Canary, type Watch, watchFor } from '../harness/canaries.ts'
import type { Recording } from '../harness/record.ts'
import type { RunReport } from '../model/run-report.ts'
import type { Settings } from '../model/settings.ts'
import { secretsOf } from './recording.ts'

/** What an output of a run has to keep to itself, and what is no secret though somebody sent it. */
export interface Watched {
  readonly settings: Settings
  readonly recording: Recording
  readonly report: RunReport
  /** What a form says of a run of which there is nothing to say: words of its own, in which nobody is named. */
  readonly formsOf: (blank: RunReport) => readonly string[]
}

/** Watches for everything private that a run was told, that its cast has, and that its messages brought. */
export function watchOver({ settings, recording, report, formsOf }: Watched): Watch {
  const own = [...secretsOf(settings)]
  const others = [...keysOfCast(), ...claimsOfCast(), ...broughtBy(recording)]
  const firm = new Set(own.map(({ kind }) => kind))
  const said = once(() => lower([JSON.stringify(blankOf(report)), ...schemas, ...recording.words]))
  // A text that a target put at an open place, or that we say ourselves, is no secret because it also stands elsewhere.
  const excused = once(() => lower([...(recording.open ?? []), ...formsOf(blankOf(report))]))
  return watchFor([...own, ...others], ({ kind, text }) => {
    // What we say of ourselves is at hand as JSON, in which a text of a report has been escaped at most twice.
    const bare = bareOf(text)
    const spellings = [bare, escaped(bare), escaped(escaped(bare))]
    const isSaid = (each: string): boolean => spellings.some((spelling) => each.includes(spelling))
    return said().some(isSaid) || (!firm.has(kind) && excused().some(isSaid))
  })
}

const schemas: readonly string[] = [JSON.stringify(recordSchema), JSON.stringify(reportSchema)]

const lower = (texts: readonly string[]): readonly string[] => texts.map((text) => text.toLowerCase())

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function* keysOfCast(): Generator<Canary> {
  for (const key of Object.values<Readonly<Record<string, string>>>(keys)) {
    for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi']) {
      const text = key[name]
      if (text === undefined) continue
      yield { kind: 'a private key', text }
      yield { kind: 'a private key', text: Buffer.from(text, 'base64url').toString('hex') }
    }
  }
}

function* claimsOfCast(): Generator<Canary> {
  for (const holder of Object.values(holders)) {
    for (const value of Object.values(holder)) {
      if (typeof value === 'string') yield { kind: 'a claim of a holder', text: value }
    }
  }
}

/** A part of a text without the signs around it, which are those of JSON as well. */
const bareOf = (text: string): string => text.toLowerCase().replaceAll(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '')

function* broughtBy({ secrets }: Recording): Generator<Canary> {
  // A part of a JSON text may be all names and open places; what is private in it was learnt by itself.
  for (const text of secrets.learnt())
    if (!/^\s*[[{]/.test(text)) yield { kind: 'something private in a message', text }
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A report without anything that a target may have said. */
const blankOf = (report: RunReport): RunReport => ({
  ...report,
  sessions: report.sessions.map(({ reason: _, ...session }) => session),
  results: report.results.map(({ reason: _, ...result }) => ({ ...result, findings: [] })),
  probes: report.probes.map(({ reason: _, ...probe }) => probe),
  verdict: {
    ...report.verdict,
    reasons: report.verdict.reasons.filter(({ code }) => code !== 'lost' && code !== 'stopped'),
  },
})
