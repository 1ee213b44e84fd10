import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { isObject, RawJson, writeJson } from '../../src/protocol/json.ts'
import { after, change, message, put } from '../deviations.ts'
import { family } from '../family.ts'
import { stranger } from '../stranger.ts'

const header = message.attestationHeader
const payload = message.attestationPayload

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
  variant('ATT', 'has an exp that has not passed', payload(put('/exp', 1_900_000_000)), { under: 'openid4vci-1.0' }),
  variant(
    'ATT',
    'names no kid, or any',
    family(
      fc.string({ maxLength: 40 }),
      (kid) => JSON.stringify(kid),
      (kid) => header(put('/kid', kid)),
    ),
  ),
  variant(
    'ATT',
    'has a leaf without a description of its key',
    after('wallet', 'certify', ([leaf, ...above]) => (leaf ? [{ ...leaf, extensions: [] }, ...above] : above)),
  ),
  variant(
    'ATT',
    'keeps its key in software',
    after('wallet', 'describe', (all) => ({ ...all, attestationSecurityLevel: 0, keyMintSecurityLevel: 0 })),
  ),
  variant(
    'ATT',
    'says another level for the attestation than for the key',
    after('wallet', 'describe', (all) => ({ ...all, attestationSecurityLevel: 0 })),
  ),
  variant(
    'ATT',
    'has a leaf that is valid for all time',
    after('wallet', 'certify', ([leaf, ...above]) =>
      leaf ? [{ ...leaf, notBefore: new Date(0), notAfter: new Date('2048-01-01') }, ...above] : above,
    ),
  ),
  variant(
    'ATT',
    'attests a key that its leaf says nothing of',
    payload(
      change('/attested_keys', (all) =>
        Array.isArray(all) ? [...all, { kty: 'EC', crv: 'P-256', x: stranger.x ?? '', y: stranger.y ?? '' }] : all,
      ),
    ),
  ),
]
