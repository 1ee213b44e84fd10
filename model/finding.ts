import type { Budget } from '../protocol/artefacts/budget.ts'
import type { JsonObject } from '../protocol/encoding/json.ts'
import type { TypeDocument } from '../protocol/sd-jwt-vc/type-document.ts'
import type { Decide } from './decision.ts'

/** One way in which what was seen differs from what is required. Findings are data and are never thrown. */
export interface Finding {
  /** JSON pointer into the artefact, or the name of one of its parts. */
  readonly at: string
  readonly expected: string
  readonly actual: string
  /** The likely cause, where one could be found. */
  readonly diagnosis?: string
}

/** Why a check did not decide, or decided leniently. */
export interface Remark {
  readonly outcome: 'cantTell' | 'inapplicable' | 'passedNonStrict'
  readonly reason: string
}

/** Whether a presentation has a Key Binding JWT. */
export const keyBindingPolicies = ['required', 'allowed', 'refused'] as const
export type KeyBindingPolicy = (typeof keyBindingPolicies)[number]

/** What is known beside the artefact. A check that needs an absent member is inconclusive. */
export interface KnownFacts {
  /** Seconds since 1970. */
  readonly now?: number | undefined
  /** The key set of the issuer. */
  readonly jwks?: JsonObject | undefined
  /** Private keys that decrypt what is encrypted. */
  readonly keys?: readonly JsonObject[] | undefined
  /** Whether a request may rightly be encrypted to a key that was not given. */
  readonly hasOtherKeys?: boolean | undefined
  /** The nonce that the nonce endpoint returned for this request. */
  readonly nonce?: string | undefined
  /** The issuer's base address. */
  readonly issuer?: string | undefined
  /** The origin of a target on this machine that has no TLS: its addresses need not be HTTPS. */
  readonly plainOrigin?: string | undefined
  /** The base address of the status service. */
  readonly statusBase?: string | undefined
  /** The id of the credential that a status response is about. */
  readonly credentialId?: string | undefined
  /** PEM certificates at which a device chain may end. */
  readonly anchors?: readonly string[] | undefined
  /** Whether a device chain may rightly end at a certificate that was not given. */
  readonly hasOtherAnchors?: boolean | undefined
  /** The `credential_response_encryption` that the response answers. */
  readonly responseEncryption?: JsonObject | undefined
  /** The verifier for whom a Key Binding JWT has to be made. */
  readonly audience?: string | undefined
  /** Whether a Key Binding JWT has to be there, may be there, or has no business there. */
  readonly keyBinding?: KeyBindingPolicy | undefined
  /** Type metadata documents, of the type of a credential and of what it extends. */
  readonly typeMetadata?: readonly TypeDocument[] | undefined
  /** The metadata that the issuer publishes at `/.well-known/jwt-vc-issuer`. */
  readonly issuerMetadata?: JsonObject | undefined
  /** The status list that a token refers to; or several lists, one of which may be it. */
  readonly statusList?: string | readonly string[] | undefined
  /** The header fields of the request that an HTTP response answers, in lower case, and `time`, if the request had it. */
  readonly request?: JsonObject | undefined
  /** The parameters of the request that a presentation answers, whatever form it came in. */
  readonly presentationRequest?: JsonObject | undefined
  /** The origin of the verifier, as the platform states it to the wallet. */
  readonly origin?: string | undefined
  /** The `wallet_nonce` that the wallet sent for its request object. */
  readonly walletNonce?: string | undefined
  /** Whether the request asks for an encrypted response at all. */
  readonly isEncryptionRequested?: boolean | undefined
}

/** Derives a value from an artefact, once for all checks that need it. */
export type Derive = <About extends object, Value>(work: (about: About) => Value, about: About) => Value

/** Derives every time it is called. */
export const deriveDirectly: Derive = (work, about) => work(about)

export interface CheckContext extends KnownFacts {
  readonly decide: Decide
  readonly derive: Derive
  /** What the checks of one message or session may still compute. */
  readonly budget: Budget
}

export type Inspection = Generator<Finding, Remark | undefined>

// biome-ignore lint/correctness/useYield: there is nothing to find.
const endedInspection = (function* (): Inspection {
  return undefined
})()
endedInspection.next()

/** An inspection that has found nothing, for checks that can tell so at once: nothing is made for it. */
export const nothingFound: Inspection = endedInspection

/** Not enough was seen to decide. Never a pass. */
export const inconclusive = (reason: string): Remark => ({ outcome: 'cantTell', reason })

/** The requirement does not apply here. */
export const notApplicable = (reason: string): Remark => ({ outcome: 'inapplicable', reason })

/** Good enough to pass, and not what a strict reader would write. */
export const passedLeniently = (reason: string): Remark => ({ outcome: 'passedNonStrict', reason })

/** Compares a value with the only one that is allowed. */
export function* expectSame(at: string, actual: unknown, expected: unknown, diagnosis?: string): Generator<Finding> {
  if (!Object.is(actual, expected)) yield finding(at, showValue(expected), showValue(actual), diagnosis)
}

/** Compares a value with the few that are allowed. */
export function* expectOneOf(at: string, actual: unknown, expected: readonly unknown[]): Generator<Finding> {
  if (!expected.includes(actual)) yield finding(at, expected.map(showValue).join(' or '), showValue(actual))
}

export const finding = (at: string, expected: string, actual: string, diagnosis?: string): Finding =>
  diagnosis === undefined ? { at, expected, actual } : { at, expected, actual, diagnosis }

/** The largest difference of a time zone to UTC, in hours. */
const farthestZone = 14

/** A difference of clocks that is whole hours, within two minutes: local time was taken for UTC. */
export function explainClock(seconds: number): string | undefined {
  const hours = Math.round(Math.abs(seconds) / 3600)
  const isWhole = hours > 0 && hours <= farthestZone && Math.abs(Math.abs(seconds) - hours * 3600) <= 120
  if (!isWhole) return undefined
  const far = hours === 1 ? 'an hour' : `${hours} hours`
  return `it is ${far} ${seconds > 0 ? 'ahead' : 'behind'}: this may be local time instead of UTC`
}

/** What commonly happens to a token or a JSON text on its way, by what it looks like afterwards. */
const accidents: readonly (readonly [RegExp, string])[] = [
  [/^b'.*'$|^b".*"$/s, 'it is the text of a `bytes` object of Python: decode it first'],
  [/^"[^{}]*"$/s, 'it is in quotation marks: it was serialized as JSON twice'],
  [/^(Bearer|DPoP) /i, 'it begins with the scheme of an `Authorization` header'],
  [/^(undefined|null|None|NaN|\[object Object\])$/, 'it is what a program writes for a missing value'],
  [/^<(!doctype|html)/i, 'it is an HTML page: a proxy or a framework may have answered'],
  [/^(?!\s*[{[])(\s|.*\s$)/s, 'it has white space at its beginning or end'],
]

/** The likely cause of a text that cannot be read, if it shows. */
export const explainText = (text: string): string | undefined => accidents.find(([form]) => form.test(text))?.[1]

/** A value as findings show it, cut where it gets long. */
export function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 100)}… (${text.length} characters)` : text
}
