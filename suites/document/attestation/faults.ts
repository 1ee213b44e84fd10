import * as fc from 'fast-check'
import keys from '../../../fixtures/keys.json' with { type: 'json' }
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { isObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { toDer } from '../../../protocol/jose/es256.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { writeJws } from '../../../protocol/jose/jws.ts'
import { androidNumbers, type KeyDescription } from '../../../protocol/x509/android.ts'
import type { CertificateDraft } from '../../../protocol/x509/certificate-write.ts'
import { foreignExtension } from '../../jose/sample-certificate.ts'
import { unrelatedKey } from '../../kit/unrelated-keys.ts'
import { CRED } from '../credential/requirements.ts'
import { editOctets, editPart, editParts, flipLastBit, toSignedIntegers } from '../kit/compact-text.ts'
import { change, drop, type Edit, put } from '../kit/edits.ts'
import { describedFamily, notANumber, notAnArray, notAString, valueFamily } from '../kit/family.ts'
import { listForms, removeSignature, signWithOwnKey, signWithSecret, spellingsOfNone } from '../kit/forgeries.ts'
import { mutate, returnCredentials } from '../kit/message-mutations.ts'
import { changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'
import type { ActorMutation } from '../model/actors.ts'
import { type Fault, fault } from '../model/fault.ts'
import { PROOF_ROWS } from '../request/requirements.ts'
import { ATT } from './requirements.ts'

const header = mutate.attestationHeader
const payload = mutate.attestationPayload

/** Changes every attested key. */
const changeKeys = (how: (key: JsonValue) => JsonValue) =>
  payload(change('/attested_keys', (all) => (Array.isArray(all) ? all.map(how) : all)))

/** A coordinate of zeros, which some key stores return for a key that they do not have. */
const zero = encodeBase64url(Buffer.alloc(32))

const changeLastKey = (how: (key: JsonValue) => JsonValue) =>
  payload(
    change('/attested_keys', (all) =>
      Array.isArray(all) ? all.map((key, i) => (i === all.length - 1 ? how(key) : key)) : all,
    ),
  )

const changeFirstKey = (how: (key: JsonValue) => JsonValue) =>
  payload(
    change('/attested_keys', (all) => (Array.isArray(all) ? all.map((key, i) => (i === 0 ? how(key) : key)) : all)),
  )

const setMember =
  (name: string, value: JsonValue | undefined) =>
  (key: JsonValue): JsonValue => {
    if (!isObject(key)) return key
    const others = Object.entries(key).filter(([each]) => each !== name)
    return Object.fromEntries(value === undefined ? others : [...others, [name, value]])
  }

const padMember =
  (name: string) =>
  (key: JsonValue): JsonValue =>
    isObject(key) ? { ...key, [name]: `${key[name]}=` } : key

/** Sends these of its certificates, in this order. */
const pickCertificates = (...indices: readonly number[]) =>
  header(change('/x5c', (x5c) => (Array.isArray(x5c) ? indices.map((i) => x5c[i] ?? null) : x5c)))

type Chain = readonly [leaf: CertificateDraft, authority: CertificateDraft, root: CertificateDraft]

/** Changes the certificates of the device before they are signed. */
const changeChain = (how: (chain: Chain) => readonly CertificateDraft[]) =>
  changeResult('wallet', 'certify', (drafts) => how(drafts as unknown as Chain)) // the reference device has these three

const changeAuthority = (how: (authority: CertificateDraft, leaf: CertificateDraft) => Partial<CertificateDraft>) =>
  changeChain(([leaf, authority, root]) => [leaf, { ...authority, ...how(authority, leaf) }, root])

const changeDescription = (how: (description: KeyDescription) => KeyDescription) =>
  changeResult('wallet', 'describe', how)

/** Signs the attestation as an attacker without the key of the device would. */
const forge = (how: (text: string) => string) => changeResult('wallet', 'signAttestation', how)

const changeSignature = (how: (text: string) => string) => forge(editPart(2, how))

/** A coordinate of another size, as RFC 7518 forbids it. */
const malformCoordinate = (name: 'x' | 'y') =>
  fc
    .constantFrom<readonly [string, (text: string) => string]>(
      ['writes in hex', (text) => Buffer.from(text, 'base64url').toString('hex')],
      ['shortens', (text) => text.slice(0, 42)],
      ['lengthens', (text) => encodeBase64url(Buffer.concat([Buffer.alloc(1), Buffer.from(text, 'base64url')]))],
    )
    .map(([what, how]) => ({
      description: `${what} ${name}`,
      mutation: changeLastKey((key) => (isObject(key) ? { ...key, [name]: how(String(key[name])) } : key)),
    }))

const announceAlgorithms = (...algorithms: readonly string[]) =>
  mutate.metadata(
    put('/credential_configurations_supported/identity_credential/proof_types_supported', {
      attestation: { proof_signing_alg_values_supported: algorithms },
    }),
  )

const bindToFirstKey: ActorMutation = {
  issuer: (original) => {
    let first: Jwk | undefined // the issuer serves one session
    return {
      ...original,
      draft: (session, key) => {
        first ??= key
        return original.draft(session, first)
      },
    }
  },
}

const { d: _, ...key } = unrelatedKey

/** Signs with an unrelated key. */
const signUnrelated = (edit: Edit = (header) => header) =>
  replaceStep('wallet', 'signAttestation', () => (draft) => writeJws(edit(draft.header), draft.payload, unrelatedKey))

/** The recipient validates the chain (RFC 7515, section 4.1.6), and cannot accept what the wallet cannot change. */
const mustBeRejected = { rejection: 'required' } as const

const withExpiry = { profile: 'document-openid4vci', decisions: { 'attestation.exp': 'optional' } } as const

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(ATT.TYP, 'sends `typ` `JWT`', header(put('/typ', 'JWT'))),
  fault(ATT.TYP, 'sends the `typ` of a proof', header(put('/typ', 'openid4vci-proof+jwt'))),
  fault(ATT.TYP, 'leaves out `typ`', header(drop('/typ'))),
  fault(ATT.TYP, 'sends the `typ` of the final standard', header(put('/typ', 'key-attestation+jwt')), { decisions: { 'attestation.typ': 'keyattestation+jwt' }, rejection: 'none' }),
  fault(ATT.TYP, 'sends the `typ` of the drafts', header(put('/typ', 'keyattestation+jwt')), { profile: 'document-openid4vci', decisions: { 'attestation.typ': 'key-attestation+jwt' }, rejection: 'none' }),
  fault(ATT.ALG, 'sends another `alg`', header(put('/alg', 'ES384'))),
  fault(ATT.ALG, 'sends `alg` `none`', header(put('/alg', 'none'))),
  fault(ATT.ALG, 'sends `alg` in lower case', header(put('/alg', 'es256'))),
  ...spellingsOfNone.map((none, i) => fault(ATT.ALG, `sends no signature and the algorithm \`${none}\`, spelling ${i + 1}`, forge(removeSignature(none)), { alsoBreaks: [ATT.SIGNED] })),
  ...listForms().map((form) => fault(ATT.ALG, `authenticates with HS256 and ${form} as the secret`, forge(signWithSecret(form, keys.device)), { alsoBreaks: [ATT.SIGNED] })),

  fault(ATT.X5C, 'leaves out `x5c`', header(drop('/x5c'))),
  fault(ATT.X5C, 'sends an empty `x5c`', header(put('/x5c', []))),
  fault(ATT.X5C, 'sends `x5c` as anything but an array', valueFamily(notAnArray, (value) => header(put('/x5c', value as JsonValue)))),
  fault(ATT.DER, 'encodes a certificate in base64url', header(change('/x5c/0', (text) => toBase64url(text)))),
  fault(ATT.DER, 'encodes a certificate as PEM', header(change('/x5c/0', (text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`))),
  fault(ATT.DER, 'appends octets to a certificate', header(change('/x5c/1', (text) => appendOctets(text)))),
  fault(ATT.DER, 'breaks the base64 of a certificate into lines', header(change('/x5c/0', (text) => String(text).replaceAll(/(.{64})/g, '$1\n')))),
  fault(ATT.CHAIN, 'has its key certified by an authority with a critical extension that is not known', changeAuthority(() => ({ extensions: [foreignExtension] })), { rejection: 'none' }),
  fault(ATT.CHAIN, 'leaves out the intermediate certificate', pickCertificates(0, 2)),
  fault(ATT.CHAIN, 'sends the CA certificates in reverse order', pickCertificates(0, 2, 1), { rejection: 'none' }),
  fault(ATT.CHAIN, 'sends the certificate of another CA with the same name', changeAuthority(() => ({ publicKey: unrelatedKey }))),
  fault(ATT.CHAIN, 'has an intermediate certificate that it signed itself', changeChain(([leaf, authority, root]) => [{ ...leaf, issuerKey: unrelatedKey }, { ...authority, publicKey: unrelatedKey, issuerKey: unrelatedKey }, root])),
  fault(ATT.CHAIN, 'sends the intermediate certificate twice', pickCertificates(0, 1, 1, 2), { rejection: 'none' }),
  fault(ATT.CA, 'has its key certified by a certificate that is not a CA', changeAuthority(() => ({ ca: false })), mustBeRejected),
  fault(ATT.CA, 'has its key certified by a key without `keyCertSign`', changeAuthority(() => ({ keyUsage: ['digitalSignature'] })), mustBeRejected),
  fault(ATT.CA, 'has one authority more than the path length allows', changeChain(([leaf, authority, root]) => [{ ...leaf, issuer: 'Sub-authority', issuerKey: unrelatedKey }, { ...authority, subject: 'Sub-authority', issuer: authority.subject, publicKey: unrelatedKey, issuerKey: leaf.issuerKey }, { ...authority, pathLength: 0 }, root]), { rejection: 'none' }),
  fault(ATT.VALID, 'has an expired intermediate certificate', changeAuthority((authority) => ({ notAfter: new Date(authority.notBefore.getTime() + 1000) })), mustBeRejected),
  fault(ATT.VALID, 'has an intermediate certificate that is not yet valid', changeAuthority((authority) => ({ notBefore: new Date(authority.notAfter.getTime() - 1000) })), mustBeRejected),
  fault(ATT.ANCHOR, 'has a self-made root certificate', changeChain(([leaf, authority, root]) => [leaf, { ...authority, issuerKey: unrelatedKey }, { ...root, publicKey: unrelatedKey, issuerKey: unrelatedKey }])),

  fault(ATT.LEAF, 'signs with an attested key that is not in the leaf certificate', changeChain(([leaf, ...above]) => [{ ...leaf, publicKey: unrelatedKey }, ...above])),
  fault(ATT.LEAF, 'leaves out the leaf certificate', pickCertificates(1, 2)),
  fault(ATT.SIGNED, 'sends an empty signature', changeSignature(() => '')),
  fault(ATT.SIGNED, 'flips a bit of the signature', changeSignature(flipLastBit)),
  fault(ATT.P1363, 'truncates the signature', changeSignature(editOctets((all) => all.subarray(0, 63)))),
  fault(ATT.SIGNED, 'sends a signature of zeros', changeSignature(() => encodeBase64url(Buffer.alloc(64)))),
  fault(ATT.SIGNED, 'changes the payload after signing', forge(editPart(1, (text) => encodeBase64url(`${Buffer.from(text, 'base64url').toString('utf8')} `)))),
  fault(ATT.SIGNED, 'signs with an unrelated key', signUnrelated()),
  fault(ATT.SIGNED, 'signs with another key and sends that key as `jwk` in the header', signUnrelated(put('/jwk', key)), { alsoBreaks: [ATT['ONE-KEY']] }),
  fault(ATT.LEAF, 'signs with the key of the authority that certifies its own', combineMutations(changeChain(([leaf, authority, root]) => [{ ...leaf, issuerKey: unrelatedKey }, { ...authority, publicKey: unrelatedKey }, root]), signUnrelated())),
  ...(['jku', 'x5u'] as const).map((parameter) => fault(ATT.SIGNED, `signs with a key that \`${parameter}\` refers to`, forge(signWithOwnKey(parameter)), { alsoBreaks: [ATT['ONE-KEY']] })),
  fault(ATT.P1363, 'encodes the signature in DER', changeSignature(editOctets(toDer))),
  fault(ATT.P1363, 'writes R and S as signed integers of 33 octets', changeSignature(editOctets(toSignedIntegers))),

  fault(ATT.NONCE, 'leaves out `nonce`', payload(drop('/nonce'))),
  fault(ATT.NONCE, 'sends `nonce` as anything but a string', valueFamily(notAString, (value) => payload(put('/nonce', value as JsonValue)))),
  fault(ATT.IAT, 'leaves out `iat`', payload(drop('/iat'))),
  fault(ATT.IAT, 'sends `iat` in milliseconds', payload(change('/iat', (iat) => Number(iat) * 1000))),
  fault(ATT.IAT, 'sends `iat` as anything but a number', valueFamily(notANumber, (value) => payload(put('/iat', value as JsonValue)))),
  fault(ATT.FRESH, 'sends an attestation with `iat` an hour in the future', payload(change('/iat', (iat) => Number(iat) + 3600))),
  fault(ATT.FRESH, 'sends an attestation that is a day old', payload(change('/iat', (iat) => Number(iat) - 86_400))),
  fault(ATT.KEYS, 'leaves out `attested_keys`', payload(drop('/attested_keys'))),
  fault(ATT.KEYS, 'sends empty `attested_keys`', payload(put('/attested_keys', []))),
  fault(ATT.KEYS, 'sends `attested_keys` as one key instead of an array', payload(change('/attested_keys', (all) => (Array.isArray(all) ? (all[0] ?? null) : all)))),
  fault(ATT.KTY, 'attests a key of another type', changeLastKey(setMember('kty', 'OKP'))),
  fault(ATT.KTY, 'attests a key of another type before the others', changeFirstKey(setMember('kty', 'OKP'))),
  fault(ATT.KTY, 'leaves out `kty`', changeKeys(setMember('kty', undefined))),
  fault(ATT.CRV, 'attests a key on another curve', describedFamily(fc.constantFrom('P-384', 'secp256k1', 'p-256', ''), (v) => v, (crv) => changeLastKey(setMember('crv', crv)))),
  fault(ATT.CRV, 'attests a key on another curve before the others', changeFirstKey(setMember('crv', 'P-384'))),
  fault(ATT.X, 'sends a malformed `x`', malformCoordinate('x')),
  fault(ATT.X, 'pads `x`', changeLastKey(padMember('x')), { rejection: 'none' }),
  fault(ATT.X, 'leaves out `x`', changeLastKey(setMember('x', undefined))),
  fault(ATT.Y, 'sends a malformed `y`', malformCoordinate('y')),
  fault(ATT.Y, 'pads `y`', changeLastKey(padMember('y')), { rejection: 'none' }),
  fault(ATT.Y, 'leaves out `y`', changeLastKey(setMember('y', undefined))),
  fault(ATT.POINT, 'attests a point that is not on the curve', changeLastKey((key) => (isObject(key) ? { ...key, y: key.x ?? '' } : key))),
  fault(ATT.POINT, 'attests a point of zeros', changeLastKey((key) => (isObject(key) ? { ...key, x: zero, y: zero } : key))),
  fault(ATT.PUBLIC, 'attests a key with a shared secret `k`', changeLastKey(setMember('k', 'AAAA')), { rejection: 'none' }),
  fault(ATT.PUBLIC, 'attests a key with its private member `d`', changeLastKey(setMember('d', unrelatedKey.d ?? ''))),
  fault(ATT['LEAF-ATTESTED'], 'attests only keys that are not in the leaf certificate', payload(change('/attested_keys', (all) => (Array.isArray(all) ? all.slice(1) : all))), { decisions: { 'attestation.keys': 'leaf-attested' } }),

  fault(ATT.COMPACT, 'lists an unknown critical extension', header(put('/crit', ['unknown-extension']))),
  fault(ATT.COMPACT, 'sends `b64` `false`', header(put('/b64', false)), { rejection: 'none' }),
  fault(ATT.COMPACT, 'sends a fourth part', forge(editParts((all) => [...all, 'YQ'])), { alsoBreaks: [PROOF_ROWS.ATTESTATION] }),
  fault(ATT.ENCODED, 'pads the header', forge(editPart(0, (text) => `${text}=`))),
  fault(ATT.ENCODED, 'inserts a character that is not base64url', describedFamily(fc.tuple(fc.nat(2), fc.constantFrom('+', '/', ' ', '\n', '=')), ([i, c]) => `${JSON.stringify(c)} in part ${i}`, ([i, c]) => forge(editPart(i, (text) => `${text.slice(0, 4)}${c}${text.slice(5)}`)))),
  fault(ATT['ONE-KEY'], 'sends `jwk` in the header', header(put('/jwk', { kty: 'EC', crv: 'P-256', x: unrelatedKey.x ?? '', y: unrelatedKey.y ?? '' }))),
  fault(ATT['ONE-KEY'], 'sends `jku` in the header', header(put('/jku', 'https://unknown.example/keys'))),
  fault(ATT.EXP, 'sends an expired attestation', payload(put('/exp', 1_700_000_000)), withExpiry),
  // Section 2.5 does not define `nbf`, and claims that are not understood are ignored (RFC 7519, section 4).
  fault(ATT.EXP, 'sends an attestation of the year 2100', payload(put('/nbf', 4_102_444_800)), { ...withExpiry, rejection: 'none' }),
  fault(ATT.EXP, 'sends `exp` as a string', payload(put('/exp', 'tomorrow')), withExpiry),

  fault(ATT.DESCRIBED, 'has a key description in a CA certificate as well', changeAuthority((_, leaf) => ({ extensions: leaf.extensions ?? [] }))),
  fault(ATT.CHALLENGE, 'has a challenge derived from another nonce', changeDescription((all) => ({ ...all, attestationChallenge: Buffer.from('another nonce') })), { decisions: { 'attestation.challenge': 'utf8' } }),
  fault(ATT.CHALLENGE, 'has the nonce itself as the challenge where its digest was agreed on', replaceStep('wallet', 'describe', (original) => (nonce) => ({ ...original(nonce), attestationChallenge: Buffer.from(nonce) })), { decisions: { 'attestation.challenge': 'sha-256' } }),
  fault(ATT.LEVEL, 'keeps its key in software', changeDescription((all) => ({ ...all, attestationSecurityLevel: 0, keyMintSecurityLevel: 0 })), { decisions: { 'attestation.securityLevel': 'trusted-environment' } }),
  fault(ATT.LEVEL, 'claims a higher security level for the attestation than for the key', changeDescription((all) => ({ ...all, keyMintSecurityLevel: androidNumbers.securityLevel.trustedEnvironment })), { decisions: { 'attestation.securityLevel': 'strongbox' } }),
  fault(ATT.LEVEL, 'has its key attested by software', changeDescription((all) => ({ ...all, attestationSecurityLevel: androidNumbers.securityLevel.software })), { decisions: { 'attestation.securityLevel': 'trusted-environment' } }),
  fault(ATT.GENERATED, 'has an imported key', changeDescription((all) => ({ ...all, hardwareEnforced: { ...all.hardwareEnforced, origin: androidNumbers.origin.imported } }))),
  fault(ATT.GENERATED, 'has a key that is not for signing', changeDescription((all) => ({ ...all, hardwareEnforced: { ...all.hardwareEnforced, purpose: [androidNumbers.purpose.attestKey] } }))),
  fault(ATT.BOOTED, 'has an unlocked bootloader', changeDescription((all) => unlockDevice(all))),

  fault(ATT.BOUND, 'binds the credential to a key that is not attested', mutate.credentialPayload(put('/cnf/jwk', { ...key, kid: 'holder', alg: 'ES256' })), { decisions: { 'cnf.source': 'either' } }),
  fault(ATT.BOUND, 'binds credentials to a key that is not attested where any number may be issued', mutate.credentialPayload(put('/cnf/jwk', { ...key, kid: 'holder', alg: 'ES256' })), { decisions: { 'cnf.source': 'either', 'response.batch': 'any' } }),
  fault(ATT.BATCH, 'issues a credential for the first key only', returnCredentials((all) => all.slice(0, 1))),
  fault(ATT.BATCH, 'issues a credential for the last key only', returnCredentials((all) => all.slice(-1))),
  fault(ATT.BATCH, 'binds every credential to the first key', bindToFirstKey),
  fault(CRED.UNIQUE, 'returns one credential twice in a response', returnCredentials((all) => all.map(() => all[0] ?? '')), { alsoBreaks: [ATT.BATCH] }),
  fault(ATT.ANNOUNCED, 'signs with an algorithm that was not announced', combineMutations(announceAlgorithms('ES256'), mutate.attestationHeader(put('/alg', 'ES384'))), { alsoBreaks: [ATT.ALG] }),
]

const unlockDevice = (all: KeyDescription): KeyDescription => {
  const { rootOfTrust, ...rest } = all.hardwareEnforced
  return {
    ...all,
    hardwareEnforced: { ...rest, ...(rootOfTrust && { rootOfTrust: { ...rootOfTrust, deviceLocked: false } }) },
  }
}

const toBase64url = (text: JsonValue): string => Buffer.from(String(text), 'base64').toString('base64url')
const appendOctets = (text: JsonValue): string =>
  Buffer.concat([Buffer.from(String(text), 'base64'), Buffer.from([0, 0, 0])]).toString('base64')
