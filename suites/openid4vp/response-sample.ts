import { decodeText } from '../../protocol/encoding/base64url.ts'
import { type JsonObject, type JsonValue, parseJson } from '../../protocol/encoding/json.ts'
import { type JweDraft, writeJwe } from '../../protocol/jose/jwe.ts'
import { makeVpTranscript } from '../../protocol/openid4vp/transcripts.ts'
import { chooseHash } from '../../protocol/sd-jwt/hash-functions.ts'
import { type MdocChange, makeMdocSample } from '../mdoc/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { makeVcSample, usualType, type VcChange } from '../sd-jwt-vc/sample.ts'
import { encryptionKey, nonce, signedRequest, usualTransaction, writeTransaction } from './request-sample.ts'

const client = String(signedRequest.client_id)

/** The transaction data of the usual session. */
export const transaction = writeTransaction({ ...usualTransaction, credential_ids: ['member', 'club'] })

/** A query for a credential by one of two sets of claims, for another that may be left out, and for copies of it. */
export const sessionQuery: JsonObject = {
  credentials: [
    {
      id: 'member',
      format: 'dc+sd-jwt',
      meta: { vct_values: [usualType] },
      claims: [
        { id: 'a', path: ['given_name'], values: ['Asha', 'Ravi'] },
        { id: 'b', path: ['address', 'city'] },
        { id: 'c', path: ['degrees', 0, 'year'] },
      ],
      claim_sets: [['a', 'b'], ['c']],
    },
    { id: 'club', format: 'dc+sd-jwt', meta: {}, multiple: true, claims: [{ path: ['age'] }] },
    { id: 'w3c', format: 'jwt_vc_json', meta: { type_values: [['a']] } },
    { id: 'ldp', format: 'ldp_vc', meta: { type_values: [['a']] } },
    { id: 'mdl', format: 'mso_mdoc', meta: {}, claims: [{ path: ['org.iso.18013.5.1', 'age_over_18'] }] },
  ],
  credential_sets: [{ options: [['member'], ['club']] }, { options: [['w3c', 'ldp']], required: false }],
}

const clientMetadata: JsonObject = {
  jwks: { keys: [encryptionKey] },
  vp_formats_supported: { 'dc+sd-jwt': {}, mso_mdoc: {}, ldp_vc: {}, jwt_vc_json: { alg_values: ['ES256'] } },
}

/** The request of the usual session. */
export const sessionRequest: JsonObject = {
  ...signedRequest,
  response_mode: 'direct_post',
  dcql_query: sessionQuery,
  transaction_data: [transaction],
  verifier_info: undefined as never,
  client_metadata: clientMetadata,
}

/** The request of a session, otherwise than usual. */
export const changeSession = (change: JsonObject): JsonObject => ({ ...sessionRequest, ...change })

/** The same session, with encryption. */
export const sealedRequest = changeSession({
  response_mode: 'direct_post.jwt',
  client_metadata: { ...clientMetadata, encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'] },
})

/** The same session over the Digital Credentials API. */
export const dcSession = changeSession({
  response_mode: 'dc_api',
  client_id: undefined as never,
  state: undefined as never,
})

const keep = <T>(value: T): T => value

/** The name of a disclosed property; of an element of an array its text, or `element`. */
function readName(disclosure: string): JsonValue | undefined {
  const content = parseJson(decodeText(disclosure))
  const [, first, ...rest] = Array.isArray(content) ? content : []
  return rest.length > 0 || typeof first === 'string' ? first : 'element'
}

/** Keeps the disclosures of some claims. */
export const selectDisclosures =
  (...names: readonly string[]) =>
  (all: readonly string[]): readonly string[] =>
    all.filter((each) => names.includes(String(readName(each))))

/** The hash of transaction data, as it was received. */
export const hashData = (text: string): string => chooseHash({})?.compute(text) ?? ''

/** What a Key Binding JWT has for the usual session. */
const signing: JsonObject = {
  aud: client,
  nonce,
  transaction_data_hashes: [hashData(transaction)],
  transaction_data_hashes_alg: 'sha-256',
}

/** A presentation of the usual credential, with the usual claims, for the usual session. */
export function present(
  change: VcChange = {},
  names: readonly string[] = ['given_name', 'city'],
  more: JsonObject = signing,
): string {
  const { binding } = change
  const payload = (own: JsonObject) => (binding?.payload ?? keep)({ ...own, ...more })
  return makeVcSample({
    ...change,
    present: change.present ?? selectDisclosures(...names),
    ...(binding !== null && { binding: { ...binding, payload } }),
  }).text
}

/** A presentation whose Key Binding JWT has other claims. */
export const makeBound = (members: JsonObject): string => present({}, undefined, { ...signing, ...members })

/** A presentation that signs no transaction. */
export const presentPlain = (names: readonly string[], change: VcChange = {}): string =>
  present(change, names, { aud: client, nonce })

export const usualResponse: JsonObject = { vp_token: { member: [present()] }, state: String(signedRequest.state) }

/** A presentation of an mdoc that shows one of its elements, for the usual session or another. */
export const presentMdoc = (
  session: JsonObject = sessionRequest,
  change: MdocChange = {},
  key?: JsonObject,
): string => {
  const transcript = makeVpTranscript(session, { origin: 'https://verifier.example', key })
  const items: MdocChange['items'] = (all) => all.slice(-1)
  return makeMdocSample({ about: 'response', items, ...(transcript && { transcript }), ...change }).text
}

/** An encrypted response. */
export const seal = (plaintext: string, header: JsonObject = {}, overrides: JweDraft['overrides'] = {}): string =>
  writeJwe({
    plaintext,
    header: { alg: 'ECDH-ES', enc: 'A128GCM', kid: 'e1', ...header },
    key: keys.other,
    random: (count) => Buffer.alloc(count, 7), // the same text each time
    overrides,
  })
