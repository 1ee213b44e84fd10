import * as fc from 'fast-check'
import { type Fault, fault } from '../../src/model/fault.ts'
import { android, type KeyDescription } from '../../src/protocol/android.ts'
import { encodeBase64url } from '../../src/protocol/base64url.ts'
import { toDer } from '../../src/protocol/es256.ts'
import { isObject, type JsonValue } from '../../src/protocol/json.ts'
import { writeJws } from '../../src/protocol/jws.ts'
import type { CertificateDraft } from '../../src/protocol/x509-write.ts'
import { after, change, drop, flipped, instead, message, octets, part, parts, put } from '../deviations.ts'
import { family, notANumber, notAnArray, notAString } from '../family.ts'
import { PROOF_ROWS } from '../request/requirements.ts'
import { stranger } from '../stranger.ts'
import { ATT } from './requirements.ts'

const header = message.attestationHeader
const payload = message.attestationPayload

/** Changes every attested key, or only the last. */
const keys = (how: (key: JsonValue) => JsonValue) =>
  payload(change('/attested_keys', (all) => (Array.isArray(all) ? all.map(how) : all)))

const lastKey = (how: (key: JsonValue) => JsonValue) =>
  payload(
    change('/attested_keys', (all) =>
      Array.isArray(all) ? all.map((key, i) => (i === all.length - 1 ? how(key) : key)) : all,
    ),
  )

const member =
  (name: string, value: JsonValue | undefined) =>
  (key: JsonValue): JsonValue => {
    if (!isObject(key)) return key
    const others = Object.entries(key).filter(([each]) => each !== name)
    return Object.fromEntries(value === undefined ? others : [...others, [name, value]])
  }

type Chain = readonly [leaf: CertificateDraft, authority: CertificateDraft, root: CertificateDraft]

/** Changes the certificates of the device before they are signed. */
const bentChain = (how: (chain: Chain) => readonly CertificateDraft[]) =>
  after('wallet', 'certify', (drafts) => how(drafts as unknown as Chain)) // an honest device has these three

const described = (how: (description: KeyDescription) => KeyDescription) => after('wallet', 'describe', how)

const signature = (how: (text: string) => string) => after('wallet', 'signAttestation', part(2, how))

const coordinate = (name: 'x' | 'y') =>
  fc
    .constantFrom<readonly [string, (text: string) => string]>(
      ['pads', (text) => `${text}=`],
      ['writes in hex', (text) => Buffer.from(text, 'base64url').toString('hex')],
      ['shortens', (text) => text.slice(0, 42)],
      ['lengthens', (text) => encodeBase64url(Buffer.concat([Buffer.alloc(1), Buffer.from(text, 'base64url')]))],
    )
    .map(([what, how]) => ({
      what: `${what} ${name}`,
      deviation: lastKey((key) => (isObject(key) ? { ...key, [name]: how(String(key[name])) } : key)),
    }))

