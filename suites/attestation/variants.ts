import * as fc from 'fast-check'
import { markLive, type Variant, variant } from '../../model/fault.ts'
import { isObject, RawJson, writeJson } from '../../protocol/encoding/json.ts'
import { change, put } from '../kit/edits.ts'
import { describedFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeResult, replaceStep } from '../kit/mutations.ts'
import { unrelatedKey } from '../kit/unrelated-keys.ts'

const header = mutate.attestationHeader
const payload = mutate.attestationPayload

const algorithms = '/credential_configurations_supported/identity_credential/proof_types_supported'

export const variants: readonly Variant[] = [
  variant('ATT', 'adds members to header and payload', header(put('/x-note', { deep: [1, 2] }))),
  variant('ATT', 'says how well its keys are kept', payload(put('/key_storage', ['iso_18045_moderate']))),
  variant(
    'ATT',
    'writes its payload with blanks',
    payload((all) => new RawJson(JSON.stringify(JSON.parse(writeJson(all)), null, 2))),
  ),
  variant('ATT', 'gives its time with a fraction', payload(change('/iat', (iat) => Number(iat) + 0.25))),
  variant(
    'ATT',
    'attests one key',
    payload(change('/attested_keys', (all) => (Array.isArray(all) ? all.slice(0, 1) : all))),
  ),
  variant(
    'ATT',
    'attests many keys',
    payload(change('/attested_keys', (all) => (Array.isArray(all) ? Array(8).fill(all[0]) : all))),
  ),
  variant(
    'ATT',
    'says more of its keys',
    payload(
      change('/attested_keys', (all) =>
        Array.isArray(all)
          ? all.map((key) => (isObject(key) ? { ...key, kid: 'k', use: 'sig', alg: 'ES256' } : key))
          : all,
      ),
    ),
  ),
  variant('ATT', 'leaves out the root', header(change('/x5c', (x5c) => (Array.isArray(x5c) ? x5c.slice(0, 2) : x5c)))),
  variant('ATT', 'is some seconds ahead', payload(change('/iat', (iat) => Number(iat) + 30))),
  variant('ATT', 'is some minutes old', payload(change('/iat', (iat) => Number(iat) - 240))),
  variant('ATT', 'has an exp that nobody asked for', payload(put('/exp', 1_700_000_000))),
  variant('ATT', 'has an exp that has not passed', payload(put('/exp', 1_900_000_000)), { profile: 'openid4vci-1.0' }),
  variant(
    'ATT',
    'names no kid, or any',
    describedFamily(
      fc.string({ maxLength: 40 }),
      (kid) => JSON.stringify(kid),
      (kid) => header(put('/kid', kid)),
    ),
  ),
  variant(
    'ATT',
    'has a leaf without a description of its key',
    changeResult('wallet', 'certify', ([leaf, ...above]) => (leaf ? [{ ...leaf, extensions: [] }, ...above] : above)),
  ),
  variant(
    'ATT',
    'keeps its key in software',
    changeResult('wallet', 'describe', (all) => ({ ...all, attestationSecurityLevel: 0, keyMintSecurityLevel: 0 })),
  ),
  variant(
    'ATT',
    'says another level for the attestation than for the key',
    changeResult('wallet', 'describe', (all) => ({ ...all, attestationSecurityLevel: 0 })),
  ),
  variant(
    'ATT',
    'has a leaf that is valid for all time',
    changeResult('wallet', 'certify', ([leaf, ...above]) =>
      leaf ? [{ ...leaf, notBefore: new Date(0), notAfter: new Date('2048-01-01') }, ...above] : above,
    ),
  ),
  variant(
    'ATT',
    'attests a key that its leaf says nothing of',
    payload(
      change('/attested_keys', (all) =>
        Array.isArray(all)
          ? [...all, { kty: 'EC', crv: 'P-256', x: unrelatedKey.x ?? '', y: unrelatedKey.y ?? '' }]
          : all,
      ),
    ),
  ),

  ...markLive([
    variant(
      'ATT',
      'attests one key',
      mutate.attestationPayload(change('/attested_keys', (keys) => (Array.isArray(keys) ? keys.slice(0, 1) : keys))),
    ),
    variant(
      'ATT',
      'says more of its keys',
      mutate.attestationPayload(
        change('/attested_keys', (keys) =>
          Array.isArray(keys) ? keys.map((key) => ({ ...(key as object), use: 'sig' })) : keys,
        ),
      ),
    ),
    variant(
      'ATT',
      'hands out its credentials in another order',
      replaceStep(
        'issuer',
        'respond',
        (honest) => (session, request, all) => honest(session, request, all.toReversed()),
      ),
    ),
    variant(
      'ATT',
      'announces what its wallets sign with, among others',
      mutate.metadata(
        put(algorithms, {
          attestation: { proof_signing_alg_values_supported: ['ES384', 'ES256'] },
          jwt: { proof_signing_alg_values_supported: ['EdDSA'] },
        }),
      ),
    ),
    variant(
      'ATT',
      'announces only what no wallet may sign with',
      mutate.metadata(put(algorithms, { attestation: { proof_signing_alg_values_supported: ['ES384'] } })),
    ),
  ]),
]
