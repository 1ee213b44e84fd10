import { isObject, type JsonObject, RawJson, type Writable, writeJson } from '../../../../protocol/encoding/json.ts'
import { placeMember } from '../../../../protocol/encoding/pointer.ts'
import { writeJwe } from '../../../../protocol/jose/jwe.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import { signCompact, writeJws } from '../../../../protocol/jose/jws.ts'
import { computeClaimDigest } from '../../../../protocol/sd-jwt/claim.ts'
import { writeDisclosure } from '../../../../protocol/sd-jwt/disclosure.ts'
import type { CredentialDraft, Issuer, Session } from '../../model/actors.ts'
import { type ActorEnvironment, createUuid, passThrough, toPublicKey } from './environment.ts'
import { findStatusUrl, statusIndex } from './status-service.ts'

const lifetime = 365 * 86_400

/** An issuer that does everything as the document says. */
export function createIssuer(environment: ActorEnvironment): Issuer {
  const { dialect, keys, random } = environment
  return {
    ...passThrough,
    findRefusals: environment.refusals('issuer'),
    configure: (session) => createConfiguration(environment, session),
    offer: (session) => createOffer(environment, session),
    metadata: () => createMetadata(environment),
    nonce: ({ nonce }) => placeMember({}, dialect.nonceField, nonce),
    keys: () => ({ keys: [keys.issuer, keys.issuerNext].map((key) => ({ ...toPublicKey(key), use: 'sig' })) }),
    draft: (session, holderKey) => draftCredential(environment, session, holderKey),
    conceal: (claims) => claims.map((claim) => writeDisclosure(claim, dialect.order)),
    digest: (claim) => computeClaimDigest(claim, dialect.digest),
    embed: (payload, digests) => ({ ...payload, _sd: digests.toSorted() }),
    signCredential: ({ header, payload }) => writeJws(header, payload, keys.issuer),
    joinDisclosures: (jws, disclosures) => [jws, ...disclosures, ''].join(dialect.separator).trimEnd(),
    respond: (session, request, credentials) => createResponse(environment, session, request, credentials),
    responseHeader: () => ({ alg: 'ES256', kid: keys.issuer.kid ?? '' }),
    sign: (response, header) => signCompact(header, writeJson(response), keys.issuer),
    encrypt: (signed, requested) => encrypt(environment, signed, requested),
    wrapResponse: (sealed) => ({ credential_response: sealed }),
  }

  function encrypt({ dialect: { zipNone } }: ActorEnvironment, plaintext: string, requested: JsonObject): string {
    const { jwk, enc = 'A256GCM', zip } = requested
    if (!isObject(jwk)) throw new TypeError('the world asks for encryption with a key')
    const none = zipNone === 'literal' ? { zip: 'none' } : {}
    const header = {
      alg: jwk.alg ?? requested.alg ?? '',
      enc,
      ...(jwk.kid !== undefined && { kid: jwk.kid }),
      ...(zip === 'DEF' ? { zip } : none),
    }
    return writeJwe({ plaintext, header, key: jwk, random })
  }
}

/** What the table of Issuer Config shows, and where that was agreed the six values of the sequence as well. */
function createConfiguration(
  { dialect, keys, random }: ActorEnvironment,
  { credentialIdentifier, code }: Session,
): JsonObject {
  const table = { credential_identifier: credentialIdentifier, nonce: code }
  if (dialect.configFields === 'table') return table
  const opaque = (): string => Buffer.from(random(16)).toString('base64url')
  return {
    ...table,
    'pre-authorized_code': code,
    secret: opaque(),
    c_nonce: opaque(),
    access_token: opaque(),
    credential_request_encryption_key: toPublicKey(keys.issuerSeal),
    redirect_uri: dialect.deeplink.uri,
  }
}

/** The offer of one session. */
export const createOffer = ({ issuer, dialect }: ActorEnvironment, { code }: Session): JsonObject => ({
  credential_issuer: issuer,
  credential_configuration_ids: [dialect.configurationId],
  grants: { 'urn:ietf:params:oauth:grant-type:pre-authorized_code': { 'pre-authorized_code': code } },
})

const createMetadata = ({ issuer, announced, keys, dialect }: ActorEnvironment): JsonObject => ({
  credential_issuer: issuer,
  credential_endpoint: announced.credential,
  nonce_endpoint: announced.nonce,
  credential_configurations_supported: { [dialect.configurationId]: { format: 'vc+sd-jwt' } },
  credential_request_encryption: {
    jwks: { keys: [keys.issuerSeal, keys.issuerSealDirect, keys.issuerSealEc].map(toPublicKey) },
    enc_values_supported: ['A256GCM'],
    zip_values_supported: ['DEF'],
    encryption_required: true,
  },
})

function draftCredential(environment: ActorEnvironment, { holder }: Session, holderKey: Jwk): CredentialDraft {
  const { issuer, now, dialect, keys, random } = environment
  const id = createUuid(random)
  return {
    header: { alg: 'ES256', typ: dialect.credentialType, kid: keys.issuer.kid ?? '' },
    payload: {
      iss: issuer,
      id,
      iat: now,
      exp: now + lifetime,
      status: createStatusReference(environment, id),
      ...(dialect.vct !== undefined && { vct: dialect.vct }),
      _sd_alg: dialect.hashName,
      cnf: { jwk: toPublicKey(holderKey) },
    },
    // Salts of 16 octets have 22 characters, which is no multiple of three: their claims cannot be divided in another way.
    claims: Object.entries(holder).map(([name, value]) => ({
      name,
      value,
      salt: Buffer.from(random(16)).toString('base64url'),
    })),
  }
}

const createStatusReference = (environment: ActorEnvironment, id: string) => {
  const url = findStatusUrl(environment, id)
  return environment.dialect.statusForm === 'url' ? url : { status_list: { idx: statusIndex, uri: url } }
}

function createResponse(
  { dialect }: ActorEnvironment,
  session: Session,
  _: JsonObject,
  credentials: readonly string[],
): JsonObject {
  const { idField, responseCredentials, responseCredential: name } = dialect
  return {
    ...(idField !== undefined && { [idField]: session.credentialIdentifier }),
    [responseCredentials]: credentials.map((credential) => (name === undefined ? credential : { [name]: credential })),
  }
}

/** The whole way from a holder to a credential, one step after the other. */
export function issueCredential(
  issuer: Issuer,
  session: Session,
  holderKey: Jwk,
): { credential: string; payload: JsonObject } {
  const { header, payload, claims } = issuer.draft(session, holderKey)
  const concealed = issuer.conceal(claims)
  const jws = issuer.signCredential({ header, payload: issuer.embed(payload, concealed.map(issuer.digest)) })
  return {
    credential: issuer.joinDisclosures(
      jws,
      concealed.map(({ text }) => text),
    ),
    payload,
  }
}

/** Seals a response in the nesting that was decided. */
export function protectResponse(
  issuer: Issuer,
  response: Writable,
  { dialect, responseEncryption }: ActorEnvironment,
): string {
  switch (dialect.nesting) {
    case 'sign-then-encrypt':
      return issuer.encrypt(issuer.sign(response, issuer.responseHeader()), responseEncryption)
    case 'encrypt-then-sign':
      return issuer.sign(new RawJson(issuer.encrypt(writeJson(response), responseEncryption)), issuer.responseHeader())
    case 'credential-only':
      return issuer.encrypt(writeJson(response), responseEncryption)
  }
}
