import { isObject, type JsonObject, type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { openJwe, readJwe } from '../../../../protocol/jose/jwe.ts'
import type { Jws } from '../../../../protocol/jose/jws.ts'
import { verifySignature } from '../../../../protocol/jose/signature-algorithms.ts'
import {
  hasDigests,
  type IssuedMdoc,
  isSignedBy,
  isUnexpired,
  readIssuedMdoc,
} from '../../../../protocol/mdoc/issued-mdoc.ts'
import { readMdoc } from '../../../../protocol/mdoc/recognise.ts'
import { type AnySdJwt, readAnySdJwt } from '../../../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../../../protocol/sd-jwt/processing.ts'
import { readChain } from '../../../../protocol/x509/certificate.ts'
import { isTrustedAt, readHeaderKey } from '../../../../protocol/x509/chain.ts'
import { usualTypeSteps } from '../../../sd-jwt-vc/actors/read-types.ts'
import { isRequired } from '../is-required.ts'
import type { VciWalletFacts, VciWalletSteps, VciWalletValidation } from '../wallet-steps.ts'

/** Whether every credential is good, by what is looked at in one of its format. */
const everyCredential =
  (
    isGood: (sdJwt: AnySdJwt, facts: VciWalletFacts) => boolean,
    isGoodMdoc: (mdoc: IssuedMdoc, facts: VciWalletFacts) => boolean,
  ): VciWalletValidation =>
  (facts) =>
    facts.credentials.every((text) => {
      const read = attempt(() =>
        facts.format === 'mso_mdoc'
          ? isGoodMdoc(readIssuedMdoc(readMdoc(text)), facts)
          : isGood(readAnySdJwt(text), facts),
      )
      return 'value' in read && read.value
    })

const isSigned = ({ signatures }: AnySdJwt, { issuerKeys }: VciWalletFacts): boolean =>
  signatures.some(
    ({ header: { alg, crit }, signingInput, signature }) =>
      crit === undefined &&
      issuerKeys.some((key) => verifySignature(readText(alg), key, signingInput, signature).isValid),
  )

/** Whether every disclosure has its place, and nothing else is wrong (RFC 9901, section 7.1). */
function isProcessed(sdJwt: AnySdJwt): boolean {
  const done = applyDisclosures(sdJwt)
  return done !== undefined && done.faults.length === 0 && done.places.size === sdJwt.disclosures.length
}

function isCurrent({ payload: { exp, nbf } }: AnySdJwt, { now }: VciWalletFacts): boolean {
  return (typeof exp !== 'number' || exp > now) && (typeof nbf !== 'number' || nbf <= now)
}

/** Whether the key of a certificate has signed a JWT, and the certificate ends at an anchor. */
function isCertified({ header, signingInput, signature }: Jws, anchors: readonly string[], now: number): boolean {
  const { alg, crit, x5c } = header
  const read = attempt(() => readChain(x5c))
  const [chain, key] = ['value' in read ? read.value : [], readHeaderKey({ x5c: x5c ?? null })]
  return (
    crit === undefined &&
    key !== undefined &&
    isTrustedAt(chain, anchors, now) &&
    verifySignature(readText(alg), key, signingInput, signature).isValid
  )
}

/** The authorization server that an offer names. */
export function readServerName({ grants }: JsonObject): string | undefined {
  const all = Object.values(isObject(grants) ? grants : {})
  const [named] = all.flatMap((grant) => (isObject(grant) ? (grant.authorization_server ?? []) : []))
  return typeof named === 'string' ? named : undefined
}

/** What the reference wallet demands. Members that it does not know are ignored. */
const validations: VciWalletSteps['validations'] = {
  'offer-members': () => true,
  'grants-known': () => true,
  'issuer-same': ({ metadata, issuer }) => metadata.credential_issuer === issuer,
  // It asks for plain metadata, and trusts those who are certified.
  'metadata-signed': ({ signedMetadata: jws, anchors, now }) => jws === undefined || isCertified(jws, anchors, now),
  'metadata-current': ({ signedMetadata: jws, now }) => typeof jws?.payload.exp !== 'number' || jws.payload.exp > now,
  'metadata-named': ({ signedMetadata: jws, issuer }) =>
    jws === undefined || (jws.payload.sub === issuer && jws.header.typ === 'openidvci-issuer-metadata+jwt'),
  'metadata-members': () => true,
  // One that is named has to be listed (OpenID4VCI 1.0, section 12.2.4).
  'server-listed': ({ offer, metadata: { authorization_servers: list } }) => {
    const named = readServerName(offer)
    return named === undefined || !Array.isArray(list) || list.includes(named)
  },
  'server-same': ({ server, serverId }) => server.issuer === serverId,
  'server-members': () => true,
  // One that is announced may not be left out (RFC 9207, section 2.4).
  'return-issuer': ({ returned: { iss }, server }) =>
    iss === undefined ? server.authorization_response_iss_parameter_supported !== true : iss === server.issuer,
  'return-code': ({ returned: { code } }) => code !== undefined,
  'type-known': ({ token }) => /^(?:bearer|dpop)$/i.test(readText(token.token_type)),
  'token-members': () => true,
  'response-encrypted': ({ isEncryptionWanted, isEncrypted }) => !isEncryptionWanted || isEncrypted,
  'response-members': () => true,
  'credential-alone': everyCredential(
    ({ keyBinding }) => keyBinding === undefined,
    () => true,
  ),
  'credential-signed': everyCredential(isSigned, ({ auth }, { issuerKeys: [key] }) => isSignedBy(auth, key)),
  'credential-processed': everyCredential(isProcessed, hasDigests),
  // An mdoc may be issued before it is valid.
  'credential-current': everyCredential(isCurrent, (mdoc, { now }) => isUnexpired(mdoc, now)),
  'type-allows': ({ isTypeAllowed }) => isTypeAllowed !== false,
}

const listAlgorithms = (type: JsonValue | undefined): readonly JsonValue[] => {
  const algs = isObject(type) ? type.proof_signing_alg_values_supported : undefined
  return Array.isArray(algs) ? algs : []
}

const keep = <T>(value: T): T => value

/** Where the metadata of the issuer of a credential are, as its path is. */
export function placeKeys(issuer: string): string {
  const { origin, pathname } = new URL(issuer)
  return `${origin}/.well-known/jwt-vc-issuer${pathname === '/' ? '' : pathname}`
}

/** The steps of the reference wallet: everything is right. */
export const usualWalletSteps: VciWalletSteps = {
  wellKnown: (identifier, name) => {
    const { origin, pathname } = new URL(identifier)
    return `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`
  },
  validations,
  chooseServer: ({ authorization_servers: list }, issuer, named) => {
    const listed = Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
    return listed.find((each) => each === named) ?? listed[0] ?? issuer
  },
  chooseOffered: ([first]) => first,
  chooseDetail: (details, id) => details.find(({ credential_configuration_id: own }) => own === id),
  writeScope: keep,
  authorization: keep,
  isStateSame: (sent, returned) => sent === returned,
  makeVerifier: (random) => random(32).toString('base64url'),
  pushes: true,
  attestsClient: true,
  chooseInstance: (make) => make(),
  clientHeader: keep,
  clientClaims: keep,
  clientProofHeader: keep,
  clientProofClaims: keep,
  asksChallenge: true,
  chooseChallenge: (given) => given.at(-1),
  chooseClientKey: keep,
  form: keep,
  countKeys: () => 1,
  proofHeader: keep,
  proofClaims: keep,
  attestation: keep,
  attestationHeader: keep,
  content: keep,
  asksEncryption: (metadata) => isRequired(metadata, 'credential_response_encryption'),
  encrypts: ({ credential_response_encryption: wanted }, metadata) =>
    metadata.credential_request_encryption !== undefined &&
    (wanted !== undefined || isRequired(metadata, 'credential_request_encryption')),
  readEncryption: keep,
  encryptionHeader: keep,
  encryptionRandom: keep,
  chooseProofType: (types) =>
    (['jwt', 'attestation'] as const).find((type) => listAlgorithms(types[type]).includes('ES256')),
  open: (jwe, key) => openJwe(readJwe(jwe), key).toString('utf8'),
  takesDeferred: true,
  chooseWait: keep,
  usesDpop: true,
  chooseDpopKey: keep,
  dpopHeader: keep,
  dpopClaims: keep,
  placeKeys: (issuer) => placeKeys(issuer.replace(/\/$/, '')),
  keysRedirections: 5,
  takesPlainKeys: false,
  takesKeysStatus: (status) => status === 200,
  isKeysIssuer: ({ issuer: named }, issuer) => named === issuer,
  types: usualTypeSteps,
  trusts: () => false,
  send: keep,
  sendBefore: () => [],
  notifies: true,
  retries: 1,
  isFinal: (error) => error !== 'invalid_nonce',
  end: keep,
}
