import type { CredentialFacts } from './credential-facts.ts'

/** What credentials are counted by. */
export const dimensions = [
  'issuer-key',
  'month',
  'configuration',
  'claim',
  'salt-length',
  'disclosures',
  'validity',
] as const
export type Dimension = (typeof dimensions)[number]

const day = 86_400

/** The properties of a credential that it is counted by. None of them is private: names of other claims are left out. */
export function* describeFacts(
  { header, payload, disclosures }: CredentialFacts,
  isPublicName: (name: string) => boolean,
): Generator<readonly [Dimension, Iterable<string>]> {
  yield ['issuer-key', [showText(header.kid)]]
  yield ['month', [describeMonth(payload.iat)]]
  yield ['configuration', [showText(payload.vct ?? header.typ)]]
  yield ['claim', new Set(disclosures.map(({ name }) => (isPublicName(name) ? name : '(another)')))]
  yield ['salt-length', new Set(disclosures.map(({ salt }) => String(salt.length)))]
  yield ['disclosures', [String(disclosures.length)]]
  yield ['validity', [describeValidity(payload.iat, payload.exp)]]
}

/** The longest text that is a name of something. */
const longest = 64

const showText = (value: unknown): string => {
  if (typeof value !== 'string') return '(none)'
  return value.length > longest ? `${value.slice(0, longest)}…` : value
}

/** The month of a time that is neither before 2000 nor after 2100. */
function describeMonth(time: unknown): string {
  const isTime = typeof time === 'number' && time > 946_684_800 && time < 4_102_444_800
  return isTime ? new Date(time * 1000).toISOString().slice(0, 7) : '(none)'
}

/** How long a credential is valid, in days. */
function describeValidity(iat: unknown, exp: unknown): string {
  if (typeof iat !== 'number' || typeof exp !== 'number') return '(none)'
  const days = Math.round((exp - iat) / day)
  if (days <= 0) return '0 days or less'
  return days > 3_650 ? 'more than 10 years' : `${days} days`
}
