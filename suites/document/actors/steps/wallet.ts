import { writeDeeplink } from '../../../../protocol/artefacts/deeplink.ts'
import { type JsonObject, writeJson } from '../../../../protocol/encoding/json.ts'
import { type AgreedEncryption, chooseRequestEncryption } from '../../../../protocol/jose/agreed-encryption.ts'
import { writeJwe } from '../../../../protocol/jose/jwe.ts'
import { writeFlattenedJwe } from '../../../../protocol/jose/jwe-parts.ts'
import { writeJws } from '../../../../protocol/jose/jws.ts'
import type { Session, Wallet } from '../../model/actors.ts'
import { describeAttestedKey, encryptCertificate } from './certificates.ts'
import { certifyDevice, describeDeviceKey } from './device.ts'
import { type ActorEnvironment, passThrough, toPublicKey } from './environment.ts'

/** The certificates that a wallet encloses, where it was agreed that there are any. */
export const createCertificates = (
  wallet: Wallet,
  { dialect }: ActorEnvironment,
  responseEncryption?: JsonObject,
): readonly string[] =>
  dialect.certificates === 'nowhere' ? [] : wallet.encryptCertificates(wallet.certifyKeys(), responseEncryption)

/** A wallet that does everything as the document says. */
export function createWallet(environment: ActorEnvironment): Wallet {
  const { dialect, keys, random } = environment
  return {
    ...passThrough,
    findRefusals: environment.refusals('wallet'),
    gather: async (sources) => {
      const offer = await sources.offer()
      const metadata = await sources.metadata()
      return { offer, metadata, nonce: await sources.nonce(metadata) }
    },
    describe: (nonce) => describeDeviceKey(nonce, dialect),
    certify: (description) => certifyDevice(keys, environment.now, description),
    attest: (nonce, x5c) => ({
      header: { alg: 'ES256', typ: dialect.attestationType, x5c },
      payload: { nonce, iat: environment.now, attested_keys: [keys.device, keys.device2].map(toAttestedKey) },
    }),
    signAttestation: ({ header, payload }) => writeJws(header, payload, keys.device),
    certifyKeys: () => [keys.device, keys.device2].map((key) => describeAttestedKey(environment, key)),
    encryptCertificates: (drafts, responseEncryption = environment.responseEncryption) =>
      drafts.map((draft) => encryptCertificate({ ...environment, responseEncryption }, draft)),
    request: (session, attestation, certificates) => ({
      ...createRequest(environment, session, attestation),
      ...(dialect.certificates === 'request' && { credentials: certificates.map((Credential) => ({ Credential })) }),
    }),
    encrypt: (plaintext, metadata) => {
      const agreed = chooseRequestEncryption(metadata.credential_request_encryption) ?? useOwnKey(environment)
      const compact = writeJwe({ plaintext: writeJson(plaintext), ...agreed, random })
      return dialect.requestSerialization === 'json' ? writeFlattenedJwe(compact) : compact
    },
    link: (sealed) => writeDeeplink(dialect.deeplink.uri, dialect.deeplink.parameter, sealed),
  }
}

const toAttestedKey = ({ kty, crv, x, y }: JsonObject): JsonObject => ({
  kty: kty ?? '',
  crv: crv ?? '',
  x: x ?? '',
  y: y ?? '',
})

/** The key of the reference issuer, which was exchanged beforehand. */
const useOwnKey = ({ keys }: ActorEnvironment): AgreedEncryption => {
  const key = toPublicKey(keys.issuerSeal)
  return { key, header: { alg: key.alg ?? '', enc: 'A256GCM', kid: key.kid ?? '', zip: 'DEF' } }
}

/** A dataset if the wallet knows of one, the template of the offer otherwise. Never both. */
const nameCredential = ({ credentialIdentifier, configurationId = '' }: Session): JsonObject =>
  credentialIdentifier === ''
    ? { credential_configuration_id: configurationId }
    : { credential_identifier: credentialIdentifier }

function createRequest(
  { dialect, codePresented, responseEncryption }: ActorEnvironment,
  session: Session,
  attestation: string,
): JsonObject {
  const proofs = {
    array: { proof: [{ proof_type: 'attestation', attestation }] },
    object: { proof: { proof_type: 'attestation', attestation } },
    proofs: { proofs: { attestation: [attestation] } },
  }[dialect.proof]
  return {
    ...nameCredential(session),
    ...(codePresented === 'request' && { 'pre-authorized_code': session.code }),
    ...proofs,
    credential_response_encryption: session.responseEncryption ?? responseEncryption,
  }
}
