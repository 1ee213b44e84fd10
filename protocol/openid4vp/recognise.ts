import type { ArtefactKind } from '../artefacts/artefact-kinds.ts'
import type { RecognisedArtefact } from '../artefacts/recognised-artefact.ts'
import { decodeText } from '../encoding/base64url.ts'
import { countParts } from '../encoding/compact.ts'
import { isObject, type JsonObject, parseTolerantly } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'
import { isJwsJson, readSigned } from '../jose/jws.ts'
import { isHttpResponse, type ListResponse, readBodyText, readMediaType } from '../status-list/http-response.ts'

/** The members that are typical of each message, in the order in which they are tried. */
const typicalMembers: readonly (readonly [ArtefactKind, readonly string[]])[] = [
  ['vp-response', ['vp_token']],
  ['vp-dc-request', ['protocol', 'digital', 'requests']],
  ['vp-request', ['dcql_query', 'response_type', 'response_mode', 'client_id', 'response_uri']],
  ['vp-dcql-query', ['credentials', 'credential_sets']],
  ['vp-wallet-metadata', ['client_id_prefixes_supported', 'authorization_endpoint', 'response_types_supported']],
  ['vp-client-metadata', ['vp_formats_supported', 'encrypted_response_enc_values_supported', 'jwks']],
  ['vp-transaction-data', ['credential_ids', 'transaction_data_hashes_alg']],
  ['vp-response', ['response', 'error']],
  ['vp-endpoint-response', ['redirect_uri']],
]

const answers = /[?&#](vp_token|response|error)=/
const parameters = /[?&](client_id|request|request_uri|dcql_query|response_type)=/

/** Recognises a message between a verifier and a wallet, by its form and its members. */
export function recogniseVp(text: string): RecognisedArtefact | undefined {
  const bare = text.trim()
  if (isHttpResponse(bare)) return { kind: 'vp-http-response', text }
  if (/^(GET|POST|PUT) \S+ HTTP\/\d/.test(bare)) return { kind: 'vp-http-request', text: bare }
  if (/^[a-z][a-z0-9+.-]*:/i.test(bare)) return recogniseLink(bare)
  if (countParts(bare) === 5) return { kind: 'vp-encrypted-response', text: bare }
  const kind = bare.startsWith('{') ? recogniseJson(bare) : (recogniseSigned(bare) ?? recogniseEncoded(bare))
  return kind && { kind, text: bare }
}

/** Whether a response of HTTP has a request object: it looks like one, or a success is announced as one, and cannot be read. */
export const hasRequestObject = (http: ListResponse): boolean =>
  recogniseVp(readBodyText(http))?.kind === 'vp-request-object' ||
  (http.status === 200 && readMediaType(http) === 'application/oauth-authz-req+jwt')

function recogniseLink(text: string): RecognisedArtefact | undefined {
  if (answers.test(text)) return { kind: 'vp-response-link', text }
  return parameters.test(text) ? { kind: 'vp-request-link', text } : undefined
}

function recogniseJson(text: string): ArtefactKind | undefined {
  const read = attempt(() => parseTolerantly(text))
  return 'value' in read ? recogniseMembers(read.value) : undefined
}

function recogniseMembers(content: JsonObject): ArtefactKind | undefined {
  if (isJwsJson(content)) return isSdJwtJson(content) ? undefined : 'vp-request-object'
  return typicalMembers.find(([, names]) => names.some((name) => Object.hasOwn(content, name)))?.[0]
}

/** Whether a JWS in JSON has the disclosures of an SD-JWT, or its Key Binding JWT (RFC 9901, section 8.1). */
function isSdJwtJson({ header, signatures }: JsonObject): boolean {
  const all = [header, ...(Array.isArray(signatures) ? signatures : []).map((each) => isObject(each) && each.header)]
  return all.some((each) => isObject(each) && (each.disclosures !== undefined || each.kb_jwt !== undefined))
}

/** By its type, else by its claims. */
function recogniseSigned(text: string): ArtefactKind | undefined {
  const signed = attempt(() => readSigned(text))
  if ('problem' in signed) return undefined
  const { header, body } = signed.value
  const typ = typeof header.typ === 'string' ? header.typ.toLowerCase() : ''
  if (typ.endsWith('oauth-authz-req+jwt')) return 'vp-request-object'
  if (typ.endsWith('verifier-attestation+jwt')) return 'vp-verifier-attestation'
  return recogniseJson(body) === 'vp-request' ? 'vp-request-object' : undefined
}

/** JSON in base64url, as transaction data is. */
function recogniseEncoded(text: string): ArtefactKind | undefined {
  const read = attempt(() => decodeText(text))
  const kind = 'value' in read ? recogniseJson(read.value) : undefined
  return kind === 'vp-transaction-data' ? kind : undefined
}
