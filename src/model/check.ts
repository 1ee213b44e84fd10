import type { Evidence, Exhibit, Kind } from '../protocol/evidence.ts'
import type { JsonObject } from '../protocol/json.ts'
import type { ProblemCode } from '../protocol/problem.ts'
import type { Decide } from './decision.ts'
import type { Requirement } from './requirement.ts'

/** One way in which what we saw differs from what is required. Data: a finding is never thrown. */
export interface Finding {
  /** JSON pointer into the artefact, or the name of one of its parts. */
  readonly at: string
  readonly expected: string
  readonly actual: string
  /** The likely cause, where one could be found. */
  readonly diagnosis?: string
}

/** Why a check came to no judgement, or to a mild one. */
export interface Aside {
  readonly outcome: 'cantTell' | 'inapplicable' | 'passedNonStrict'
  readonly reason: string
}

/** What the caller knows beside the artefact. What is absent is not known, and a check that needs it cannot tell. */
export interface Known {
  /** Seconds since 1970. */
  readonly now?: number | undefined
  /** The key set of the issuer. */
  readonly jwks?: JsonObject | undefined
  /** Private keys that open what is encrypted. */
  readonly keys?: readonly JsonObject[] | undefined
  /** The nonce that the nonce endpoint gave for this request. */
  readonly nonce?: string | undefined
  /** The issuer's base address. */
  readonly issuer?: string | undefined
  /** The base address of the status service. */
  readonly statusBase?: string | undefined
  /** The credential that a status answer is about. */
  readonly credentialId?: string | undefined
  /** PEM certificates at which a device chain may end. */
  readonly anchors?: readonly string[] | undefined
  /** The `credential_response_encryption` that the response answers. */
  readonly responseEncryption?: JsonObject | undefined
  /** Whether the request asks for an encrypted response at all. */
  readonly isEncryptionAsked?: boolean | undefined
}

export interface Context extends Known {
  readonly decide: Decide
}

export type Inspection = Generator<Finding, Aside | undefined>

export interface Check<K extends Kind = Kind> {
  readonly requirement: Requirement
  readonly kind: K
  readonly inspect: (exhibit: Exhibit<K>, context: Context) => Inspection
}

/** A check looks at one kind of artefact and yields what is wrong with it. Yielding nothing is passing. */
export const check = <K extends Kind>(
  requirement: Requirement,
  kind: K,
  inspect: (content: Evidence[K], context: Context) => Inspection,
): Check => ({
  requirement,
  kind,
  inspect(exhibit, context) {
    if (exhibit.content === undefined) return unreadable(exhibit)
    return inspect(exhibit.content as Evidence[K], context) // the judge hands over exhibits of this kind only
  },
})

/** A check on the form of an artefact: it fails where reading it failed for one of these causes. */
export const readable = (requirement: Requirement, kind: Kind, codes: readonly ProblemCode[]): Check => ({
  requirement,
  kind,
  *inspect({ problem, withheld }) {
    if (withheld !== undefined) return cannotTell(withheld)
    if (problem && codes.includes(problem.code)) {
      yield { at: '', expected: 'a text that can be read', actual: problem.message }
    } else if (problem) return cannotTell(`it cannot be read: ${problem.message}`)
    return undefined
  },
})

// biome-ignore lint/correctness/useYield: nothing can be found in what cannot be read, and that is what it says.
function* unreadable({ kind, problem, withheld }: Exhibit): Inspection {
  return cannotTell(withheld ?? `the ${kind} cannot be read: ${problem?.message}`)
}

/** The evidence is not enough. Never green. */
export const cannotTell = (reason: string): Aside => ({ outcome: 'cantTell', reason })
/** The requirement has no object here. */
export const notHere = (reason: string): Aside => ({ outcome: 'inapplicable', reason })
/** Good enough to pass, and not what a strict reader would write. */
export const leniently = (reason: string): Aside => ({ outcome: 'passedNonStrict', reason })

/** Guards a value that has to be one thing exactly. */
export function* same(at: string, actual: unknown, expected: unknown, diagnosis?: string): Generator<Finding> {
  if (!Object.is(actual, expected)) yield finding(at, show(expected), show(actual), diagnosis)
}

/** Guards a value that has to be one of a few. */
export function* oneOf(at: string, actual: unknown, expected: readonly unknown[]): Generator<Finding> {
  if (!expected.includes(actual)) yield finding(at, expected.map(show).join(' or '), show(actual))
}

/** Guards every loop in a check: nothing to look at is not the same as nothing wrong. */
export function* some(at: string, list: readonly unknown[]): Generator<Finding> {
  if (list.length === 0) yield finding(at, 'at least one', 'none')
}

export const finding = (at: string, expected: string, actual: string, diagnosis?: string): Finding =>
  diagnosis === undefined ? { at, expected, actual } : { at, expected, actual, diagnosis }

/** A value as a finding shows it, cut where it gets long. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 100)}… (${text.length} characters)` : text
}
