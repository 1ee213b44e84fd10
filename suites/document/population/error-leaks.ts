import type { Decide } from '../../../model/decision.ts'
import { collectContents } from '../../../model/exchange.ts'
import { deriveDirectly } from '../../../model/finding.ts'
import { readClaims } from '../disclosure/reading.ts'
import type { ErrorLeak, ParsedMessage } from '../model/exchange.ts'
import { readAllWays } from './readings.ts'

/** What an error response must not contain. */
export interface ErrorSecrets {
  readonly token: string
  /** Values of claims of the holder. */
  readonly claims: ReadonlySet<string>
}

/** The claims whose values are about one person only. */
const personal: ReadonlySet<string> = new Set([
  'ResidentName',
  'Email',
  'Mobile',
  'EnrolmentNumber',
  'Address',
  'CareOf',
])

/** Shorter values may be in a response by accident. */
const shortest = { claim: 8, token: 16 }

/** Reads the values of claims in a response that only their holder may see. */
export const readPersonalValues = (parsed: ParsedMessage, decide: Decide): readonly string[] =>
  collectContents([parsed], 'credential')
    .flatMap((credential) => readClaims(credential, { decide, derive: deriveDirectly }).claims)
    .flatMap(({ name, value }) =>
      personal.has(name) && typeof value === 'string' && value.length >= shortest.claim ? [value] : [],
    )

/** Finds secrets in the body of an error response. What the request itself contained in plaintext is no secret. */
export function findErrorLeaks({ message }: ParsedMessage, { token, claims }: ErrorSecrets): readonly ErrorLeak[] {
  const { session, endpoint, request, response } = message
  if (!response || response.status < 400) return []
  const texts = [...readAllWays(response.body)]
  const isFound = (value: string): boolean => texts.some((text) => includes(text, value))
  const hasClaim = [...claims].some((value) => isFound(value) && !includes(request.body ?? '', value))
  return [
    ...(token.length >= shortest.token && isFound(token)
      ? [{ session, endpoint, what: 'session token' as const }]
      : []),
    ...(hasClaim ? [{ session, endpoint, what: 'claims' as const }] : []),
  ]
}

/** Whether a text contains a value, as it is or as JSON writes it. */
const includes = (text: string, value: string): boolean =>
  text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1))