export const faults: readonly Fault[] = [
  fault(ATT.TYP, 'calls the attestation a plain JWT', header(put('/typ', 'JWT'))),
  fault(ATT.TYP, 'leaves out the type', header(drop('/typ'))),
  fault(ATT.TYP, 'uses the name of the final standard', header(put('/typ', 'key-attestation+jwt'))),
  fault(ATT.TYP, 'uses the name of the drafts', header(put('/typ', 'keyattestation+jwt')), { under: 'openid4vci-1.0' }),
  fault(ATT.ALG, 'names another algorithm', header(put('/alg', 'ES384'))),
  fault(ATT.ALG, 'names no algorithm', header(put('/alg', 'none'))),
  fault(ATT.ALG, 'writes the algorithm in small letters', header(put('/alg', 'es256'))),

  fault(ATT.X5C, 'leaves out the chain', header(drop('/x5c'))),
  fault(ATT.X5C, 'sends an empty chain', header(put('/x5c', []))),
  fault(
    ATT.X5C,
    'sends the chain as another type',
    family(
      notAnArray,
      (v) => JSON.stringify(v),
      (v) => header(put('/x5c', v as JsonValue)),
    ),
  ),
  fault(ATT.DER, 'writes certificates in base64url', header(change('/x5c/0', (text) => base64url(text)))),
  fault(
    ATT.DER,
    'writes certificates as PEM',
    header(change('/x5c/0', (text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`)),
  ),
  fault(ATT.DER, 'leaves garbage behind a certificate', header(change('/x5c/1', (text) => trailing(text)))),
  fault(
    ATT.DER,
    'breaks the lines of a certificate',
    header(change('/x5c/0', (text) => String(text).replaceAll(/(.{64})/g, '$1\n'))),
  ),
  fault(ATT.CHAIN, 'leaves out the certificate in the middle', header(change('/x5c', (x5c) => pick(x5c, [0, 2])))),
  fault(ATT.CHAIN, 'sends the authorities in reverse', header(change('/x5c', (x5c) => pick(x5c, [0, 2, 1])))),
  fault(
    ATT.CHAIN,
    'puts in an authority of the same name',
    bentChain(([leaf, authority, root]) => [leaf, { ...authority, publicKey: stranger }, root]),
  ),
  fault(ATT.CHAIN, 'sends the authority twice', header(change('/x5c', (x5c) => pick(x5c, [0, 1, 1, 2])))),
  fault(
    ATT.CA,
    'has its key certified by something that is no authority',
    bentChain(([leaf, authority, root]) => [leaf, { ...authority, ca: false }, root]),
  ),
  fault(
    ATT.CA,
    'has its key certified by a key that may not',
    bentChain(([leaf, authority, root]) => [leaf, { ...authority, keyUsage: ['digitalSignature'] }, root]),
  ),
  fault(
    ATT.VALID,
    'has an authority that expired',
    bentChain(([leaf, authority, root]) => [
      leaf,
      { ...authority, notAfter: new Date(authority.notBefore.getTime() + 1000) },
      root,
    ]),
  ),
  fault(
    ATT.VALID,
    'has an authority whose time is to come',
    bentChain(([leaf, authority, root]) => [
      leaf,
      { ...authority, notBefore: new Date(authority.notAfter.getTime() - 1000) },
      root,
    ]),
  ),
  fault(
    ATT.ANCHOR,
    'has a root of its own making',
    bentChain(([leaf, authority, root]) => [
      leaf,
      { ...authority, issuerKey: stranger },
      { ...root, publicKey: stranger, issuerKey: stranger },
    ]),
  ),

  fault(
    ATT.LEAF,
    'signs with an attested key that is not in the leaf',
    bentChain(([leaf, ...above]) => [{ ...leaf, publicKey: stranger }, ...above]),
  ),
  fault(
    ATT.LEAF,
    'sends the chain of its authority, without itself',
    header(change('/x5c', (x5c) => pick(x5c, [1, 2]))),
  ),
  fault(
    ATT.SIGNED,
    'leaves the signature empty',
    signature(() => ''),
  ),
  fault(ATT.SIGNED, 'changes a bit of the signature', signature(flipped)),
  fault(ATT.SIGNED, 'cuts the signature', signature(octets((all) => all.subarray(0, 63)))),
  fault(
    ATT.SIGNED,
    'signs with nothing but zeros',
    signature(() => encodeBase64url(Buffer.alloc(64))),
  ),
  fault(
    ATT.SIGNED,
    'changes the payload after signing',
    after(
      'wallet',
      'signAttestation',
      part(1, (text) => encodeBase64url(`${Buffer.from(text, 'base64url').toString('utf8')} `)),
    ),
  ),
  fault(
    ATT.SIGNED,
    "signs with a stranger's key",
    instead('wallet', 'signAttestation', () => (draft) => writeJws(draft.header, draft.payload, stranger)),
  ),
  fault(ATT.P1363, 'signs in DER form', signature(octets(toDer))),

  fault(ATT.NONCE, 'leaves out the nonce', payload(drop('/nonce'))),
  fault(
    ATT.NONCE,
    'sends the nonce as another type',
    family(
      notAString,
      (v) => JSON.stringify(v),
      (v) => payload(put('/nonce', v as JsonValue)),
    ),
  ),
  fault(ATT.IAT, 'leaves out the time', payload(drop('/iat'))),
  fault(ATT.IAT, 'gives the time in milliseconds', payload(change('/iat', (iat) => Number(iat) * 1000))),
  fault(
    ATT.IAT,
    'gives the time as another type',
    family(
      notANumber,
      (v) => JSON.stringify(v),
      (v) => payload(put('/iat', v as JsonValue)),
    ),
  ),
  fault(ATT.FRESH, 'attests an hour ahead', payload(change('/iat', (iat) => Number(iat) + 3600))),
  fault(ATT.FRESH, 'attests a day late', payload(change('/iat', (iat) => Number(iat) - 86_400))),
  fault(ATT.KEYS, 'leaves out the keys', payload(drop('/attested_keys'))),
  fault(ATT.KEYS, 'attests nothing at all', payload(put('/attested_keys', []))),
  fault(
    ATT.KEYS,
    'attests one key without a list',
    payload(change('/attested_keys', (all) => (Array.isArray(all) ? (all[0] ?? null) : all))),
  ),
  fault(ATT.KTY, 'attests a key of another type', lastKey(member('kty', 'OKP'))),
  fault(ATT.KTY, 'leaves out the type of its keys', keys(member('kty', undefined))),
  fault(
    ATT.CRV,
    'attests a key on another curve',
    family(
      fc.constantFrom('P-384', 'secp256k1', 'p-256', ''),
      (v) => v,
      (crv) => lastKey(member('crv', crv)),
    ),
  ),
  fault(ATT.X, 'misspells x', coordinate('x')),
  fault(ATT.X, 'leaves out x', lastKey(member('x', undefined))),
  fault(ATT.Y, 'misspells y', coordinate('y')),
  fault(ATT.Y, 'leaves out y', lastKey(member('y', undefined))),
  fault(
    ATT.POINT,
    'attests a point off the curve',
    lastKey((key) => (isObject(key) ? { ...key, y: key.x ?? '' } : key)),
  ),
  fault(ATT.PUBLIC, 'gives a private key away', lastKey(member('d', stranger.d ?? ''))),
  fault(
    ATT['LEAF-ATTESTED'],
    'attests only keys that are not in the leaf',
    payload(change('/attested_keys', (all) => (Array.isArray(all) ? all.slice(1) : all))),
    { given: { 'attestation.keys': 'leaf-attested' } },
  ),

  fault(ATT.COMPACT, 'lists a critical extension that nobody defined', header(put('/crit', ['telepathy']))),
  fault(ATT.COMPACT, 'asks for an unencoded payload', header(put('/b64', false))),
  fault(
    ATT.COMPACT,
    'sends a fourth part',
    after(
      'wallet',
      'signAttestation',
      parts((all) => [...all, 'YQ']),
    ),
    { alsoBreaks: [PROOF_ROWS.ATTESTATION] },
  ),
  fault(
    ATT.ENCODED,
    'pads a part',
    after(
      'wallet',
      'signAttestation',
      part(0, (text) => `${text}=`),
    ),
  ),
  fault(
    ATT.ENCODED,
    'puts a character that is none of base64url into a part',
    family(
      fc.tuple(fc.nat(2), fc.constantFrom('+', '/', ' ', '\n', '=')),
      ([i, c]) => `${JSON.stringify(c)} in part ${i}`,
      ([i, c]) =>
        after(
          'wallet',
          'signAttestation',
          part(i, (text) => `${text.slice(0, 4)}${c}${text.slice(5)}`),
        ),
    ),
  ),
  fault(
    ATT['ONE-KEY'],
    'brings a key of its own in the header',
    header(put('/jwk', { kty: 'EC', crv: 'P-256', x: stranger.x ?? '', y: stranger.y ?? '' })),
  ),
  fault(ATT['ONE-KEY'], 'points to a key on a server', header(put('/jku', 'https://stranger.example/keys'))),
  fault(ATT.EXP, 'sends an attestation that expired', payload(put('/exp', 1_700_000_000)), { under: 'openid4vci-1.0' }),
  fault(ATT.EXP, 'gives the expiry as text', payload(put('/exp', 'tomorrow')), { under: 'openid4vci-1.0' }),

  fault(
    ATT.DESCRIBED,
    'describes a key above the leaf as well',
    bentChain(([leaf, authority, root]) => [leaf, { ...authority, extensions: leaf.extensions ?? [] }, root]),
  ),
  fault(
    ATT.CHALLENGE,
    'has a challenge from another nonce',
    described((all) => ({ ...all, attestationChallenge: Buffer.from('another nonce') })),
    { given: { 'attestation.challenge': 'utf8' } },
  ),
  fault(
    ATT.CHALLENGE,
    'gives the nonce as it is for a challenge',
    instead('wallet', 'describe', (honest) => (nonce) => ({
      ...honest(nonce),
      attestationChallenge: Buffer.from(nonce),
    })),
    { given: { 'attestation.challenge': 'sha-256' } },
  ),
  fault(
    ATT.LEVEL,
    'keeps its key in software',
    described((all) => ({ ...all, attestationSecurityLevel: 0, keyMintSecurityLevel: 0 })),
    { given: { 'attestation.securityLevel': 'trusted-environment' } },
  ),
  fault(
    ATT.LEVEL,
    'claims a better place for the attestation than for the key',
    described((all) => ({ ...all, keyMintSecurityLevel: android.securityLevel.trustedEnvironment })),
    { given: { 'attestation.securityLevel': 'strongbox' } },
  ),
  fault(
    ATT.LEVEL,
    'has its key described by software',
    described((all) => ({ ...all, attestationSecurityLevel: android.securityLevel.software })),
    { given: { 'attestation.securityLevel': 'trusted-environment' } },
  ),
  fault(
    ATT.GENERATED,
    'brought its key in from outside',
    described((all) => ({ ...all, hardwareEnforced: { ...all.hardwareEnforced, origin: android.origin.imported } })),
  ),
  fault(
    ATT.GENERATED,
    'has a key that is not for signing',
    described((all) => ({
      ...all,
      hardwareEnforced: { ...all.hardwareEnforced, purpose: [android.purpose.attestKey] },
    })),
  ),
  fault(
    ATT.BOOTED,
    'is unlocked',
    described((all) => unlocked(all)),
  ),
]

const unlocked = (all: KeyDescription): KeyDescription => {
  const { rootOfTrust, ...rest } = all.hardwareEnforced
  return {
    ...all,
    hardwareEnforced: { ...rest, ...(rootOfTrust && { rootOfTrust: { ...rootOfTrust, deviceLocked: false } }) },
  }
}

const base64url = (text: JsonValue): string => Buffer.from(String(text), 'base64').toString('base64url')
const trailing = (text: JsonValue): string =>
  Buffer.concat([Buffer.from(String(text), 'base64'), Buffer.from([0, 0, 0])]).toString('base64')

const pick = (x5c: JsonValue, indices: readonly number[]): JsonValue =>
  Array.isArray(x5c) ? indices.map((i) => x5c[i] ?? null) : x5c
