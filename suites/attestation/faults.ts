import * as fc from 'fast-check'
import type { ActorMutation } from '../../model/actors.ts'
import { type Fault, fault } from '../../model/fault.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { toDer } from '../../protocol/jose/es256.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { writeJws } from '../../protocol/jose/jws.ts'
import { androidNumbers, type KeyDescription } from '../../protocol/x509/android.ts'
import type { CertificateDraft } from '../../protocol/x509/certificate-write.ts'
import { editOctets, editPart, editParts, flipLastBit } from '../kit/compact-text.ts'
import { change, drop, put } from '../kit/edits.ts'
import { describedFamily, notANumber, notAnArray, notAString } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'
import { unrelatedKey } from '../kit/unrelated-keys.ts'
import { PROOF_ROWS } from '../request/requirements.ts'
import { ATT } from './requirements.ts'

const header = mutate.attestationHeader
const payload = mutate.attestationPayload

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
  changeResult('wallet', 'certify', (drafts) => how(drafts as unknown as Chain)) // an honest device has these three

const described = (how: (description: KeyDescription) => KeyDescription) => changeResult('wallet', 'describe', how)

const signature = (how: (text: string) => string) => changeResult('wallet', 'signAttestation', editPart(2, how))

const coordinate = (name: 'x' | 'y') =>
  fc
    .constantFrom<readonly [string, (text: string) => string]>(
      ['pads', (text) => `${text}=`],
      ['writes in hex', (text) => Buffer.from(text, 'base64url').toString('hex')],
      ['shortens', (text) => text.slice(0, 42)],
      ['lengthens', (text) => encodeBase64url(Buffer.concat([Buffer.alloc(1), Buffer.from(text, 'base64url')]))],
    )
    .map(([what, how]) => ({
      description: `${what} ${name}`,
      mutation: lastKey((key) => (isObject(key) ? { ...key, [name]: how(String(key[name])) } : key)),
    }))

const announcing = (...algorithms: readonly string[]) =>
  mutate.metadata(
    put('/credential_configurations_supported/identity_credential/proof_types_supported', {
      attestation: { proof_signing_alg_values_supported: algorithms },
    }),
  )

/** Which of its credentials an issuer hands out. */
const delivering = (chosen: (credentials: readonly string[]) => readonly string[]) =>
  replaceStep(
    'issuer',
    'respond',
    (honest) => (session, request, credentials) => honest(session, request, chosen(credentials)),
  )

const boundToFirst: ActorMutation = {
  issuer: (honest) => {
    let first: Jwk | undefined // an issuer of one session, which remembers the key that it saw first
    return {
      ...honest,
      draft: (session, key) => {
        first ??= key
        return honest.draft(session, first)
      },
    }
  },
}

const { d: _, ...key } = unrelatedKey

