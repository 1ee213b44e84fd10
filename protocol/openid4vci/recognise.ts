import type { ArtefactKind } from '../artefacts/artefact-kinds.ts'
import type { RecognisedArtefact } from '../artefacts/recognised-artefact.ts'
import { parseTolerantly } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'
import { readSigned } from '../jose/jws.ts'
import { isHttpResponse } from '../status-list/http-response.ts'

/** The members that are typical of each message, in the order in which they are tried. */
const typicalMembers: readonly (readonly [ArtefactKind, readonly string[]])[] = [
  ['vci-issuer-metadata', ['credential_configurations_supported', 'credential_endpoint']],
  ['vci-offer', ['credential_configuration_ids', 'grants']],
  ['oauth-server-metadata', ['token_endpoint', 'authorization_endpoint', 'response_types_supported']],
  ['vci-token-response', ['access_token', 'token_type']],
  ['oauth-pushed-response', ['request_uri']],
  ['vci-credential-request', ['credential_configuration_id', 'credential_identifier', 'proofs', 'proof']],
  ['vci-notification', ['event']],
  ['vci-credential-response', ['credentials', 'transaction_id', 'interval', 'credential']],
  ['vci-error-response', ['error']], // which had a `c_nonce` in drafts
  ['vci-nonce-response', ['c_nonce']],
  ['vci-offer', ['credential_issuer']],
]

/** Recognises a message between a wallet and an issuer, by its form and its members. */
export function recogniseVci(text: string): RecognisedArtefact | undefined {
  const bare = text.trim()
  if (isHttpResponse(bare)) return { kind: 'vci-http-response', text }
  if (/^[a-z][a-z0-9+.-]*:/i.test(bare))
    return /[?&]credential_offer(_uri)?=/.test(bare) ? { kind: 'vci-offer-link', text: bare } : undefined
  const kind = bare.startsWith('{') ? recogniseJson(bare) : recogniseSigned(bare)
  return kind && { kind, text: bare }
}

function recogniseJson(text: string): ArtefactKind | undefined {
  const read = attempt(() => parseTolerantly(text))
  if ('problem' in read) return undefined
  return typicalMembers.find(([, names]) => names.some((name) => Object.hasOwn(read.value, name)))?.[0]
}

const signedTypes: ReadonlyMap<string, ArtefactKind> = new Map([
  ['openid4vci-proof+jwt', 'vci-proof'],
  ['key-attestation+jwt', 'vci-key-attestation'],
  ['openidvci-issuer-metadata+jwt', 'vci-signed-metadata'],
  ['dpop+jwt', 'oauth-dpop-proof'],
  ['oauth-client-attestation+jwt', 'oauth-client-attestation'],
  ['oauth-client-attestation-pop+jwt', 'oauth-client-attestation-pop'],
])

/** By its type, else by its claims. */
function recogniseSigned(text: string): ArtefactKind | undefined {
  const signed = attempt(() => readSigned(text))
  if ('problem' in signed) return undefined
  const { header, body } = signed.value
  const typ = typeof header.typ === 'string' ? header.typ.toLowerCase() : ''
  const typed = signedTypes.get(typ)
  if (typed) return typed
  const claims = attempt(() => parseTolerantly(body))
  if ('problem' in claims) return undefined
  if ('attested_keys' in claims.value) return 'vci-key-attestation'
  if (recogniseJson(body) === 'vci-issuer-metadata') return 'vci-signed-metadata'
  return 'nonce' in claims.value && 'aud' in claims.value ? 'vci-proof' : undefined
}
