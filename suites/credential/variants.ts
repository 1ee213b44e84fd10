import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { isObject, RawJson, writeJson } from '../../src/protocol/json.ts'
import { after, change, claims, message, put, renamed } from '../deviations.ts'
import { family } from '../family.ts'

const header = message.credentialHeader
const payload = message.credentialPayload
const digest = 'A'.repeat(42)

export const variants: readonly Variant[] = [
  variant('CRED', 'adds members to header and payload', payload(put('/x-note', { deep: [1, { a: null }] }))),
  variant('CRED', 'adds members to the header', header(put('/x5t', 'abc'))),
  variant('CRED', 'names its type though nobody asked', payload(put('/vct', 'https://issuer.example/identity'))),
  variant('CRED', 'says from when it is good', payload(put('/nbf', 1_790_000_000))),
  variant('CRED', 'is good in some seconds', payload(put('/nbf', 1_795_000_030))),
  variant('CRED', 'is good since 1970', payload(put('/nbf', 0))),
  variant('CRED', 'says that its payload is encoded', header(put('/b64', true))),
  variant(
    'CRED',
    'says how its claims are shown',
    payload(
      put('/display', {
        claims: { Dob: { label: 'Date of birth' }, Gender: { label: 'Gender' } },
        labels: { ResidentName: 'Name', Dob: '' },
        mandatory: { IsNRI: true, AgeAbove18: true, Gender: false },
        order: { Gender: 1, Dob: 2 },
      }),
    ),
  ),
  variant(
    'CRED',
    'says of its subject nothing that is a claim',
    payload(put('/credentialSubject', { id: 'urn:uuid:1', Gender: null, Address: { Gender: 'sd' } })),
  ),
  variant(
    'CRED',
    'writes the scheme of its status in capitals',
    payload(change('/status', (status) => String(status).replace('https', 'HTTPS'))),
  ),
  variant('CRED', 'gives its times with fractions', payload(change('/iat', (iat) => Number(iat) + 0.5))),
  variant('CRED', 'was issued some seconds ahead', payload(change('/iat', (iat) => Number(iat) + 45))),
  variant('CRED', 'expires in twenty years', payload(change('/exp', (exp) => Number(exp) + 20 * 31_557_600))),
  variant(
    'CRED',
    'writes its id in capitals',
    renamed((id) => id.toUpperCase()),
  ),
  variant(
    'CRED',
    'says more of the key of the holder',
    payload(change('/cnf/jwk', (jwk) => (isObject(jwk) ? { ...jwk, use: 'sig', key_ops: ['verify'] } : jwk))),
  ),
  variant(
    'CRED',
    'has any key id for the holder',
    family(
      fc.string({ minLength: 1, maxLength: 80 }),
      (kid) => JSON.stringify(kid),
      (kid) => payload(put('/cnf/jwk/kid', kid)),
    ),
  ),
  variant(
    'CRED',
    'has many digests that belong to no disclosure',
    message.embedded(
      change('/_sd', (all) =>
        Array.isArray(all) ? [...all, ...Array.from({ length: 200 }, (_, i) => decoy(i))] : all,
      ),
    ),
  ),
  variant(
    'CRED',
    'has its digests in any order',
    family(
      fc.array(fc.nat(), { minLength: 44, maxLength: 44 }),
      (keys) => keys.slice(0, 4).join(),
      (keys) =>
        message.embedded(
          change('/_sd', (all) =>
            Array.isArray(all)
              ? all.toSorted((a, b) => (keys[all.indexOf(a)] ?? 0) - (keys[all.indexOf(b)] ?? 0))
              : all,
          ),
        ),
    ),
  ),
  variant(
    'CRED',
    'writes its payload with blanks',
    message.embedded((all) => new RawJson(JSON.stringify(JSON.parse(writeJson(all)), null, 2))),
  ),
  variant(
    'CRED',
    'escapes letters in its payload',
    message.embedded((all) => new RawJson(writeJson(all).replace('"iss":"h', '"iss":"\\u0068'))),
  ),
  variant(
    'CRED',
    'discloses nothing',
    claims(() => []),
  ),
  variant(
    'CRED',
    'leaves out the `~` at the very end',
    after('issuer', 'bundle', (all) => all.slice(0, -1)),
  ),
  variant(
    'CRED',
    'has any type that ends in +sd-jwt',
    family(fc.constantFrom('example+sd-jwt', 'dc+sd-jwt', 'vc+sd-jwt'), String, (typ) => header(put('/typ', typ))),
    { under: 'rfc9901' },
  ),
  variant(
    'CRED',
    'spells the hash as it likes',
    family(fc.constantFrom('SHA-256', 'sha-256'), String, (name) => payload(put('/_sd_alg', name))),
    { given: { 'sd.alg': 'either' } },
  ),
  variant(
    'CRED',
    'uses blanks where blanks were agreed',
    header((all) => all),
    { given: { 'sd.serialization': 'spaced' } },
  ),
]

/** A digest that belongs to nothing: 43 characters, all different. */
const decoy = (i: number): string => `${i.toString().padStart(4, '0')}${digest.slice(4)}A`
