import type { Session, Wallet } from '../model/actors.ts'
import { writeDeeplink } from '../protocol/deeplink.ts'
import { isObject, type JsonObject, writeJson } from '../protocol/json.ts'
import { writeJwe } from '../protocol/jwe.ts'
import { keysOf } from '../protocol/jwk.ts'
import { writeJws } from '../protocol/jws.ts'
import { enclose, vouch } from './certificates.ts'
import { certify, describe } from './device.ts'
import { plainly, publicOf, type World } from './world.ts'

/** The certificates that a wallet encloses, where it was agreed that there are any. */
export const certificatesOf = (wallet: Wallet, { dialect }: World): readonly string[] =>
  dialect.certificates === 'nowhere' ? [] : wallet.enclose(wallet.vouch())

/** A wallet that does everything as the document says. */
export function honestWallet(world: World): Wallet {
  const { dialect, keys, random } = world
  return {
    ...plainly,
    validations: world.validations('wallet'),
    gather: async (sources) => {
      const offer = await sources.offer()
      const metadata = await sources.metadata()
      return { offer, metadata, nonce: await sources.nonce(metadata) }
    },
    describe: (nonce) => describe(nonce, dialect),
    certify: (description) => certify(keys, world.now, description),
    attest: (nonce, x5c) => ({
      header: { alg: 'ES256', typ: dialect.attestationType, x5c },
      payload: { nonce, iat: world.now, attested_keys: [keys.device, keys.device2].map(keyToAttest) },
    }),
    signAttestation: ({ header, payload }) => writeJws(header, payload, keys.device),
    vouch: () => [keys.device, keys.device2].map((key) => vouch(world, key)),
    enclose: (drafts) => drafts.map((draft) => enclose(world, draft)),
    request: (session, attestation, certificates) => ({
      ...request(world, session, attestation),
      ...(dialect.certificates === 'request' && { credentials: certificates.map((Credential) => ({ Credential })) }),
    }),
    encrypt: (plaintext, metadata) => {
      const key = requestKey(metadata) ?? publicOf(keys.issuerSeal)
      const header = { alg: key.alg ?? '', enc: 'A256GCM', kid: key.kid ?? '', zip: 'DEF' }
      return writeJwe({ plaintext: writeJson(plaintext), header, key, random })
    },
    link: (sealed) => writeDeeplink(dialect.deeplink.uri, dialect.deeplink.parameter, sealed),
  }
}

const keyToAttest = ({ kty, crv, x, y }: JsonObject): JsonObject => ({
  kty: kty ?? '',
  crv: crv ?? '',
  x: x ?? '',
  y: y ?? '',
})

const requestKey = ({ credential_request_encryption: encryption }: JsonObject): JsonObject | undefined =>
  isObject(encryption) ? keysOf(encryption.jwks)[0] : undefined

/** A dataset if the wallet knows of one, the template of the offer otherwise. Never both. */
const named = ({ credentialIdentifier, configurationId = '' }: Session): JsonObject =>
  credentialIdentifier === ''
    ? { credential_configuration_id: configurationId }
    : { credential_identifier: credentialIdentifier }

function request(
  { dialect, codePresented, responseEncryption }: World,
  session: Session,
  attestation: string,
): JsonObject {
  const proofs = {
    array: { proof: [{ proof_type: 'attestation', attestation }] },
    object: { proof: { proof_type: 'attestation', attestation } },
    proofs: { proofs: { attestation: [attestation] } },
  }[dialect.proof]
  return {
    ...named(session),
    ...(codePresented === 'request' && { 'pre-authorized_code': session.code }),
    ...proofs,
    credential_response_encryption: responseEncryption,
  }
}