export const faults: readonly Fault[] = [
  fault(ATT.TYP, 'calls the attestation a plain JWT', header(put('/typ', 'JWT'))),
  fault(ATT.TYP, 'leaves out the type', header(drop('/typ'))),
  fault(ATT.TYP, 'uses the name of the final standard', header(put('/typ', 'key-attestation+jwt'))),
  fault(ATT.TYP, 'uses the name of the drafts', header(put('/typ', 'keyattestation+jwt')), {
    profile: 'openid4vci-1.0',
  }),
  fault(ATT.ALG, 'names another algorithm', header(put('/alg', 'ES384'))),
  fault(ATT.ALG, 'names no algorithm', header(put('/alg', 'none'))),
  fault(ATT.ALG, 'writes the algorithm in small letters', header(put('/alg', 'es256'))),

  fault(ATT.X5C, 'leaves out the chain', header(drop('/x5c'))),
  fault(ATT.X5C, 'sends an empty chain', header(put('/x5c', []))),
  fault(
    ATT.X5C,
    'sends the chain as another type',
    describedFamily(
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
    bentChain(([leaf, authority, root]) => [leaf, { ...authority, publicKey: unrelatedKey }, root]),
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
      { ...authority, issuerKey: unrelatedKey },
      { ...root, publicKey: unrelatedKey, issuerKey: unrelatedKey },
    ]),
  ),

  fault(
    ATT.LEAF,
    'signs with an attested key that is not in the leaf',
    bentChain(([leaf, ...above]) => [{ ...leaf, publicKey: unrelatedKey }, ...above]),
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
  fault(ATT.SIGNED, 'changes a bit of the signature', signature(flipLastBit)),
  fault(ATT.SIGNED, 'cuts the signature', signature(editOctets((all) => all.subarray(0, 63)))),
  fault(
    ATT.SIGNED,
    'signs with nothing but zeros',
    signature(() => encodeBase64url(Buffer.alloc(64))),
  ),
  fault(
    ATT.SIGNED,
    'changes the payload after signing',
    changeResult(
      'wallet',
      'signAttestation',
      editPart(1, (text) => encodeBase64url(`${Buffer.from(text, 'base64url').toString('utf8')} `)),
    ),
  ),
  fault(
    ATT.SIGNED,
    "signs with a stranger's key",
    replaceStep('wallet', 'signAttestation', () => (draft) => writeJws(draft.header, draft.payload, unrelatedKey)),
  ),
  fault(ATT.P1363, 'signs in DER form', signature(editOctets(toDer))),

  fault(ATT.NONCE, 'leaves out the nonce', payload(drop('/nonce'))),
  fault(
    ATT.NONCE,
    'sends the nonce as another type',
    describedFamily(
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
    describedFamily(
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
    describedFamily(
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
  fault(ATT.PUBLIC, 'gives a private key away', lastKey(member('d', unrelatedKey.d ?? ''))),
  fault(
    ATT['LEAF-ATTESTED'],
    'attests only keys that are not in the leaf',
    payload(change('/attested_keys', (all) => (Array.isArray(all) ? all.slice(1) : all))),
    { decisions: { 'attestation.keys': 'leaf-attested' } },
  ),

  fault(ATT.COMPACT, 'lists a critical extension that nobody defined', header(put('/crit', ['telepathy']))),
  fault(ATT.COMPACT, 'asks for an unencoded payload', header(put('/b64', false))),
  fault(
    ATT.COMPACT,
    'sends a fourth part',
    changeResult(
      'wallet',
      'signAttestation',
      editParts((all) => [...all, 'YQ']),
    ),
    { alsoBreaks: [PROOF_ROWS.ATTESTATION] },
  ),
  fault(
    ATT.ENCODED,
    'pads a part',
    changeResult(
      'wallet',
      'signAttestation',
      editPart(0, (text) => `${text}=`),
    ),
  ),
  fault(
    ATT.ENCODED,
    'puts a character that is none of base64url into a part',
    describedFamily(
      fc.tuple(fc.nat(2), fc.constantFrom('+', '/', ' ', '\n', '=')),
      ([i, c]) => `${JSON.stringify(c)} in part ${i}`,
      ([i, c]) =>
        changeResult(
          'wallet',
          'signAttestation',
          editPart(i, (text) => `${text.slice(0, 4)}${c}${text.slice(5)}`),
        ),
    ),
  ),
  fault(
    ATT['ONE-KEY'],
    'brings a key of its own in the header',
    header(put('/jwk', { kty: 'EC', crv: 'P-256', x: unrelatedKey.x ?? '', y: unrelatedKey.y ?? '' })),
  ),
  fault(ATT['ONE-KEY'], 'points to a key on a server', header(put('/jku', 'https://stranger.example/keys'))),
  fault(ATT.EXP, 'sends an attestation that expired', payload(put('/exp', 1_700_000_000)), {
    profile: 'openid4vci-1.0',
  }),
  fault(ATT.EXP, 'gives the expiry as text', payload(put('/exp', 'tomorrow')), { profile: 'openid4vci-1.0' }),

  fault(
    ATT.DESCRIBED,
    'describes a key above the leaf as well',
    bentChain(([leaf, authority, root]) => [leaf, { ...authority, extensions: leaf.extensions ?? [] }, root]),
  ),
  fault(
    ATT.CHALLENGE,
    'has a challenge from another nonce',
    described((all) => ({ ...all, attestationChallenge: Buffer.from('another nonce') })),
    { decisions: { 'attestation.challenge': 'utf8' } },
  ),
  fault(
    ATT.CHALLENGE,
    'gives the nonce as it is for a challenge',
    replaceStep('wallet', 'describe', (honest) => (nonce) => ({
      ...honest(nonce),
      attestationChallenge: Buffer.from(nonce),
    })),
    { decisions: { 'attestation.challenge': 'sha-256' } },
  ),
  fault(
    ATT.LEVEL,
    'keeps its key in software',
    described((all) => ({ ...all, attestationSecurityLevel: 0, keyMintSecurityLevel: 0 })),
    { decisions: { 'attestation.securityLevel': 'trusted-environment' } },
  ),
  fault(
    ATT.LEVEL,
    'claims a better place for the attestation than for the key',
    described((all) => ({ ...all, keyMintSecurityLevel: androidNumbers.securityLevel.trustedEnvironment })),
    { decisions: { 'attestation.securityLevel': 'strongbox' } },
  ),
  fault(
    ATT.LEVEL,
    'has its key described by software',
    described((all) => ({ ...all, attestationSecurityLevel: androidNumbers.securityLevel.software })),
    { decisions: { 'attestation.securityLevel': 'trusted-environment' } },
  ),
  fault(
    ATT.GENERATED,
    'brought its key in from outside',
    described((all) => ({
      ...all,
      hardwareEnforced: { ...all.hardwareEnforced, origin: androidNumbers.origin.imported },
    })),
  ),
  fault(
    ATT.GENERATED,
    'has a key that is not for signing',
    described((all) => ({
      ...all,
      hardwareEnforced: { ...all.hardwareEnforced, purpose: [androidNumbers.purpose.attestKey] },
    })),
  ),
  fault(
    ATT.BOOTED,
    'is unlocked',
    described((all) => unlocked(all)),
  ),

  fault(
    ATT.BOUND,
    'binds the credential to a key that nobody attested',
    mutate.credentialPayload(put('/cnf/jwk', { ...key, kid: 'holder', alg: 'ES256' })),
    { decisions: { 'cnf.source': 'either' } },
  ),
  fault(
    ATT.BATCH,
    'issues for the first key alone',
    delivering((all) => all.slice(0, 1)),
  ),
  fault(
    ATT.BATCH,
    'issues for the last key alone',
    delivering((all) => all.slice(-1)),
  ),
  fault(ATT.BATCH, 'binds every credential to the first key', boundToFirst),
  fault(
    ATT.ANNOUNCED,
    'signs with an algorithm that was not announced',
    combineMutations(announcing('ES256'), mutate.attestationHeader(put('/alg', 'ES384'))),
    { alsoBreaks: [ATT.ALG] },
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
