import keys from '../../../fixtures/keys.json' with { type: 'json' }
import { publicOf } from '../../actors/world.ts'
import type { House } from '../../assembly/house.ts'
import type { OfferMade } from '../../assembly/offer-made.ts'
import type { Preset } from '../../model/decision.ts'
import type { Account } from '../../model/settings.ts'
import type { Address, Terms } from '../../model/terms.ts'
import type { Endpoint } from '../../model/wire.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { statusAddress } from './admin.ts'
import type { Plan } from './plan.ts'

/** What a caller has to know of a server; with `--json` this is its first line. */
export interface Facts {
  readonly url: string
  readonly roles: Plan['roles']
  readonly endpoints: readonly (Address & { readonly endpoint: Endpoint | 'setStatus' })[]
  /** With which key credentials, responses and status answers are signed, and where its public half is. */
  readonly signing: { readonly jwks: string; readonly kid: string; readonly keys: readonly JsonObject[] }
  readonly token: Terms['token']
  /** Endpoints that want a token. */
  readonly guarded: readonly Endpoint[]
  readonly accounts: readonly Account[]
  readonly offer?: OfferMade
  /** What is not honest, or not usual. */
  readonly deed?: { readonly id: string; readonly deed: string; readonly breaks: readonly string[] }
  readonly profile: Preset
  readonly decisions: Readonly<Record<string, string>>
  readonly seed: number
  readonly now?: number
  readonly state?: string
  /** The authority that callers have to trust, as PEM. */
  readonly authority?: string
  /** Where it was written to. */
  readonly authorityFile?: string
  readonly asksForCertificate: boolean
  readonly warnings: readonly string[]
}

/** Gathers what is to be told of a server that has just begun. */
export function factsOf(plan: Plan, house: House, url: string, offer?: OfferMade): Facts {
  const { terms, endpoints } = house
  const { roles, accounts, bent, profile, given, seed, now, state, encrypted, warnings } = plan
  return {
    url,
    roles,
    endpoints: [
      ...endpoints.map((endpoint) => ({ endpoint, ...terms.addresses[endpoint] })),
      ...(plan.isAdministered ? [{ endpoint: 'setStatus' as const, ...setStatusAt(url) }] : []),
    ],
    signing: {
      jwks: terms.addresses.jwks.url,
      kid: keys.issuer.kid,
      keys: [keys.issuer, keys.issuerNext].map(publicOf),
    },
    token: terms.token,
    guarded: endpoints.filter((endpoint) => endpoint === 'validate' || terms.guarded.has(endpoint)),
    accounts,
    ...(offer && { offer }),
    ...(bent && { deed: { id: bent.id, deed: bent.deed, breaks: bent.breaks } }),
    profile,
    decisions: given,
    seed,
    ...(now !== undefined && { now }),
    ...(state !== undefined && { state }),
    ...(encrypted?.authority !== undefined && { authority: encrypted.authority }),
    ...(encrypted?.authorityFile !== undefined && { authorityFile: encrypted.authorityFile }),
    asksForCertificate: encrypted?.encryption.clientAuthority !== undefined,
    warnings: [...warnings, ...warningsAbout(house)],
  }
}

const warningsAbout = ({ endpoints, terms }: House): readonly string[] =>
  endpoints.includes('offer') && terms.addresses.issuerConfig.url.startsWith('http:')
    ? ['a wallet may refuse an issuer without https (OFFER-SECURE): give --tls, or the --public-url of a tunnel']
    : []

const setStatusAt = (url: string): Address => ({ ...statusAddress, url: `${url}${statusAddress.url}` })
