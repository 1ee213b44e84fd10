import { createHash } from 'node:crypto'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import {
  isObject,
  type JsonObject,
  type JsonValue,
  parseJsonObject,
  readText,
} from '../../../protocol/encoding/json.ts'
import { writeDid } from '../../../protocol/jose/did-jwk.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { readJws, writeJws } from '../../../protocol/jose/jws.ts'
import { type CertificateDraft, writeCertificate } from '../../../protocol/x509/certificate-write.ts'
import { implicit, sequence, utf8String } from '../../../protocol/x509/der-write.ts'
import { foreignExtension } from '../../jose/sample-certificate.ts'
import { clearSignature, removeJwtSignature, signByPublicKey } from '../../jose/signature-forms.ts'
import { setMembers as put, reverseMembers } from '../../kit/samples.ts'
import { listEncryptionKeys, showEncryptionKey, unknownEncryptionKey } from '../../sd-jwt/encryption-keys.ts'
import { toPublic } from '../../sd-jwt/sample.ts'
import keys from '../../sd-jwt/sample-keys.json' with { type: 'json' }
import { intermediates, writeDraft } from '../../sd-jwt/test-authority.ts'
import { writePlain } from '../../sd-jwt-vc/served-types.ts'
import { drop } from '../changes.ts'
import { isOverDc, listClientKeys } from '../values.ts'
import { changeAnswer, changeRequest, combine, set, type VerifierMutation } from '../verifier/faults.ts'

// How the requests of a verifier differ.

/** The public half of the key to which a response is encrypted, as requests have it. */
export const showKey = ({ d: _, ...key }: Jwk): JsonObject => ({
  ...key,
  ...{ kid: 'response-key', use: 'enc', alg: 'ECDH-ES' },
})

const otherResponseKeys = listEncryptionKeys('response')

/** The private halves of the other keys to which a response may be encrypted, of those that a request has. */
export const listOtherKeys = ({ client_metadata: metadata }: JsonObject): readonly Jwk[] =>
  otherResponseKeys.filter(({ kid }) => listKeys(metadata).some((each) => each.kid === kid))

const listKeys = (metadata: JsonValue | undefined): readonly JsonObject[] =>
  listClientKeys(metadata).map(([, key]) => key)

/** Has these keys in its metadata, before those that are there. */
const addKeys = (...keys: readonly JsonObject[]): VerifierMutation =>
  changeRequest((all) => ({
    ...all,
    client_metadata: { ...Object(all.client_metadata), jwks: { keys: [...keys, ...listKeys(all.client_metadata)] } },
  }))

/** Offers keys on other curves, and one of RSA, before that on P-256: a wallet chooses by what it has. */
export const addOtherKeys = addKeys(...otherResponseKeys.map(showEncryptionKey))

/** Has a key for signatures before that for responses. */
export const addSigningKey = addKeys({ ...toPublic(keys.issuer), kid: 'signing-key', use: 'sig', alg: 'ES256' })

/** Has a key that no wallet can use before that for responses. */
export const addUnknownKey = addKeys(unknownEncryptionKey)

/** Does not say of its keys for responses that they are for encryption. */
export const dropUses = changeRequest((all) => ({
  ...all,
  client_metadata: {
    ...Object(all.client_metadata),
    jwks: { keys: listKeys(all.client_metadata).map((key) => (key.use === 'enc' ? drop('use')(key) : key)) },
  },
}))

/** Names a content encryption that few wallets have before the others. */
export const addEncryption = changeRequest((all) => {
  const { encrypted_response_enc_values_supported: known = ['A128GCM'], ...metadata } = Object(all.client_metadata)
  const values = ['A256CBC-HS512', ...known]
  return { ...all, client_metadata: { ...metadata, encrypted_response_enc_values_supported: values } }
})

/** Asks for encrypted responses, beside what the metadata have. */
export const requireEncrypted = (members: JsonObject = {}): VerifierMutation =>
  changeRequest((all, key) => ({
    ...all,
    response_mode: isOverDc(all) ? 'dc_api.jwt' : 'direct_post.jwt',
    client_metadata: {
      ...(isObject(all.client_metadata) ? all.client_metadata : {}),
      jwks: { keys: [showKey(key)] },
      ...members,
    },
  }))

