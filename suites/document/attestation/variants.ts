import * as fc from 'fast-check'
import { isObject, RawJson, writeJson } from '../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { writeJws } from '../../../protocol/jose/jws.ts'
import { keyWithZeros, unrelatedKey } from '../../kit/unrelated-keys.ts'
import { change, put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { mutate, returnCredentials } from '../kit/message-mutations.ts'
import { changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'
import type { ActorMutation } from '../model/actors.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'

const header = mutate.attestationHeader
const payload = mutate.attestationPayload

const algorithms = '/credential_configurations_supported/identity_credential/proof_types_supported'

/** Has a device whose key is this one: it is attested and certified, and signs. */
const useDeviceKey = ({ d = '', ...jwk }: Jwk): ActorMutation =>
  combineMutations(
    changeResult('wallet', 'certify', ([leaf, ...above]) => (leaf ? [{ ...leaf, publicKey: jwk }, ...above] : [])),
    combineMutations(
      payload(put('/attested_keys/0', jwk)),
      replaceStep('wallet', 'signAttestation', () => (draft) => writeJws(draft.header, draft.payload, { ...jwk, d })),
    ),
  )

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('ATT', 'attests a key with a coordinate that begins with zeros', useDeviceKey(keyWithZeros)),
  variant('ATT', 'has an unknown header parameter', header(put('/x-note', { deep: [1, 2] }))),
  variant('ATT', 'has the claim `key_storage`', payload(put('/key_storage', ['iso_18045_moderate']))),
  variant('ATT', 'indents its payload', payload((all) => new RawJson(JSON.stringify(JSON.parse(writeJson(all)), null, 2)))),
  variant('ATT', 'has an `iat` with a fraction', payload(change('/iat', (iat) => Number(iat) + 0.25))),
  variant('ATT', 'expires at the end of the year 9999', payload(put('/exp', 253_402_300_799)), { profile: 'document-openid4vci' }),
  variant('ATT', 'attests one key', payload(change('/attested_keys', (all) => (Array.isArray(all) ? all.slice(0, 1) : all)))),
  variant('ATT', 'attests many keys', payload(change('/attested_keys', (all) => (Array.isArray(all) ? Array(8).fill(all[0]) : all)))),
  variant('ATT', 'has further members in its keys', payload(change('/attested_keys', (all) => Array.isArray(all) ? all.map((key) => (isObject(key) ? { ...key, kid: 'k', use: 'sig', alg: 'ES256' } : key)) : all))),
  variant('ATT', 'leaves out the root certificate', header(change('/x5c', (x5c) => (Array.isArray(x5c) ? x5c.slice(0, 2) : x5c)))),
  variant('ATT', 'has an `iat` some seconds in the future', payload(change('/iat', (iat) => Number(iat) + 30))),
  variant('ATT', 'has an `iat` some minutes ago', payload(change('/iat', (iat) => Number(iat) - 240))),
  variant('ATT', 'has an `exp` in the past where `exp` is not defined', payload(put('/exp', 1_700_000_000))),
  variant('ATT', 'has an `exp` in the future', payload(put('/exp', 1_900_000_000)), { profile: 'document-openid4vci' }),
  variant('ATT', 'has any `kid`', valueFamily(fc.string({ maxLength: 40 }), (kid) => header(put('/kid', kid)))),
  variant('ATT', 'has a leaf certificate without a key description', changeResult('wallet', 'certify', ([leaf, ...above]) => (leaf ? [{ ...leaf, extensions: [] }, ...above] : above))),
  variant('ATT', 'keeps its key in software', changeResult('wallet', 'describe', (all) => ({ ...all, attestationSecurityLevel: 0, keyMintSecurityLevel: 0 }))),
  variant('ATT', 'has different security levels for the attestation and the key', changeResult('wallet', 'describe', (all) => ({ ...all, attestationSecurityLevel: 0 }))),
  variant('ATT', 'has a leaf certificate that is valid for decades', changeResult('wallet', 'certify', ([leaf, ...above]) => leaf ? [{ ...leaf, notBefore: new Date(0), notAfter: new Date('2048-01-01') }, ...above] : above)),
  variant('ATT', 'has a root certificate that has expired and is no CA certificate, as in older devices', changeResult('wallet', 'certify', (all) => all.map((each, i) => (i === all.length - 1 ? { ...each, ca: false, notAfter: new Date(each.notBefore.getTime() + 1000) } : each)))),
  variant('ATT', 'attests a key that has no certificate', payload(change('/attested_keys', (all) => Array.isArray(all) ? [...all, { kty: 'EC', crv: 'P-256', x: unrelatedKey.x ?? '', y: unrelatedKey.y ?? '' }] : all))),

  ...markLive([variant('ATT', 'attests one key', payload(change('/attested_keys', (keys) => (Array.isArray(keys) ? keys.slice(0, 1) : keys)))), variant('ATT', 'has further members in its keys', payload(change('/attested_keys', (keys) => Array.isArray(keys) ? keys.map((key) => ({ ...(key as object), use: 'sig' })) : keys))), variant('ATT', 'returns its credentials in another order', returnCredentials((all) => all.toReversed())), variant('ATT-BATCH', 'returns one credential for all keys where any number may be issued', returnCredentials((all) => all.slice(0, 1)), { decisions: { 'response.batch': 'any' } }), variant('ATT', 'announces the algorithm of its wallets and others', mutate.metadata(put(algorithms, { attestation: { proof_signing_alg_values_supported: ['ES384', 'ES256'] }, jwt: { proof_signing_alg_values_supported: ['EdDSA'] } }))), variant('ATT', 'announces only algorithms that are not allowed', mutate.metadata(put(algorithms, { attestation: { proof_signing_alg_values_supported: ['ES384'] } })))]),
]
