import type { TargetRole } from '../../model/settings.ts'
import type { JsonObject } from '../../protocol/json.ts'

/** What a target was seen to publish. */
export interface Glimpse {
  /** Its metadata, and how the address was made at which they are: an answer to `metadata.path`. */
  readonly metadata?: { readonly content: JsonObject; readonly form: 'literal' | 'insertion' | 'append' }
  /** Where its key set is, below its base address. */
  readonly jwksPath?: string
  /** What was asked for and not found, in words. */
  readonly missed?: readonly string[]
}

/** Looks at a target without changing anything there. One that cannot be reached is a `WireError`. */
export type Probe = (url: string, role: TargetRole) => Promise<Glimpse>

/** An answer to a decision, and what it was seen in. */
export interface Seen {
  readonly decision: string
  readonly answer: string
  readonly where: string
}

/** The decisions that a glimpse answers. */
export function seenIn({ metadata, jwksPath }: Glimpse, base: string): readonly Seen[] {
  const paths = Object.entries(endpointMembers).map(([member, decision]) => {
    const answer = pathBelow(base, metadata?.content[member])
    return { decision, answer, where: `\`${member}\` of the metadata` }
  })
  const seen = [
    { decision: 'metadata.path', answer: metadata?.form, where: 'where the metadata are' },
    ...paths,
    { decision: 'endpoints.jwks.path', answer: jwksPath, where: 'where a key set is' },
  ]
  return seen.flatMap(({ decision, answer = '', where }) => (isPlain(answer) ? { decision, answer, where } : []))
}

/** What a target publishes is written to a file in which `${NAME}` would be filled in: it must not hold that. */
const isPlain = (text: string): boolean => /^[\w./~%:+-]+$/.test(text)

/** Members of the metadata that are addresses, and the decisions that ask for their paths. */
const endpointMembers: Readonly<Record<string, string>> = {
  nonce_endpoint: 'endpoints.nonce.path',
  credential_endpoint: 'endpoints.validate.path',
}

/** The path of an address below another one; nothing, if it is elsewhere. */
function pathBelow(base: string, address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const [{ href }, whole] = [new URL(base), new URL(address).href]
  const start = href.replace(/\/$/, '')
  return whole.startsWith(`${start}/`) ? whole.slice(start.length) : undefined
}