/** Asks by another query. */
export const changeDcql = (change: (query: JsonObject) => JsonObject): VerifierMutation =>
  changeRequest((all) => ({ ...all, dcql_query: change(isObject(all.dcql_query) ? all.dcql_query : {}) }))

export const listCredentials = ({ credentials }: JsonObject): readonly JsonObject[] =>
  Array.isArray(credentials) ? credentials.filter(isObject) : []

/** Asks by another query, as a verifier that takes all formats in it. */
export const setQuery = (query: JsonObject): VerifierMutation =>
  changeRequest((all) => ({
    ...all,
    dcql_query: query,
    client_metadata: {
      vp_formats_supported: Object.fromEntries(listCredentials(query).map(({ format }) => [readText(format), {}])),
    },
  }))

/** Changes all queries for credentials. */
export const changeCredentials = (change: (credential: JsonObject) => JsonObject): VerifierMutation =>
  changeDcql((query) => ({ ...query, credentials: listCredentials(query).map(change) }))

const unknownType = 'https://types.example/of-nothing'

const unknownTypes: Readonly<Record<string, JsonObject>> = {
  'dc+sd-jwt': { vct_values: [unknownType] },
  mso_mdoc: { doctype_value: 'org.example.nothing' },
}

/** A query for a credential of a type that nothing has. */
export const makeUnknown = (credential: JsonObject): JsonObject => ({
  ...credential,
  meta: unknownTypes[readText(credential.format)] ?? { type_values: [[unknownType]] },
})

export const askUnknownType = changeCredentials(makeUnknown)

/** Asks for credentials of types that are named almost like theirs. */
export const renameTypes = (rename: (type: string) => string): VerifierMutation =>
  changeCredentials(({ meta, ...credential }) => ({
    ...credential,
    meta: Object.fromEntries(
      Object.entries<JsonValue>(Object(meta)).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((each) => rename(readText(each))) : rename(readText(value)),
      ]),
    ),
  }))

/** Asks for the claims of the query at other paths. */
export const changePaths = (change: (path: readonly JsonValue[]) => JsonValue[]): VerifierMutation =>
  changeCredentials((credential) =>
    credential.format === 'dc+sd-jwt' && Array.isArray(credential.claims)
      ? {
          ...credential,
          claims: credential.claims.map((claim) => ({ ...Object(claim), path: change(Object(claim).path) })),
        }
      : { ...credential, meta: unknownTypes[readText(credential.format)] ?? {} },
  )

/** Asks for a claim that no credential has, beside those of the query. */
export const askUnknownClaim = changeCredentials(({ claim_sets: _, ...credential }) => {
  const claims = Array.isArray(credential.claims) ? credential.claims : []
  const path = credential.format === 'mso_mdoc' ? [readNameSpace(claims), 'x_nothing'] : ['x-claim-of-nothing']
  return { ...credential, claims: [...claims, { path, ...(claims.some(hasId) && { id: 'nothing' }) }] }
})

const hasId = (claim: JsonValue): boolean => isObject(claim) && claim.id !== undefined

function readNameSpace([first]: readonly JsonValue[]): string {
  const path = first !== undefined && isObject(first) ? first.path : undefined
  return Array.isArray(path) ? readText(path[0]) : 'org.example'
}

/** A credential that no wallet has. */
export const nothing: JsonObject = { id: 'nothing', format: 'dc+sd-jwt', meta: { vct_values: [unknownType] } }

const addNothing = (query: JsonObject, sets: readonly JsonValue[]): JsonObject => ({
  ...query,
  credentials: [...listCredentials(query), nothing],
  credential_sets: [...sets],
})

/** The sets of a query; one with all its credentials, where it has none. */
function listSets(query: JsonObject): readonly JsonObject[] {
  const { credential_sets: sets } = query
  if (Array.isArray(sets)) return sets.filter(isObject)
  return [{ options: [listCredentials(query).map(({ id = '' }) => id)] }]
}

/** Asks for a credential that is not there, which may be left out. */
export const askOptional = changeDcql((query) =>
  addNothing(query, [...listSets(query), { options: [['nothing']], required: false }]),
)

/** Asks for a credential that is not there, or else for the usual ones. */
export const askAlternative = changeDcql((query) =>
  addNothing(
    query,
    listSets(query).map(({ options, ...set }) => ({
      ...set,
      options: [['nothing'], ...(Array.isArray(options) ? options : [])],
    })),
  ),
)

