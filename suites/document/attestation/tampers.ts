import type { CheckContext } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { ArtefactTampering, Tampering } from '../../../model/tampering.ts'
import type { Attestation } from '../../../protocol/artefacts/attestation.ts'
import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import {
  type KeyDescription,
  keyDescriptionId,
  readKeyDescription,
  writeKeyDescription,
} from '../../../protocol/x509/android.ts'
import type { Certificate } from '../../../protocol/x509/certificate.ts'
import { replaceMembers, tamperContent, tamperText } from '../kit/artefact-tampers.ts'
import { tamperArtefacts } from '../kit/exchange-tampers.ts'
import { basePointKey, flipSignatureBit, pointOffCurve, toDerSignature } from '../kit/tampered-values.ts'
import { LEVEL } from './decisions.ts'
import { ATT } from './requirements.ts'

type Chain = readonly Certificate[]

/** Changes the certificate chain. */
const tamperChain = (
  breaks: Requirement,
  description: string,
  change: (leaf: Certificate, chain: Chain) => Chain | undefined,
): ArtefactTampering =>
  tamperContent(breaks, 'attestation', description, (attestation) => {
    const { chain = [] } = attestation
    const [leaf] = chain
    const changed = leaf && change(leaf, chain)
    return changed && { ...attestation, chain: changed }
  })

/** Changes the key description. */
const tamperDescription = (
  breaks: Requirement,
  description: string,
  change: (original: KeyDescription, context: CheckContext) => KeyDescription | undefined,
): ArtefactTampering =>
  tamperContent(breaks, 'attestation', description, (attestation, context) => {
    const [leaf, ...above] = attestation.chain ?? []
    const read = leaf && attempt(() => readKeyDescription(leaf))
    const changed = read && 'value' in read && read.value ? change(read.value, context) : undefined
    if (!leaf || !changed) return undefined
    const extensions = leaf.extensions.filter(({ id }) => id !== keyDescriptionId)
    return { ...attestation, chain: [{ ...leaf, extensions: [...extensions, writeKeyDescription(changed)] }, ...above] }
  })

const tamperSignature = (
  breaks: Requirement,
  description: string,
  change: (signature: Buffer) => Buffer | undefined,
): ArtefactTampering =>
  tamperContent(breaks, 'attestation', description, ({ jws, ...rest }: Attestation) => {
    const signature = change(jws.signature)
    return signature && { ...rest, jws: { ...jws, signature } }
  })

const software = { attestationSecurityLevel: 0, keyMintSecurityLevel: 0 }
const key = '/payload/attested_keys/0'
const { kty, crv, x, y } = pointOffCurve

/** Changes the attested keys. */
export const changeAttestedKeys =
  (how: (keys: readonly JsonValue[]) => readonly JsonValue[]) =>
  ({ jws, ...rest }: Attestation): Attestation => {
    const { attested_keys: keys } = jws.payload
    const payload: JsonObject = { ...jws.payload, attested_keys: how(Array.isArray(keys) ? keys : []) }
    return { ...rest, jws: { ...jws, payload } }
  }

/** Replaces the attested keys by an unrelated one. */
export const replaceAttestedKeys = changeAttestedKeys(() => [basePointKey])

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  replaceMembers(ATT.TYP, 'attestation', { '/header/typ': 'JWT' }),
  replaceMembers(ATT.IAT, 'attestation', { '/payload/iat': 'tampered' }),
  replaceMembers(ATT.FRESH, 'attestation', { '/payload/iat': 9_999_999_999 }),
  replaceMembers(ATT.FRESH, 'attestation', { '/payload/iat': 1_000_000_000 }),
  replaceMembers(ATT.EXP, 'attestation', { '/payload/exp': 1_000_000_000 }),
  replaceMembers(ATT.COMPACT, 'attestation', { '/header/crit': ['tampered'] }),
  replaceMembers(ATT['ONE-KEY'], 'attestation', { '/header/jwk': {} }),
  replaceMembers(ATT.CHALLENGE, 'attestation', { '/payload/nonce': 'tampered' }),
  tamperText(ATT.COMPACT, 'attestation', 'a fourth part', (text) => `${text}.tampered`),
  tamperText(ATT.ENCODED, 'attestation', 'a header that is not base64url', (text) => `!${text}`),
  tamperText(ATT.DER, 'attestation', '`x5c` that is not a certificate', (text) => text.replace(/^[^.]*/, Buffer.from('{"x5c":["AAAA"]}').toString('base64url'))),

  replaceMembers(ATT.CRV, 'attestation', { [key]: { kty: 'EC', crv: 0 } }),
  replaceMembers(ATT.X, 'attestation', { [key]: { kty, crv, x: 0, y } }),
  replaceMembers(ATT.Y, 'attestation', { [key]: { kty, crv, x } }),
  replaceMembers(ATT.POINT, 'attestation', { [key]: pointOffCurve }),
  replaceMembers(ATT.PUBLIC, 'attestation', { [`${key}/d`]: 'tampered' }),
  replaceMembers(ATT['LEAF-ATTESTED'], 'attestation', { '/payload/attested_keys': [] }),

  tamperSignature(ATT.SIGNED, 'one flipped bit of the signature', flipSignatureBit),
  tamperSignature(ATT.P1363, 'a signature in DER', toDerSignature),
  tamperChain(ATT.LEAF, 'the device certificate as the second certificate', (leaf, chain) => { const above = chain.find(({ der }) => !der.equals(leaf.der)); return above && [above, leaf] }),
  tamperChain(ATT.CHAIN, 'one certificate twice', (leaf, chain) => [...chain, leaf]),
  tamperChain(ATT.CA, 'an issuer that is not a CA', (leaf, [, above = leaf]) => [leaf, { ...above, constraints: { ca: false } }]),
  tamperChain(ATT.VALID, 'an expired issuer certificate', (leaf, [, above = leaf]) => [leaf, { ...above, notAfter: new Date(0) }]),
  tamperChain(ATT.ANCHOR, 'an empty chain', () => []),
  tamperChain(ATT.DESCRIBED, 'a second certificate with a key description', (leaf, chain) => [...chain, leaf]),

  tamperDescription(ATT.LEVEL, 'a key in software', (original, { decide }) => (decide(LEVEL) === 'software' ? undefined : { ...original, ...software })),
  tamperDescription(ATT.GENERATED, 'a key that was imported', (original) => ({ ...original, hardwareEnforced: { ...original.hardwareEnforced, origin: 2 } })),
  tamperDescription(ATT.BOOTED, 'a device without a root of trust', ({ hardwareEnforced: { rootOfTrust: _, ...rest }, ...others }) => ({ ...others, hardwareEnforced: rest })),

  tamperArtefacts(ATT.BOUND, 'other keys in the attestation', 'attestation', replaceAttestedKeys),
  tamperArtefacts(ATT.BATCH, 'one more key in the attestation', 'attestation', changeAttestedKeys((keys) => [...keys, basePointKey])),
  tamperArtefacts(ATT.ANNOUNCED, 'an algorithm that was not announced', 'attestation', ({ jws, ...rest }) => ({ ...rest, jws: { ...jws, header: { ...jws.header, alg: 'tampered' } } })),
]
