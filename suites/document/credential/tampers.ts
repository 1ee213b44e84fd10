import { hash } from 'node:crypto'
import type { Requirement } from '../../../model/requirement.ts'
import type { ArtefactTampering, Tampering } from '../../../model/tampering.ts'
import { type JsonValue, readText } from '../../../protocol/encoding/json.ts'
import type { SdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'
import { replaceAttestedKeys } from '../attestation/tampers.ts'
import { removeMembers, replaceMembers, tamperContent, tamperText } from '../kit/artefact-tampers.ts'
import { mapArtefacts, tamperArtefacts, tamperExchange } from '../kit/exchange-tampers.ts'
import { flipSignatureBit, pointOffCurve, toDerSignature } from '../kit/tampered-values.ts'
import { HOLDER_KEY, ID_RELATION } from './decisions.ts'
import { CNF, CRED } from './requirements.ts'

const tamperSignature = (
  breaks: Requirement,
  description: string,
  change: (signature: Buffer) => Buffer | undefined,
): ArtefactTampering =>
  tamperContent(breaks, 'credential', description, (credential) => {
    const signature = change(credential.jws.signature)
    return signature && { ...credential, jws: { ...credential.jws, signature } }
  })

const tamperPayload = (breaks: Requirement, members: Readonly<Record<string, string | number>>): ArtefactTampering => {
  const edits = Object.entries(members).map(([name, value]) => [`/payload/${name}`, value])
  return replaceMembers(breaks, 'credential', Object.fromEntries(edits))
}

const key = '/payload/cnf/jwk'
const { kty, crv, x, y } = pointOffCurve

const setInPayload =
  (name: string, value: JsonValue) =>
  ({ jws, ...rest }: SdJwt): SdJwt => ({ ...rest, jws: { ...jws, payload: { ...jws.payload, [name]: value } } })

/** A UUID of the digest of a small number, another one for each text. */
function writeCounted(text: string): string {
  const number = Number.parseInt(hash('sha256', text, 'hex').slice(0, 4), 16)
  const digits = hash('md5', `${number}`, 'hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  tamperText(CRED.JOINED, 'credential', 'the issuer-signed JWT alone', (text) => text.split('~', 1)[0]?.trim()),
  tamperText(CRED.COMPACT, 'credential', 'a header that is not base64url', (text) => `!${text}`),
  replaceMembers(CRED.CONCEALED, 'credential', { '/payload/credentialSubject/ResidentName': 'tampered' }),
  replaceMembers(CRED.TYP, 'credential', { '/header/typ': 'JWT' }),
  removeMembers(CRED.TYP, 'credential', '/header/typ'),
  replaceMembers(CRED.RESOLVED, 'credential', { '/header/kid': 'tampered' }),
  replaceMembers(CRED.CRIT, 'credential', { '/header/crit': ['tampered'] }),
  tamperSignature(CRED.SIGNED, 'a changed bit in the signature', flipSignatureBit),
  tamperSignature(CRED.P1363, 'a signature in DER form', toDerSignature),
  tamperPayload(CRED.ISSUER, { iss: 'https://tampered.example' }),
  tamperPayload(CRED.IAT, { iat: 'tampered' }),
  removeMembers(CRED.IAT, 'credential', '/payload/iat'),
  tamperPayload(CRED.EXP, { exp: 'tampered' }),
  removeMembers(CRED.EXP, 'credential', '/payload/exp'),
  tamperPayload(CRED.NBF, { nbf: 'tampered' }),
  tamperPayload(CRED.LASTS, { exp: 1_000_000_000 }),
  tamperPayload(CRED.CURRENT, { iat: 1_000_000_000, exp: 1_000_000_001 }),
  tamperPayload(CRED.CURRENT, { iat: 9_999_999_998, exp: 9_999_999_999 }),
  tamperPayload(CRED.STATUS, { status: 0 }),
  removeMembers(CRED.STATUS, 'credential', '/payload/status'),
  tamperPayload(CRED['SD-ALG'], { _sd_alg: 'md5' }),
  tamperPayload(CRED.VCT, { vct: 0 }),
  removeMembers(CRED.MODEL, 'credential', '/payload/iss'),
  replaceMembers(CNF.PUBLIC, 'credential', { [`${key}/d`]: 'tampered' }),
  replaceMembers(CNF.POINT, 'credential', { [key]: pointOffCurve }),
  replaceMembers(CNF.CRV, 'credential', { [key]: { kty: 'EC', crv: 0 } }),
  replaceMembers(CNF.X, 'credential', { [key]: { kty, crv, x: 0, y } }),
  replaceMembers(CNF.Y, 'credential', { [key]: { kty, crv, x } }),

  tamperExchange(CRED.UNIQUE, 'the same `id` in all credentials', (messages, { decide }) => (decide(ID_RELATION) === 'all' ? undefined : mapArtefacts(messages, 'credential', setInPayload('id', 'tampered')))),
  tamperArtefacts(CRED['ID-RANDOM'], 'the digest of a number as the `id` of each credential', 'credential', (credential) => setInPayload('id', writeCounted(readText(credential.jws.payload.id)))(credential)),
  tamperArtefacts(CRED.PUNCTUAL, 'another `iat` in all credentials', 'credential', setInPayload('iat', 1_000_000_000)),
  // A key that was not attested may be the key of the identity app, unless the decision excludes that.
  tamperExchange(CNF.HOLDER, 'other keys in the attestation', (messages, { decide }) => (decide(HOLDER_KEY) === 'attested' ? mapArtefacts(messages, 'attestation', replaceAttestedKeys) : undefined)),
]
