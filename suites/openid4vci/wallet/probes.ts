import { createHash } from 'node:crypto'
import { decodeText, encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { type JsonObject, readText } from '../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { readJws, writeJws } from '../../../protocol/jose/jws.ts'
import { writeCertificate } from '../../../protocol/x509/certificate-write.ts'
import { clearSignature, removeJwtSignature, signByPublicKey } from '../../jose/signature-forms.ts'
import { dropMembers, setMembers } from '../../kit/samples.ts'
import { sampleTime, toPublic, writeSpaced } from '../../sd-jwt/sample.ts'
import keys from '../../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyIssuer, writeDraft } from '../../sd-jwt/test-authority.ts'
import { clientValidations as usual } from '../actors/client-validations.ts'
import { clientValidations, type VciEndpoint } from '../actors/issuer-steps.ts'
import { issueMdocs, offerBothFormats } from '../issued-mdoc.ts'
import {
  askTxCode,
  askTxText,
  changeConfiguration,
  changeConfigurations,
  changeMetadata,
  changeOffer,
  changeResponse,
  changeServer,
  combine,
  defer,
  giveChallenges,
  type IssuerMutation,
  look,
  needAttestation,
  needClientAttestation,
  offerSeveral,
  replaceValidation,
  requireEncryption,
  serveChallenges,
  setSteps,
  skipValidations,
} from '../issuer-changes.ts'
import { countNonces, dropField, hashCount } from '../oauth-faults.ts'
import { addQueries, encryptBy, encrypted, issuerChoices } from './choices.ts'
import { issuerKeyProbes, typeProbes } from './credential-probes.ts'
import { keepUsual, makeWalletProbe, type WalletProbe, type WalletSign } from './make-probe.ts'
import { VCIWALLET } from './requirements.ts'

const refused = makeWalletProbe('refusal', 'acceptance')
const issued = makeWalletProbe('issuance', ['credential'])
const session = makeWalletProbe('session', [])

const text = (number: string): string => `OpenID4VCI 1.0, section ${number}`
const holder = (step: string): string => `RFC 9901, section ${step}`

const note = setMembers({ 'x-note': { a: ['b', 1] } })

const changeToken =
  (change: (response: JsonObject) => JsonObject): IssuerMutation =>
  (steps) => ({ ...steps, token: (response) => change(steps.token(response)) })

/** Changes what is issued as text; answers without credentials stay as they are. */
const changeCredential = (change: (sdJwt: string) => string): IssuerMutation =>
  setSteps({
    credential: (content) =>
      Array.isArray(content.credentials)
        ? {
            ...content,
            credentials: content.credentials.map((each) => ({ credential: change(readText(Object(each).credential)) })),
          }
        : content,
  })

/** Changes the claims or the header that the issuer signs. */
const signAgain = (
  claims: (payload: JsonObject) => JsonObject,
  header = keepObject,
  key: Jwk = keys.issuer,
): IssuerMutation =>
  changeCredential((sdJwt) => {
    const [jwt = '', ...rest] = sdJwt.split('~')
    const { header: first, payload } = readJws(jwt)
    return [writeJws(header(first), claims(payload), key), ...rest].join('~')
  })

function keepObject(object: JsonObject): JsonObject {
  return object
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Writes disclosures with white space, and signs their digests. */
const spaceDisclosures = changeCredential((sdJwt) => {
  const [jwt = '', ...rest] = sdJwt.split('~')
  const { header, payload } = readJws(jwt)
  const spaced = rest.slice(0, -1).map((own) => [own, encodeBase64url(writeSpaced(decodeText(own)))] as const)
  const text = spaced.reduce(
    (all, [own, other]) => all.replace(hashText(own), hashText(other)),
    JSON.stringify(payload),
  )
  return [writeJws(header, JSON.parse(text), keys.issuer), ...spaced.map(([, other]) => other), ''].join('~')
})

/** Has a new nonce for proofs in every response to a request that has one, and in those of the nonce endpoint. */
const renewNonces: IssuerMutation = combine(
  countNonces(hashCount),
  ...(['offer', 'issuerMetadata', 'serverMetadata', 'authorization'] as const).map((endpoint) =>
    changeResponse(endpoint, dropField('dpop-nonce')),
  ),
)

/** Changes the first character of a signature, of which every bit counts. */
const spoilSignature = changeCredential((sdJwt) =>
  sdJwt.replace(/^([^.]*\.[^.]*\.)(.)/, (_, head: string, first: string) => `${head}${first === 'A' ? 'B' : 'A'}`),
)

/** Changes the signature of the last credential of several. */
const spoilLast: IssuerMutation = (steps) => ({
  ...steps,
  credential: (content) => {
    const usual = steps.credential(content)
    const { credentials: list } = usual
    if (!Array.isArray(list) || list.length < 2) return usual
    const { credentials: spoilt } = spoilSignature(steps).credential(content)
    return { ...usual, credentials: [...list.slice(0, -1), ...(Array.isArray(spoilt) ? spoilt.slice(-1) : [])] }
  },
})

/** Changes the JWT that the issuer signed. */
const changeSigned = (change: (jwt: string) => string): IssuerMutation =>
  changeCredential((sdJwt) => {
    const [jwt = '', ...rest] = sdJwt.split('~')
    return [change(jwt), ...rest].join('~')
  })

const disclosure = encodeBase64url(JSON.stringify(['2GLC42sKQveCfGfryNRN9w', 'member_level', 'gold']))

const keyBinding = writeJws(
  { typ: 'kb+jwt', alg: 'ES256' },
  { aud: 'https://verifier.example', iat: sampleTime, nonce: 'n', sd_hash: encodeBase64url('a') },
  keys.holder,
)

const otherKey = toPublic(keys.other)

/** A certificate of no known authority. */
const ownCertificate = [
  writeCertificate({
    ...writeDraft('issuer.example', toPublic(keys.holder)),
    ...{ issuer: 'issuer.example', issuerKey: keys.holder },
  }).toString('base64'),
]

const digest = createHash('sha256').update(disclosure).digest('base64url')

const year = 365 * 86_400

const expire = (claims: JsonObject): JsonObject => {
  const iat = Number(claims.iat)
  return { ...claims, iat: iat - 2 * year, exp: iat - year }
}

/** Changes the tag of an encrypted response. */
const spoilTag = changeResponse('credential', (response) =>
  response.headers['content-type'] === 'application/jwt'
    ? {
        ...response,
        body: response.body.replace(
          /\.(.)([^.]*)$/,
          (_, one: string, rest: string) => `.${one === 'A' ? 'B' : 'A'}${rest}`,
        ),
      }
    : response,
)

/** Issues tokens of the type `DPoP` where a proof is sent, and of the type `Bearer` elsewhere. */
export const issueBound: IssuerMutation = (steps) => {
  let isBound = false
  return {
    ...look('code-known', (usual, facts) => {
      isBound = facts.dpop !== undefined
      return usual(facts)
    })(steps),
    serverMetadata: (server) => ({
      ...steps.serverMetadata(server),
      dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'ES384'],
    }),
    token: (response) => ({ ...steps.token(response), token_type: isBound ? 'DPoP' : 'Bearer' }),
  }
}

/** Refuses the first nonce of a session. */
const refuseFirstNonce: IssuerMutation = (steps) => {
  let isFirst = true
  return look('proof-nonce-known', (usual, facts) => {
    const isRefused = isFirst
    isFirst = false
    return !isRefused && usual(facts)
  })(steps)
}

const identifiers = {
  type: 'openid_credential',
  credential_configuration_id: 'membership',
  credential_identifiers: ['member-7', 'member-8'],
}

const giveIdentifiers = changeToken(setMembers({ authorization_details: [identifiers] }))

/** Offers two credentials, for which different proofs are sent, and gives the identifiers of the second first. */
const giveReversed = combine(
  offerSeveral,
  changeMetadata(({ credential_configurations_supported: all, ...metadata }) => ({
    ...metadata,
    credential_configurations_supported: Object.fromEntries(
      Object.entries<JsonObject>(Object(all)).map(([id, each]) => {
        const { jwt, attestation } = Object(each.proof_types_supported)
        return [id, { ...each, proof_types_supported: id === 'seniority' ? { attestation } : { jwt } }]
      }),
    ),
  })),
  changeToken((response) => ({
    ...response,
    authorization_details: ['seniority', 'membership'].map((id) => ({
      ...{ type: 'openid_credential', credential_configuration_id: id, credential_identifiers: [`${id}-1`] },
    })),
  })),
)

const elsewhere = changeMetadata((metadata) => ({
  ...metadata,
  authorization_servers: [`${readText(metadata.credential_issuer)}/login`],
}))

/** Offers the authorization code grant, and takes more than the reference issuer: what a wallet does wrong is for checks to say. */
export const offerCode: IssuerMutation = combine(
  (steps) => ({
    ...steps,
    offer: (content) => ({ ...steps.offer(content), grants: { authorization_code: makeCodeGrant(content) } }),
  }),
  skipValidations('client-known', 'redirect-registered', 'response-type', 'challenge-method', 'scope-known'),
)

/** The grant with a state of its own, which has to be encoded. */
function makeCodeGrant({ grants }: JsonObject): JsonObject {
  const { authorization_code: usual } = Object(grants)
  return { ...Object(usual), issuer_state: `State ${readText(Object(usual).issuer_state)} & more` }
}

/** Changes the `state` with which users come back. */
const changeState = (change: (state: string) => JsonObject): IssuerMutation =>
  setSteps({
    authorization: ({ state, ...all }) => (state === undefined ? all : { ...all, ...change(readText(state)) }),
  })

/** Has no grants in its offer, and an authorization server for the authorization code grant alone. */
const offerWithout = (change: (offer: JsonObject) => JsonObject): IssuerMutation =>
  combine(offerCode, changeOffer(change), changeServer(setMembers({ grant_types_supported: ['authorization_code'] })))

/** Has two authorization servers. */
const serveTwice = changeMetadata((metadata) => ({
  ...metadata,
  authorization_servers: ['login', 'second'].map((name) => `${readText(metadata.credential_issuer)}/${name}`),
}))

/** Names an authorization server in its offer. */
const nameServer = (name: string): IssuerMutation =>
  changeOffer((offer) => changeGrants(offer, { authorization_server: `${readText(offer.credential_issuer)}/${name}` }))

/** Defers twice, the second time for longer. */
const deferLonger = combine(defer, (steps) => {
  let count = 0
  return {
    ...steps,
    credential: (content) => {
      const usual = steps.credential(content)
      return usual.interval === undefined ? usual : { ...usual, interval: ++count }
    },
  }
})

/** Says that there is no credential, and that none will be. */
const deny = (endpoint: VciEndpoint): IssuerMutation =>
  changeResponse(endpoint, (response) =>
    response.status === 401
      ? response
      : {
          status: 400,
          headers: { ...response.headers, 'content-type': 'application/json' },
          body: JSON.stringify({ error: 'credential_request_denied' }),
        },
  )

/** Has wallets authenticate themselves by attestations of any provider. */
const attestClients: IssuerMutation = combine(needClientAttestation, skipValidations(...clientValidations))

/** Rejects proofs for wallet attestations without a challenge. */
export const wantChallenge: IssuerMutation = replaceValidation('pop-challenge', usual['pop-challenge'])

const dropNotifications = setSteps({ credential: dropMembers('notification_id') })

const metadataUse: WalletSign = ['nonce', 'credential']

/** How metadata are signed for those who ask for that. */
interface MetadataSigning {
  readonly header?: (certificates: JsonObject) => JsonObject
  readonly claims?: (claims: JsonObject) => JsonObject
  readonly key?: Jwk
  /** What becomes of the JWT. */
  readonly finish?: (jwt: string) => string
}

/** Signs metadata with the key in a certificate of the issuer, or otherwise. */
const signMetadata = ({
  header = keepObject,
  claims = keepObject,
  key = keys.issuer,
  finish = String,
}: MetadataSigning = {}): IssuerMutation =>
  combine(
    // One that falls back to plain metadata shows nothing of what it makes of signed ones.
    setSteps({ metadataHeader: {}, signsFor: () => true }),
    changeResponse('issuerMetadata', (response) => {
      const { header: usual, payload } = readJws(response.body)
      const x5c = [certifyIssuer(readText(payload.sub)).toString('base64')]
      return { ...response, body: finish(writeJws(header({ ...usual, x5c }), claims(payload), key)) }
    }),
  )

/** Signs metadata by a key that no wallet knows, whatever their header says of it. */
const signUnknown = (signer: JsonObject): IssuerMutation =>
  signMetadata({ header: ({ x5c: _, ...header }) => ({ ...header, ...signer }), key: keys.holder })

const certified = { control: signMetadata(), sign: metadataUse, needsSigned: true } as const
const untrusted = { ...certified, obligation: text('12.2.3') }

// biome-ignore format: a table, one row a line.
export const walletProbes: readonly WalletProbe[] = [
  refused(VCIWALLET['REFUSES-METADATA'], 'metadata of another issuer', changeMetadata(setMembers({ credential_issuer: 'https://other.example' })), { sign: metadataUse, obligation: text('12.2.4') }),
  refused(VCIWALLET['REFUSES-METADATA'], 'metadata whose `credential_issuer` has a slash more', changeMetadata((metadata) => ({ ...metadata, credential_issuer: `${readText(metadata.credential_issuer)}/` })), { sign: metadataUse, obligation: text('12.2.4') }),
  refused(VCIWALLET['REFUSES-SIGNER'], 'signed metadata by an unknown key', signUnknown({ kid: 'unknown' }), { sign: metadataUse, obligation: text('12.2.3'), needsSigned: true }),
  refused(VCIWALLET['REFUSES-SIGNER'], 'signed metadata with their key in the header', signUnknown({ jwk: toPublic(keys.holder) }), { sign: metadataUse, obligation: text('12.2.3'), needsSigned: true }),
  refused(VCIWALLET['REFUSES-SIGNER'], 'signed metadata with a self-signed certificate', signUnknown({ x5c: ownCertificate }), { sign: metadataUse, obligation: text('12.2.3'), needsSigned: true }),
  refused(VCIWALLET['REFUSES-SIGNER'], 'signed metadata without a signature', signMetadata({ finish: removeJwtSignature }), untrusted),
  refused(VCIWALLET['REFUSES-SIGNER'], 'signed metadata by a MAC with the key in their certificate', signMetadata({ finish: (jwt) => signByPublicKey(jwt, toPublic(keys.issuer)) }), untrusted),
  refused(VCIWALLET['REFUSES-SIGNER'], 'signed metadata by another key than that in their certificate', signMetadata({ key: keys.holder }), untrusted),
  refused(VCIWALLET['SIGNED-CURRENT'], 'signed metadata that expired a year ago', signMetadata({ claims: expire }), { ...certified, obligation: 'RFC 7519, section 4.1.4' }),
  refused(VCIWALLET['REFUSES-SIGNER'], 'signed metadata of another type', signMetadata({ header: setMembers({ typ: 'JWT' }) }), certified),
  refused(VCIWALLET['REFUSES-SIGNER'], 'signed metadata with the `sub` of another issuer', signMetadata({ claims: setMembers({ sub: 'https://other.example' }) }), certified),
  refused(VCIWALLET['REFUSES-SERVER'], 'metadata of another authorization server', changeServer((metadata) => ({ ...metadata, issuer: 'https://other.example' })), { sign: ['token'], obligation: 'RFC 8414, section 3.3' }),
  refused(VCIWALLET['REFUSES-SERVER'], 'metadata of an authorization server whose `issuer` has a slash more', changeServer((metadata) => ({ ...metadata, issuer: `${readText(metadata.issuer)}/` })), { sign: ['token'], obligation: 'RFC 8414, section 3.3' }),
  refused(VCIWALLET['REFUSES-TYPE'], 'an access token of a type that was made up', changeToken(setMembers({ token_type: 'x-unknown' })), { sign: ['credential'], obligation: 'RFC 6749, section 7.1' }),

  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential with one character of its signature changed', spoilSignature, { obligation: holder('7.1, step 2, and 7.2'), needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential without a signature', changeSigned(removeJwtSignature), { obligation: holder('7.1, step 2, and 7.2'), needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential with a MAC by the key of its issuer', changeSigned((jwt) => signByPublicKey(jwt, toPublic(keys.issuer))), { obligation: holder('7.1, step 2, and 7.2'), needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential whose signature is zeros', changeSigned(clearSignature), { obligation: holder('7.1, step 2, and 7.2'), needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a deferred credential with one character of its signature changed', combine(defer, spoilSignature), { control: defer, obligation: holder('7.1, step 2, and 7.2'), needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential with a critical extension that was made up', signAgain((payload) => payload, (header) => ({ ...header, crit: ['x-made-up'], 'x-made-up': true })), { obligation: `${holder('7.1, step 2, and 7.2')}; RFC 7515, section 4.1.11`, needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential with a disclosure that belongs to nothing', changeCredential((sdJwt) => `${sdJwt}${disclosure}~`), { obligation: holder('7.1, step 5, and 7.2'), needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential with one digest twice', signAgain((payload) => ({ ...payload, _sd: [...(Array.isArray(payload._sd) ? payload._sd : []), digest, digest] })), { obligation: holder('7.1, step 4, and 7.2'), needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential that discloses a claim which is there already', signAgain(setMembers({ given_name: 'Other' })), { obligation: holder('7.1, step 3, and 7.2'), needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential with a hash function that was made up', signAgain(setMembers({ _sd_alg: 'x-hash' })), { obligation: holder('7.1, step 2, and 7.2'), needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential that expired a year ago', signAgain(expire), { obligation: holder('7.1, step 6, and 7.2'), needsSdJwt: true }),
  // An issuer may issue ahead of time, and a wallet may keep what is not valid yet.
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential that is not valid before next year', signAgain((payload) => ({ ...payload, nbf: Number(payload.iat) + year })), { needsSdJwt: true }),
  refused(VCIWALLET['KEYS-OWN'], 'a credential that is signed with the key in its own header', signAgain(keepObject, ({ kid: _, ...header }) => ({ ...header, jwk: otherKey }), keys.other), { obligation: VCIWALLET['KEYS-OWN'].standard ?? '', needsCall: 'keys', needsSdJwt: true }),
  refused(VCIWALLET['KEYS-OWN'], 'a credential with a self-signed certificate', signAgain(keepObject, ({ kid: _, ...header }) => ({ ...header, x5c: ownCertificate }), keys.holder), { obligation: VCIWALLET['KEYS-OWN'].standard ?? '', needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential with a Key Binding JWT', changeCredential((sdJwt) => `${sdJwt}${keyBinding}`), { obligation: holder('7.2'), needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential that is bound to a key of another wallet', signAgain(setMembers({ cnf: { jwk: otherKey } })), { needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-CREDENTIAL'], 'a credential of another type', signAgain(setMembers({ vct: 'https://types.example/other' })), { needsSdJwt: true }),
  refused(VCIWALLET['REFUSES-RESPONSE'], 'an encrypted response with one character of its tag changed', combine(encrypted, spoilTag), { control: encrypted, obligation: 'RFC 7516, section 5.2' }),
  refused(VCIWALLET['REFUSES-PLAIN'], 'a response in plain text, though encryption was asked for', combine(encrypted, setSteps({ encryption: () => undefined })), { control: encrypted, obligation: text('10') }),

  refused(VCIWALLET['WHOLE-BATCH'], 'several credentials, of which the last has another signature', spoilLast, { obligation: text('11.1'), needsBatch: true, needsSdJwt: true }),

  issued(VCIWALLET.IGNORES, 'an offer with one parameter more', changeOffer(note), { obligation: text('4.1.1'), allowed: text('4.1.1') }),
  issued(VCIWALLET.IGNORES, 'metadata with one parameter more', changeMetadata(note), { obligation: text('12.2.4'), allowed: text('12.2.4') }),
  issued(VCIWALLET.IGNORES, 'a credential configuration with one parameter more', changeConfiguration({ 'x-note': ['a'] }), { obligation: text('12.2.4'), allowed: text('12.2.4') }),
  issued(VCIWALLET.IGNORES, 'metadata of the authorization server with one parameter more', changeServer(note), { obligation: text('12.3'), allowed: 'RFC 8414, section 2' }),
  issued(VCIWALLET.IGNORES, 'a token response with one parameter more', changeToken(note), { obligation: text('6.2'), allowed: text('6.2') }),
  issued(VCIWALLET.IGNORES, 'details in a token response with one field more', changeToken(setMembers({ authorization_details: [note(identifiers)] })), { control: giveIdentifiers, obligation: text('6.2') }),
  issued(VCIWALLET.IGNORES, 'a credential response with one parameter more', setSteps({ credential: note }), { sign: 'acceptance', obligation: text('8.3'), allowed: text('8.3') }),
  issued(VCIWALLET.IGNORES, 'a deferred response with one parameter more', combine(defer, setSteps({ credential: (content) => (content.credentials === undefined ? content : note(content)) })), { control: defer, sign: 'acceptance', obligation: text('9.2') }),
  issued(VCIWALLET['DEFERRED-NOTED'], 'a deferred response with `notification_id`', defer, { control: combine(defer, dropNotifications), sign: 'acceptance', obligation: text('9.2'), needsWord: true }),
  issued(VCIWALLET['TYPE-CASE'], 'an access token of the type `bearer`', changeToken(setMembers({ token_type: 'bearer' })), { obligation: 'RFC 6749, section 5.1', allowed: 'RFC 6749, section 5.1' }),
  issued(VCIWALLET['DIGEST-TEXT'], 'a credential whose disclosures have white space', spaceDisclosures, { sign: 'acceptance', obligation: VCIWALLET['DIGEST-TEXT'].standard ?? '', needsSdJwt: true }),

  issued(VCIWALLET['NO-LIFETIME'], 'a token response without `expires_in`', changeToken(dropMembers('expires_in')), { obligation: 'RFC 6749, section 5.1', allowed: 'RFC 6749, section 5.1' }),
  refused(VCIWALLET['CODE-REQUEST'], 'a redirection with an error', combine(offerCode, setSteps({ authorization: ({ code: _, ...all }) => ({ ...all, error: 'access_denied' }) })), { control: offerCode, sign: ['token'], obligation: 'RFC 6749, section 4.1.3' }),
  refused(VCIWALLET['REFUSES-STATE'], 'a redirection with another `state`', combine(offerCode, changeState((state) => ({ state: `${state}A` }))), { control: offerCode, sign: ['token'], obligation: 'RFC 6749, section 10.12', needsState: true }),
  refused(VCIWALLET['REFUSES-STATE'], 'a redirection without `state`', combine(offerCode, changeState(() => ({}))), { control: offerCode, sign: ['token'], obligation: 'RFC 6749, section 10.12', needsState: true }),

  ...issuerChoices,
  ...issuerKeyProbes,
  ...typeProbes,

  session(VCIWALLET['OTHER-SERVER'], 'an authorization server with an identifier of its own', elsewhere),
  session(VCIWALLET.IDENTIFIED, 'a token response with credential identifiers', giveIdentifiers),
  session(VCIWALLET.IDENTIFIED, 'an issuer whose scope is not the identifier of its configuration', changeConfiguration({ scope: 'club' })),
  session(VCIWALLET.DPOP, 'an authorization server that binds tokens to keys', issueBound),
  session(VCIWALLET['DPOP-ONCE'], 'an authorization server that binds tokens to keys, and has nonces for proofs', combine(issueBound, setSteps({ dpopNonce: 'a nonce for proofs' }))),
  session(VCIWALLET['DPOP-NONCE-NEW'], 'an issuer that binds tokens to keys, refuses the first nonce, defers, and has a new nonce for DPoP proofs in every response', combine(issueBound, refuseFirstNonce, renewNonces, deferLonger)),
  session(VCIWALLET.ENCRYPTED, 'an issuer that requires encryption', encrypted),
  session(VCIWALLET['RESPONSE-LISTED'], 'an issuer that requires encryption by A256GCM alone', encryptBy('A256GCM')),
  session(VCIWALLET['RESPONSE-LISTED'], 'an issuer that requires encryption by A128GCM alone', encryptBy('A128GCM')),
  session(VCIWALLET['DEFERRED-ENCRYPTED'], 'an issuer that requires encryption, and defers', combine(encrypted, defer)),
  session(VCIWALLET.ENCRYPTED, 'an issuer that requires encrypted responses', requireEncryption('credential_response_encryption')),
  session(VCIWALLET.TRANSACTION, 'an issuer that defers', deferLonger),
  session(VCIWALLET['PROOF-ALG'], 'an issuer that takes proofs by ES384 alone', changeConfiguration({ proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES384'] } } })),
  session(VCIWALLET['PROOF-ALG'], 'an issuer of mdocs', issueMdocs()),
  session(VCIWALLET.IDENTIFIED, 'an offer of an SD-JWT VC and of an mdoc', offerBothFormats),
  session(VCIWALLET['ATTESTED-NONCE'], 'an issuer that requires key attestations', needAttestation),
  session(VCIWALLET['ATTESTED-NONCE'], 'an issuer that takes key attestations alone', changeConfiguration({ proof_types_supported: { attestation: { proof_signing_alg_values_supported: ['ES256'] } } })),
  session(VCIWALLET.IDENTIFIED, 'an offer of two credentials that take different proofs, with identifiers in the reverse order', giveReversed),
  session(VCIWALLET.SCOPED, 'an offer of two credentials with the authorization code grant', combine(offerSeveral, offerCode)),
  session(VCIWALLET.SCOPELESS, 'an offer of a credential without a scope, with the authorization code grant', combine(offerCode, changeConfigurations(dropMembers('scope')))),
  session(VCIWALLET['TX-CODE'], 'an offer with a transaction code of letters and digits', combine(askTxText, changeOffer((offer) => changeGrants(offer, { tx_code: { input_mode: 'text', length: 7 } })))),
  session(VCIWALLET.TOKEN, 'endpoints with a query, an authorization server that binds tokens to keys, and no batches', combine(addQueries, issueBound, changeMetadata(dropMembers('batch_credential_issuance')))),
  session(VCIWALLET.AUTHORIZATION, 'an offer with the authorization code grant, endpoints with a query, and a scope that is not the identifier of the configuration', combine(addQueries, offerCode, changeConfiguration({ scope: 'club' }))),
  session(VCIWALLET['TX-CODE'], 'an offer whose `tx_code` is empty', combine(askTxCode, changeOffer((offer) => changeGrants(offer, { tx_code: {} })))),
  refused(VCIWALLET['REFUSES-HINT'], 'an offer that names an authorization server that is not in the metadata', combine(serveTwice, nameServer('third')), { control: combine(serveTwice, nameServer('login')), sign: ['token'], obligation: text('12.2.4') }),
  refused(VCIWALLET['REFUSES-HINT'], 'an offer that names an authorization server whose name is longer than that in the metadata', combine(serveTwice, nameServer('login/other')), { control: combine(serveTwice, nameServer('login')), sign: ['token'], obligation: text('12.2.4') }),
  issued(VCIWALLET['NO-GRANTS'], 'an offer without grants', offerWithout(dropMembers('grants')), { control: offerCode, sign: ['push', 'authorization'], obligation: text('4.1.1') }),
  issued(VCIWALLET['NO-GRANTS'], 'an offer whose grants are empty', offerWithout(setMembers({ grants: {} })), { control: offerCode, sign: ['push', 'authorization'], obligation: text('4.1.1') }),
  session(VCIWALLET.DENIED, 'an issuer that denies the credential', deny('credential')),
  session(VCIWALLET.DENIED, 'an issuer that defers, and denies the credential', combine(defer, deny('deferred'))),
  session(VCIWALLET['ISSUER-STATE'], 'an offer with the authorization code grant alone', offerCode),
  session(VCIWALLET.RESOURCE, 'an offer with the authorization code grant, and an authorization server with an identifier of its own', combine(elsewhere, offerCode)),
  session(VCIWALLET['CLIENT-ATTESTATION'], 'an authorization server to which wallets authenticate themselves by attestations', attestClients),
  session(VCIWALLET['CHALLENGE-ASKED'], 'an authorization server with an endpoint for challenges', combine(attestClients, serveChallenges)),
  session(VCIWALLET['CLIENT-CHALLENGE'], 'an offer with the authorization code grant, and an authorization server with an endpoint for challenges', combine(attestClients, offerCode, serveChallenges)),
  session(VCIWALLET['CLIENT-CHALLENGE'], 'an offer with the authorization code grant, and an authorization server that gives challenges with its responses', combine(attestClients, offerCode, giveChallenges)),
  session(VCIWALLET['CLIENT-CHALLENGE'], 'an authorization server that gives a challenge with an error', combine(attestClients, giveChallenges, wantChallenge)),
  session(VCIWALLET['CLIENT-CHALLENGE'], 'an offer with the authorization code grant, and an authorization server that gives a challenge with an error', combine(attestClients, offerCode, giveChallenges, wantChallenge)),
  session(VCIWALLET['CLIENT-ONCE'], 'an offer with the authorization code grant, and an authorization server to which wallets authenticate themselves', combine(attestClients, offerCode)),
  session(VCIWALLET.NONCE, 'an issuer without nonces', changeMetadata(dropMembers('nonce_endpoint'))),
  session(VCIWALLET.NONCE, 'an issuer that refuses the first nonce', refuseFirstNonce),
]

/** The offer with these members in each grant. */
function changeGrants(offer: JsonObject, members: JsonObject): JsonObject {
  const grants = Object.entries(Object(offer.grants)).map(([type, grant]) => [type, { ...Object(grant), ...members }])
  return { ...offer, grants: Object.fromEntries(grants) }
}

/** The sessions that are played in any case: no issuer is unusual there. */
export const usualSessions: readonly { readonly description: string; readonly change: IssuerMutation }[] = [
  { description: 'an offer', change: keepUsual },
  { description: 'an offer by reference', change: setSteps({ isOfferReferred: true }) },
  { description: 'an offer with a transaction code', change: askTxCode },
]
