import type { CredentialDraft, Issuer, Session } from '../model/actors.ts'
import { claimDigest } from '../protocol/claim.ts'
import { writeDisclosure } from '../protocol/disclosure.ts'
import { isObject, type JsonObject, RawJson, type Writable, writeJson } from '../protocol/json.ts'
import { writeJwe } from '../protocol/jwe.ts'
import type { Jwk } from '../protocol/jwk.ts'
import { sign, writeJws } from '../protocol/jws.ts'
import { plainly, publicOf, uuid, type World } from './world.ts'

/** The one template that there is. */
export const configurationId = 'identity_credential'
const lifetime = 365 * 86_400

/** An issuer that does everything as the document says. */
export function honestIssuer(world: World): Issuer {
  const { dialect, keys, random } = world
  return {
    ...plainly,
    validations: world.validations('issuer'),
    configure: (session) => configure(world, session),
    offer: (session) => offer(world, session),
    metadata: () => metadata(world),
    nonce: ({ nonce }) => ({ [dialect.nonceField]: nonce }),
    keys: () => ({ keys: [keys.issuer, keys.issuerNext].map((key) => ({ ...publicOf(key), use: 'sig' })) }),
    draft: (session, holderKey) => draft(world, session, holderKey),
    conceal: (claims) => claims.map((claim) => writeDisclosure(claim, dialect.order)),
    digest: (claim) => claimDigest(claim, dialect.digest),
    embed: (payload, digests) => ({ ...payload, _sd: digests.toSorted() }),
    mint: ({ header, payload }) => writeJws(header, payload, keys.issuer),
    bundle: (jws, disclosures) => [jws, ...disclosures, ''].join(dialect.separator).trimEnd(),
    respond: (session, request, credentials) => respond(world, session, request, credentials),
    head: () => ({ alg: 'ES256', kid: keys.issuer.kid ?? '' }),
    sign: (response, header) => sign(header, writeJson(response), keys.issuer),
    encrypt: (signed, asked) => encrypt(world, signed, asked),
    answer: (sealed) => ({ credential_response: sealed }),
  }

  function encrypt({ dialect: { zipNone } }: World, plaintext: string, asked: JsonObject): string {
    const { jwk, enc = 'A256GCM', zip } = asked
    if (!isObject(jwk)) throw new TypeError('the world asks for encryption with a key')
    const none = zipNone === 'literal' ? { zip: 'none' } : {}
    const header = {
      alg: jwk.alg ?? asked.alg ?? '',
      enc,
      ...(jwk.kid !== undefined && { kid: jwk.kid }),
      ...(zip === 'DEF' ? { zip } : none),
    }
    return writeJwe({ plaintext, header, key: jwk, random })
  }
}

/** What the table of Issuer Config shows, and where that was agreed the six values of the sequence as well. */
function configure({ dialect, keys, random }: World, { credentialIdentifier, code }: Session): JsonObject {
  const table = { credential_identifier: credentialIdentifier, nonce: code }
  if (dialect.configFields === 'table') return table
  const opaque = (): string => Buffer.from(random(16)).toString('base64url')
  return {
    ...table,
    'pre-authorized_code': code,
    secret: opaque(),
    c_nonce: opaque(),
    access_token: opaque(),
    credential_request_encryption_key: publicOf(keys.issuerSeal),
    redirect_uri: dialect.deeplink.uri,
  }
}

/** The offer of one session. */
export const offer = ({ issuer }: World, { code }: Session): JsonObject => ({
  credential_issuer: issuer,
  credential_configuration_ids: [configurationId],
  grants: { 'urn:ietf:params:oauth:grant-type:pre-authorized_code': { 'pre-authorized_code': code } },
})

const metadata = ({ issuer, announced, keys }: World): JsonObject => ({
  credential_issuer: issuer,
  credential_endpoint: announced.credential,
  nonce_endpoint: announced.nonce,
  credential_configurations_supported: { [configurationId]: { format: 'vc+sd-jwt' } },
  credential_request_encryption: {
    jwks: { keys: [publicOf(keys.issuerSeal)] },
    enc_values_supported: ['A256GCM'],
    zip_values_supported: ['DEF'],
    encryption_required: true,
  },
})

function draft(world: World, { holder }: Session, holderKey: Jwk): CredentialDraft {
  const { issuer, now, dialect, keys, random } = world
  const id = uuid(random)
  return {
    header: { alg: 'ES256', typ: dialect.credentialType, kid: keys.issuer.kid ?? '' },
    payload: {
      iss: issuer,
      id,
      iat: now,
      exp: now + lifetime,
      status: statusOf(world, id),
      ...(dialect.vct !== undefined && { vct: dialect.vct }),
      _sd_alg: dialect.hashName,
      cnf: { jwk: publicOf(holderKey) },
    },
    // Salts of 16 octets have 22 characters, which is no multiple of three: their claims cannot be cut anew.
    claims: Object.entries(holder).map(([name, value]) => ({
      name,
      value,
      salt: Buffer.from(random(16)).toString('base64url'),
    })),
  }
}

const statusOf = ({ status, dialect }: World, id: string) =>
  dialect.statusForm === 'url'
    ? `${status}/credentials/status/${id}`
    : { status_list: { idx: 1, uri: `${status}/list` } }

function respond({ dialect }: World, session: Session, _: JsonObject, credentials: readonly string[]): JsonObject {
  const { idField, responseCredentials, responseCredential } = dialect
  return {
    ...(idField !== undefined && { [idField]: session.credentialIdentifier }),
    [responseCredentials]: credentials.map((credential) => ({ [responseCredential]: credential })),
  }
}

/** The whole way from a holder to a credential, one step after the other. */
export function issue(issuer: Issuer, session: Session, holderKey: Jwk): { credential: string; payload: JsonObject } {
  const { header, payload, claims } = issuer.draft(session, holderKey)
  const concealed = issuer.conceal(claims)
  const jws = issuer.mint({ header, payload: issuer.embed(payload, concealed.map(issuer.digest)) })
  return {
    credential: issuer.bundle(
      jws,
      concealed.map(({ text }) => text),
    ),
    payload,
  }
}

/** Seals a response in the nesting that was decided. */
export function seal(issuer: Issuer, response: Writable, { dialect, responseEncryption }: World): string {
  switch (dialect.nesting) {
    case 'sign-then-encrypt':
      return issuer.encrypt(issuer.sign(response, issuer.head()), responseEncryption)
    case 'encrypt-then-sign':
      return issuer.sign(new RawJson(issuer.encrypt(writeJson(response), responseEncryption)), issuer.head())
    case 'credential-only':
      return issuer.encrypt(writeJson(response), responseEncryption)
  }
}