/** Asks for a credential that is not there as well. */
export const askMore = changeDcql((query) => drop('credential_sets')(addNothing(query, [])))

/** An address of the verifier at which no response is due. */
const moveAddress = (address: JsonValue | undefined): string =>
  readText(address).replace(/\/(?:response|request)\//, '/elsewhere/')

export const moveResponse: VerifierMutation = changeRequest((all) => ({
  ...all,
  response_uri: moveAddress(all.response_uri),
}))

/** Expects the response at an address with a query. */
export const addResponseQuery: VerifierMutation = changeRequest((all) =>
  all.response_uri === undefined ? all : { ...all, response_uri: `${readText(all.response_uri)}?a=b&c=%2F` },
)

/** Has another `response_uri` beside the request object. */
export const addAddress: VerifierMutation = (steps) => ({
  ...steps,
  link: (all) => ({ ...steps.link(all), response_uri: moveAddress(all.request_uri) }),
})

export const changeLink = (change: (parameters: JsonObject) => JsonObject): VerifierMutation => {
  return (steps) => ({ ...steps, link: (parameters) => change(steps.link(parameters)) })
}

/** Has its request object at an address without TLS, at the same port. */
export const placePlainly = changeLink((all) => ({ ...all, request_uri: writePlain(readText(all.request_uri)) }))

/** Changes the text of a request object. */
export const changeText = (change: (object: string) => string): VerifierMutation => set({ finish: change })

/** Signs a request object again, by another key. */
export const signBy = (key: Jwk): VerifierMutation =>
  changeText((object) => {
    const { header, payload } = readJws(object)
    return writeJws(header, payload, key)
  })

/** Changes the first character of a signature, of which every bit counts. */
const spoil = (jwt: string): string =>
  jwt.replace(/\.(.)([^.]*)$/, (_, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`)

export const spoilSignature: VerifierMutation = changeText(spoil)

/** Takes the signature away. */
export const dropSignature: VerifierMutation = changeText(removeJwtSignature)

/** Has another certificate, alone or before others, and its hash as its name if it is named by a hash. */
export const certifyBy = (
  change: (draft: CertificateDraft) => CertificateDraft,
  listOthers: (usual: readonly JsonValue[]) => readonly JsonValue[] = () => [],
): VerifierMutation => {
  const write = (address: JsonValue | undefined): Buffer => {
    const { hostname } = URL.parse(readText(address)) ?? { hostname: '' }
    return writeCertificate(change(writeDraft(hostname, toPublic(keys.holder))))
  }
  return (steps) => {
    let certificate = Buffer.alloc(0)
    return {
      ...steps,
      request: (parameters, key) => {
        const all = steps.request(parameters, key)
        const [page] = Array.isArray(all.expected_origins) ? all.expected_origins : []
        certificate = Buffer.from(write(all.response_uri ?? page))
        const name = `x509_hash:${createHash('sha256').update(certificate).digest('base64url')}`
        return readText(all.client_id).startsWith('x509_hash:') ? { ...all, client_id: name } : all
      },
      header: (header) => {
        const { x5c: usual, ...rest } = steps.header(header)
        return { ...rest, x5c: [certificate.toString('base64'), ...listOthers(Array.isArray(usual) ? usual : [])] }
      },
    }
  }
}

/** Has the host in its certificate as another kind of name (RFC 5280, section 4.2.1.6), or only as the common name. */
export const certifyOtherwise = (tag?: number, write: (host: string) => string = (host) => host): VerifierMutation =>
  certifyBy(({ extensions: _, ...draft }) => ({
    ...draft,
    ...(tag !== undefined && {
      extensions: [{ ...alternativeNames, value: sequence(implicit(tag, utf8String(write(draft.subject)))) }],
    }),
  }))

const alternativeNames = { id: '2.5.29.17', critical: false }

/** Has a certificate with a critical extension that no wallet knows. */
export const certifyCritically = certifyBy((draft) => ({
  ...draft,
  extensions: [...(draft.extensions ?? []), foreignExtension],
}))

/** Certifies itself by the key of its usual certificate, which is no authority. */
export const certifyByVerifier = certifyBy(
  (draft) => ({ ...draft, subject: `${draft.subject} 2`, issuer: draft.subject, issuerKey: keys.holder }),
  (usual) => usual,
)

/** Certificates by an authority of the same name, with another key. */
export const certifyElsewhere = certifyBy((draft) => ({ ...draft, issuerKey: keys.issuer }))

/** The same, before a certificate that a wallet trusts and that has not certified it. */
export const certifyBefore = certifyBy(
  (draft) => ({ ...draft, issuerKey: keys.issuer }),
  (usual) => usual,
)

/** A chain of four certificates: three authorities are between that of the verifier and the root. */
export const certifyByChain = certifyBy(
  (draft) => ({ ...draft, ...intermediates.last }),
  () => intermediates.certificates.map((each) => each.toString('base64')),
)

export const certifySoon = certifyBy((draft) => ({
  ...draft,
  notBefore: new Date('2099-06-01T00:00:00Z'),
  notAfter: new Date('2099-12-01T00:00:00Z'),
}))

export const certifyLongAgo = certifyBy((draft) => ({ ...draft, notAfter: new Date('2025-06-01T00:00:00Z') }))

/** Answers the request for a request object, or a response, with a redirect to an address where nothing is. */
export const answerRedirect = (endpoint: 'request' | 'response', status: number): VerifierMutation =>
  changeAnswer(endpoint, (response) => ({
    ...response,
    status,
    headers: { ...response.headers, location: `../moved/${endpoint}` },
    body: '',
  }))

/** Has parameters in the link, without a signature. */
export const inLink: VerifierMutation = set({ delivery: 'value' })

/** Has transaction data for the first credential. */
export const addTransaction = (transaction: JsonObject): VerifierMutation =>
  changeRequest((all) => {
    const [first = {}] = listCredentials(isObject(all.dcql_query) ? all.dcql_query : {})
    const content = { ...transaction, credential_ids: [first.id ?? ''] }
    return { ...all, transaction_data: [encodeBase64url(JSON.stringify(content))] }
  })

/** Has its transaction data twice, in another order of members the second time. */
export const repeatTransaction = changeRequest(({ transaction_data: texts, ...all }) => ({
  ...all,
  transaction_data: (Array.isArray(texts) ? texts : []).flatMap((each) => [
    each,
    encodeBase64url(JSON.stringify(reverseMembers(parseJsonObject(decodeText(readText(each)))))),
  ]),
}))

/** Has other transaction data. */
export const changeTransaction = (change: (transaction: JsonObject) => JsonObject): VerifierMutation =>
  changeRequest(({ transaction_data: texts, ...all }) => ({
    ...all,
    transaction_data: (Array.isArray(texts) ? texts : []).map((each) =>
      encodeBase64url(JSON.stringify(change(parseJsonObject(decodeText(readText(each)))))),
    ),
  }))

const decodeText = (text: string): string => Buffer.from(text, 'base64url').toString()

export const changeObject = (change: (claims: JsonObject) => JsonObject): VerifierMutation => {
  return (steps) => ({ ...steps, object: (claims) => change(steps.object(claims)) })
}

export const changeHeader = (change: (header: JsonObject) => JsonObject): VerifierMutation => {
  return (steps) => ({ ...steps, header: (header) => change(steps.header(header)) })
}

/** Signs a request object by a key that its own metadata have. */
const signByMetadata = (change: (header: JsonObject) => JsonObject): VerifierMutation => {
  const jwk = { ...toPublic(keys.issuer), kid: 'key-of-the-request', alg: 'ES256' }
  return (steps) =>
    signBy(keys.issuer)(changeHeader((header) => ({ ...change(header), kid: jwk.kid }))(addKeys(jwk)(steps)))
}

export const bringKey = signByMetadata((header) => header)

export const bringKeyAlone = signByMetadata(drop('x5c'))

/** Has a MAC with the key of its certificate. */
export const signByMac = changeText((object) => signByPublicKey(object, toPublic(keys.holder)))

/** Has zeros for a signature. */
export const signByZeros = changeText(clearSignature)

/** Signs by a key that is in the header. */
export const nameKey: VerifierMutation = (steps) =>
  signBy(keys.issuer)(changeHeader((header) => ({ ...header, jwk: toPublic(keys.issuer) }))(steps))

/** Names the key of another DID, which has signed the request. */
export const nameOtherDid: VerifierMutation = (steps) =>
  signBy(keys.issuer)(changeHeader(put({ kid: `${writeDid(toPublic(keys.issuer))}#0` }))(steps))

export const changeAttestation = (change: (claims: JsonObject) => JsonObject): VerifierMutation => {
  return (steps) => ({ ...steps, attestation: (claims) => change(steps.attestation(claims)) })
}

/** Attests another address than that of the response. */
export const attestAddress =
  (write: (address: string) => string): VerifierMutation =>
  (steps) => {
    let address = ''
    return {
      ...steps,
      request: (parameters, key) => {
        const all = steps.request(parameters, key)
        address = readText(all.response_uri)
        return all
      },
      attestation: (claims) => ({ ...steps.attestation(claims), redirect_uris: [write(address)] }),
    }
  }

/** A certificate of another host. */
export const certifyOther = certifyBy(() => writeDraft('other.example', toPublic(keys.holder)))

/** A client of another host, whose response goes where it does for the usual one. */
export const nameOtherHost: VerifierMutation = (steps) =>
  certifyOther(changeRequest(put({ client_id: 'x509_san_dns:other.example' }))(steps))

/** A verifier that attests itself: its certificate is by an authority of the same name, with another key. */
export const attestItself: VerifierMutation = set({
  finishAttestation: (attestation) => {
    const { header, payload } = readJws(attestation)
    const draft = writeDraft('attester.example', toPublic(keys.holder), 'https://attester.example')
    const certificate = writeCertificate({ ...draft, issuerKey: keys.holder })
    return writeJws({ ...header, x5c: [certificate.toString('base64')] }, payload, keys.holder)
  },
})

export const spoilAttestation: VerifierMutation = set({ finishAttestation: spoil })

export const unsignAttestation: VerifierMutation = set({ finishAttestation: removeJwtSignature })

/** Asks by sets of claims, which are made of the first of the query and of one that no credential has; where it has none, otherwise. */
export const makeSetsWithNothing = (
  list: (first: string, nothing: string) => JsonValue,
  otherwise: (credential: JsonObject) => JsonObject,
): VerifierMutation =>
  combine(
    askUnknownClaim,
    changeCredentials((credential) => {
      const claims = (Array.isArray(credential.claims) ? credential.claims : []).map((claim, i) => ({
        ...Object(claim),
        id: `c${i}`,
      }))
      if (claims.length < 2) return otherwise(credential)
      return { ...credential, claims, claim_sets: list('c0', `c${claims.length - 1}`) }
    }),
  )

/** Asks for credentials of authorities of a kind that was made up. */
export const askUnknownAuthority = changeCredentials(put({ trusted_authorities: [{ type: 'x-type', values: ['a'] }] }))

/** Asks for credentials of an authority that has none. */
export const askOtherAuthority = changeCredentials((credential) => ({
  ...credential,
  trusted_authorities: [{ type: 'aki', values: ['bm9hdXRob3JpdHloYXN0aGlz'] }],
}))

/** Asks for a value of the first claim that no credential has. */
export const askOtherValue = changeCredentials(({ claim_sets: _, ...credential }) => {
  const [first, ...others] = Array.isArray(credential.claims) ? credential.claims : []
  return first === undefined || !isObject(first)
    ? credential
    : { ...credential, claims: [{ ...first, values: ['x-value-of-nothing'] }, ...others] }
})

/** Asks for the first claim twice. */
export const askTwice = changeCredentials(({ claim_sets: _, ...credential }) => {
  const claims = Array.isArray(credential.claims) ? credential.claims : []
  const [first] = claims
  return first === undefined || !isObject(first)
    ? credential
    : { ...credential, claims: [...claims, hasId(first) ? { ...first, id: 'again' } : first] }
})

/** A client that cannot sign its request, and has it fetched by POST. */
export const makePostable: VerifierMutation = (steps) =>
  dropSignature(changeHeader(drop('x5c'))(set({ delivery: 'post' })(steps)))

/** Has the user come back, with more in its answer. */
export const sendBack =
  (more: JsonObject = {}): VerifierMutation =>
  (steps) => ({ ...steps, answer: (content) => ({ ...content, ...steps.answer(content), ...more }) })

/** Has the user come back to an address with a query. */
export const sendBackByQuery: VerifierMutation = (steps) => ({
  ...steps,
  answer: (content) => {
    const all: JsonObject = { ...content, ...steps.answer(content) }
    return { ...all, redirect_uri: readText(all.redirect_uri).replace(/#|$/, '?a=b&c=%2F$&') }
  },
})

/** Has the members of its objects in the reverse order. */
export const reverseRequest: VerifierMutation = changeRequest((all) => reverseMembers(all))
