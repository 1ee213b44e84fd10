import keys from '../../../fixtures/keys.json' with { type: 'json' }
import type { Profile } from '../../../model/decision.ts'
import type { Account } from '../../../model/driver.ts'
import type { Address } from '../../../model/wire.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { toPublicKey } from '../actors/steps/environment.ts'
import type { Endpoint } from '../model/endpoints.ts'
import type { Terms } from '../model/terms.ts'
import type { ReadyOffer } from '../reference/offer.ts'
import type { ServedActors } from '../reference/served-actors.ts'
import type { ServePlan } from './serve-plan.ts'
import { statusAddress } from './status-endpoint.ts'

/** What a caller has to know about a server; `--json` prints it in the first line. */
export interface ServerFacts {
  readonly url: string
  readonly roles: ServePlan['roles']
  readonly endpoints: readonly (Address & { readonly endpoint: Endpoint | 'setStatus' })[]
  /** The key that signs credentials, responses and status tokens, and where its public part is. */
  readonly signing: { readonly jwks: string; readonly kid: string; readonly keys: readonly JsonObject[] }
  readonly token: Terms['token']
  /** Endpoints that require a token. */
  readonly guarded: readonly Endpoint[]
  readonly accounts: readonly Account[]
  readonly offer?: ReadyOffer
  /** The fault, or the variant, which breaks nothing. */
  readonly fault?: { readonly id: string; readonly description: string; readonly breaks: readonly string[] }
  readonly profile: Profile
  readonly decisions: Readonly<Record<string, string>>
  readonly seed: number
  readonly now?: number
  readonly state?: string
  /** The CA certificate that callers have to trust, as PEM. */
  readonly authority?: string
  /** The file that it was written to. */
  readonly authorityFile?: string
  readonly asksForCertificate: boolean
  readonly warnings: readonly string[]
}

/** Describes a server that has just started. */
export function describeServer(plan: ServePlan, house: ServedActors, url: string, offer?: ReadyOffer): ServerFacts {
  const { terms, endpoints } = house
  const { roles, accounts, chosen, profile, decisions, seed, now, state, encrypted, warnings } = plan
  return {
    url,
    roles,
    endpoints: [
      ...endpoints.map((endpoint) => ({ endpoint, ...terms.addresses[endpoint] })),
      ...(plan.isAdministered ? [{ endpoint: 'setStatus' as const, ...makeStatusAddress(url) }] : []),
    ],
    signing: {
      jwks: terms.addresses.jwks.url,
      kid: keys.issuer.kid,
      keys: [keys.issuer, keys.issuerNext].map(toPublicKey),
    },
    token: terms.token,
    guarded: endpoints.filter((endpoint) => endpoint === 'validate' || terms.guarded.has(endpoint)),
    accounts,
    ...(offer && { offer }),
    ...(chosen && { fault: { id: chosen.id, description: chosen.description, breaks: chosen.breaks } }),
    profile,
    decisions,
    seed,
    ...(now !== undefined && { now }),
    ...(state !== undefined && { state }),
    ...(encrypted?.authority !== undefined && { authority: encrypted.authority }),
    ...(encrypted?.authorityFile !== undefined && { authorityFile: encrypted.authorityFile }),
    asksForCertificate: encrypted?.encryption.clientAuthority !== undefined,
    warnings: [...warnings, ...listWarnings(house)],
  }
}

const listWarnings = ({ endpoints, terms }: ServedActors): readonly string[] =>
  endpoints.includes('offer') && terms.addresses.issuerConfig.url.startsWith('http:')
    ? ['a wallet may reject an issuer without https (OFFER-SECURE): pass --tls, or the --public-url of a tunnel']
    : []

const makeStatusAddress = (url: string): Address => ({ ...statusAddress, url: `${url}${statusAddress.url}` })
