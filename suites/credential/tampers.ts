import type { Requirement } from '../../src/model/requirement.ts'
import type { Tamper } from '../../src/model/tamper.ts'
import { derOf, flipped, noPoint, removed, replaced, rewritten, tamper } from '../tampering.ts'
import { CNF, CRED } from './requirements.ts'

const signed = (breaks: Requirement, deed: string, change: (signature: Buffer) => Buffer | undefined): Tamper =>
  tamper(breaks, 'credential', deed, (credential) => {
    const signature = change(credential.jws.signature)
    return signature && { ...credential, jws: { ...credential.jws, signature } }
  })

const payload = (breaks: Requirement, edits: Readonly<Record<string, string | number>>): Tamper =>
  replaced(
    breaks,
    'credential',
    Object.fromEntries(Object.entries(edits).map(([name, value]) => [`/payload/${name}`, value])),
  )

const key = '/payload/cnf/jwk'
const { kty, crv, x, y } = noPoint

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  rewritten(CRED.JOINED, 'credential', 'the signed part alone', (text) => text.split('~', 1)[0]?.trim()),
  rewritten(CRED.COMPACT, 'credential', 'a header that is not encoded', (text) => `!${text}`),
  replaced(CRED.CONCEALED, 'credential', { '/payload/credentialSubject/ResidentName': 'tampered' }),
  replaced(CRED.TYP, 'credential', { '/header/typ': 'JWT' }),
  removed(CRED.TYP, 'credential', '/header/typ'),
  replaced(CRED.RESOLVED, 'credential', { '/header/kid': 'tampered' }),
  replaced(CRED.CRIT, 'credential', { '/header/crit': ['tampered'] }),
  signed(CRED.SIGNED, 'one bit of the signature', flipped),
  signed(CRED.P1363, 'a signature in DER', derOf),
  payload(CRED.ISSUER, { iss: 'https://tampered.example' }),
  payload(CRED.IAT, { iat: 'tampered' }),
  removed(CRED.IAT, 'credential', '/payload/iat'),
  payload(CRED.EXP, { exp: 'tampered' }),
  removed(CRED.EXP, 'credential', '/payload/exp'),
  payload(CRED.NBF, { nbf: 'tampered' }),
  payload(CRED.LASTS, { exp: 1_000_000_000 }),
  payload(CRED.CURRENT, { iat: 1_000_000_000, exp: 1_000_000_001 }),
  payload(CRED.CURRENT, { iat: 9_999_999_998, exp: 9_999_999_999 }),
  payload(CRED.STATUS, { status: 0 }),
  removed(CRED.STATUS, 'credential', '/payload/status'),
  payload(CRED['SD-ALG'], { _sd_alg: 'md5' }),
  payload(CRED.VCT, { vct: 0 }),
  removed(CRED.MODEL, 'credential', '/payload/iss'),
  replaced(CNF.PUBLIC, 'credential', { [`${key}/d`]: 'tampered' }),
  replaced(CNF.POINT, 'credential', { [key]: noPoint }),
  replaced(CNF.CRV, 'credential', { [key]: { kty: 'EC', crv: 0 } }),
  replaced(CNF.X, 'credential', { [key]: { kty, crv, x: 0, y } }),
  replaced(CNF.Y, 'credential', { [key]: { kty, crv, x } }),
]
