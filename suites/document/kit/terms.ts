import type { Decide, Decision } from '../../../model/decision.ts'
import type { Address } from '../../../model/wire.ts'
import { METHOD as CALLBACK_METHOD, PATH as CALLBACK_PATH } from '../callback/decisions.ts'
import { CREDENTIAL_FORM, UNASKED } from '../encryption/decisions.ts'
import { METHOD as CONFIG_METHOD, PATH as CONFIG_PATH } from '../issuer-config/decisions.ts'
import { METHOD as JWKS_METHOD, PATH as JWKS_PATH } from '../keys/decisions.ts'
import { METHOD as METADATA_METHOD, PATH as METADATA_PATH } from '../metadata/decisions.ts'
import { insertWellKnownPath, wellKnown } from '../metadata/well-known.ts'
import type { Endpoint } from '../model/endpoints.ts'
import type { Terms } from '../model/terms.ts'
import {
  LIFETIME as NONCE_LIFETIME,
  METHOD as NONCE_METHOD,
  PATH as NONCE_PATH,
  SINGLE_USE as NONCE_USE,
} from '../nonce/decisions.ts'
import { SINGLE_USE as CODE_USE, METHOD as OFFER_METHOD, URL as OFFER_URL, PRESENTED } from '../offer/decisions.ts'
import * as privacy from '../privacy/decisions.ts'
import { METHOD as STATUS_METHOD } from '../status/decisions.ts'
import { CODE_LIFETIME, PRESENTATION_METHOD, PRESENTATION_PATH } from '../undefined-points/decisions.ts'
import {
  TOKEN_FORMAT,
  TOKEN_HEADER,
  METHOD as VALIDATE_METHOD,
  PATH as VALIDATE_PATH,
} from '../validation/decisions.ts'

/** The base addresses of the HTTP servers, without a trailing slash. */
export interface BaseAddresses {
  readonly issuer: string
  readonly status: string
  readonly walletBackend: string
  readonly verifier: string
}

/** The URL of the metadata, by the way in which it is built from that of the issuer. */
const metadataUrls: Readonly<Record<'literal' | 'insertion' | 'append', (issuer: string) => string>> = {
  literal: (issuer) => `${issuer}${wellKnown}/tenant`,
  append: (issuer) => `${issuer}${wellKnown}`,
  insertion: insertWellKnownPath,
}

const tokenDecisions: readonly (readonly [Endpoint, Decision<'none' | 'bearer'>])[] = [
  ['issuerConfig', privacy.AUTH_CONFIG],
  ['offer', privacy.AUTH_OFFER],
  ['issuerMetadata', privacy.AUTH_METADATA],
  ['nonce', privacy.AUTH_NONCE],
  ['walletCallback', privacy.AUTH_CALLBACK],
  ['jwks', privacy.AUTH_KEYS],
  ['status', privacy.AUTH_STATUS],
]

/** The terms between actors at these addresses, under these answers. */
export const deriveTerms = (decide: Decide, bases: BaseAddresses): Terms => ({
  addresses: deriveAddresses(decide, bases),
  token: { header: decide(TOKEN_HEADER), format: decide(TOKEN_FORMAT) },
  guarded: new Set(
    tokenDecisions.filter(([, decision]) => decide(decision) === 'bearer').map(([endpoint]) => endpoint),
  ),
  lifetimes: { code: Number(decide(CODE_LIFETIME)), nonce: Number(decide(NONCE_LIFETIME)) },
  uses: { code: decide(CODE_USE), nonce: decide(NONCE_USE) },
  deliveredCredentials: decide(CREDENTIAL_FORM) === 'encrypted' ? 'encrypted' : 'decrypted',
  withoutEncryption: decide(UNASKED) === 'refused' ? 'refused' : 'answered',
  clearResponse: decide(CREDENTIAL_FORM) === 'either' ? 'delivered' : 'refused',
  codePresented: decide(PRESENTED),
})

function deriveAddresses(
  decide: Decide,
  { issuer, status, walletBackend, verifier }: BaseAddresses,
): Terms['addresses'] {
  const at = (base: string, method: string, path: string): Address => ({ method, url: `${base}${path}` })
  return {
    issuerConfig: at(issuer, decide(CONFIG_METHOD), decide(CONFIG_PATH)),
    offerPush: { method: 'PUSH', url: 'os:credential-manager' },
    offer: { method: decide(OFFER_METHOD), url: decide(OFFER_URL).replaceAll('{issuer_url}', issuer) },
    issuerMetadata: { method: decide(METADATA_METHOD), url: metadataUrls[decide(METADATA_PATH)](issuer) },
    nonce: at(issuer, decide(NONCE_METHOD), decide(NONCE_PATH)),
    deeplink: { method: 'OPEN', url: 'os:deeplink' },
    validate: at(issuer, decide(VALIDATE_METHOD), decide(VALIDATE_PATH)),
    walletCallback: at(walletBackend, decide(CALLBACK_METHOD), decide(CALLBACK_PATH)),
    jwks: at(issuer, decide(JWKS_METHOD), decide(JWKS_PATH)),
    status: at(status, decide(STATUS_METHOD), '/credentials/status/{id}'),
    presentation: at(verifier, decide(PRESENTATION_METHOD), decide(PRESENTATION_PATH)),
  }
}
