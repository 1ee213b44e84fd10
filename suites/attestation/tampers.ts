import type { Context } from '../../src/model/check.ts'
import type { Requirement } from '../../src/model/requirement.ts'
import type { Tamper } from '../../src/model/tamper.ts'
import {
  type KeyDescription,
  keyDescriptionId,
  readKeyDescription,
  writeKeyDescription,
} from '../../src/protocol/android.ts'
import type { Attestation } from '../../src/protocol/attestation.ts'
import { attempt } from '../../src/protocol/problem.ts'
import type { Certificate } from '../../src/protocol/x509.ts'
import { derOf, flipped, noPoint, replaced, rewritten, tamper } from '../tampering.ts'
import { LEVEL } from './decisions.ts'
import { ATT } from './requirements.ts'

type Chain = readonly Certificate[]

/** Another chain in place of the device's. */
const chained = (
  breaks: Requirement,
  deed: string,
  change: (leaf: Certificate, chain: Chain) => Chain | undefined,
): Tamper =>
  tamper(breaks, 'attestation', deed, (attestation) => {
    const { chain = [] } = attestation
    const [leaf] = chain
    const changed = leaf && change(leaf, chain)
    return changed && { ...attestation, chain: changed }
  })

/** The device says something else of its key. */
const described = (
  breaks: Requirement,
  deed: string,
  change: (said: KeyDescription, context: Context) => KeyDescription | undefined,
): Tamper =>
  tamper(breaks, 'attestation', deed, (attestation, context) => {
    const [leaf, ...above] = attestation.chain ?? []
    const read = leaf && attempt(() => readKeyDescription(leaf))
    const said = read && 'value' in read && read.value ? change(read.value, context) : undefined
    if (!leaf || !said) return undefined
    const extensions = leaf.extensions.filter(({ id }) => id !== keyDescriptionId)
    return { ...attestation, chain: [{ ...leaf, extensions: [...extensions, writeKeyDescription(said)] }, ...above] }
  })

const signedBy = (breaks: Requirement, deed: string, change: (signature: Buffer) => Buffer | undefined): Tamper =>
  tamper(breaks, 'attestation', deed, ({ jws, ...rest }: Attestation) => {
    const signature = change(jws.signature)
    return signature && { ...rest, jws: { ...jws, signature } }
  })

const software = { attestationSecurityLevel: 0, keyMintSecurityLevel: 0 }
const key = '/payload/attested_keys/0'
const { kty, crv, x, y } = noPoint

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  replaced(ATT.TYP, 'attestation', { '/header/typ': 'JWT' }),
  replaced(ATT.IAT, 'attestation', { '/payload/iat': 'tampered' }),
  replaced(ATT.FRESH, 'attestation', { '/payload/iat': 9_999_999_999 }),
  replaced(ATT.FRESH, 'attestation', { '/payload/iat': 1_000_000_000 }),
  replaced(ATT.EXP, 'attestation', { '/payload/exp': 1_000_000_000 }),
  replaced(ATT.COMPACT, 'attestation', { '/header/crit': ['tampered'] }),
  replaced(ATT['ONE-KEY'], 'attestation', { '/header/jwk': {} }),
  replaced(ATT.CHALLENGE, 'attestation', { '/payload/nonce': 'tampered' }),
  rewritten(ATT.COMPACT, 'attestation', 'a fourth part', (text) => `${text}.tampered`),
  rewritten(ATT.ENCODED, 'attestation', 'a header that is not encoded', (text) => `!${text}`),
  rewritten(ATT.DER, 'attestation', 'certificates that are none', (text) => text.replace(/^[^.]*/, Buffer.from('{"x5c":["AAAA"]}').toString('base64url'))),

  replaced(ATT.CRV, 'attestation', { [key]: { kty: 'EC', crv: 0 } }),
  replaced(ATT.X, 'attestation', { [key]: { kty, crv, x: 0, y } }),
  replaced(ATT.Y, 'attestation', { [key]: { kty, crv, x } }),
  replaced(ATT.POINT, 'attestation', { [key]: noPoint }),
  replaced(ATT.PUBLIC, 'attestation', { [`${key}/d`]: 'tampered' }),
  replaced(ATT['LEAF-ATTESTED'], 'attestation', { '/payload/attested_keys': [] }),

  signedBy(ATT.SIGNED, 'one bit of the signature', flipped),
  signedBy(ATT.P1363, 'a signature in DER', derOf),
  chained(ATT.LEAF, 'the certificate of the device behind another', (leaf, [, above, ...rest]) => above && [above, leaf, ...rest]),
  chained(ATT.CHAIN, 'one certificate twice', (leaf, chain) => [...chain, leaf]),
  chained(ATT.CA, 'an issuer that is no authority', (leaf, [, above = leaf]) => [leaf, { ...above, constraints: { ca: false } }]),
  chained(ATT.VALID, 'an issuer that has expired', (leaf, [, above = leaf]) => [leaf, { ...above, notAfter: new Date(0) }]),
  chained(ATT.ANCHOR, 'a chain without an end', () => []),
  chained(ATT.DESCRIBED, 'a second certificate that describes a key', (leaf, chain) => [...chain, leaf]),

  described(ATT.LEVEL, 'a key that is not protected', (said, { decide }) => (decide(LEVEL) === 'software' ? undefined : { ...said, ...software })),
  described(ATT.GENERATED, 'a key that was imported', (said) => ({ ...said, hardwareEnforced: { ...said.hardwareEnforced, origin: 2 } })),
  described(ATT.BOOTED, 'a device without a root of trust', ({ hardwareEnforced: { rootOfTrust: _, ...rest }, ...said }) => ({ ...said, hardwareEnforced: rest })),
]
