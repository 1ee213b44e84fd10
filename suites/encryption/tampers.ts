import type { Requirement } from '../../src/model/requirement.ts'
import type { Tamper } from '../../src/model/tamper.ts'
import { flipped, noPoint, removed, replaced, replacedBy, rewritten, tamper } from '../tampering.ts'
import { CRE, ENC } from './requirements.ts'

type Kind = 'encrypted-request' | 'encrypted-response'

/** The last bits of an authentication tag are another: no key opens the message. */
const spoilt = (breaks: Requirement, kind: Kind): Tamper =>
  rewritten(breaks, kind, 'an authentication tag of which one bit is another', (text) => {
    const at = text.lastIndexOf('.') + 1
    return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
  })

const sixParts = (text: string) => `${text}.tampered`
const signed = (deed: string, change: (signature: Buffer) => Buffer | undefined) =>
  tamper(ENC.SIGNED, 'signed-response', deed, (content) => {
    const signature = change(content.signature)
    return signature && { ...content, signature }
  })

const jwk = '/credential_response_encryption/jwk'

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  replaced(CRE.ALG, 'request', { [`${jwk}/alg`]: 0, '/credential_response_encryption/alg': 0 }),
  replaced(CRE.RSA, 'request', { [jwk]: { kty: 'RSA', n: 0 } }),
  replaced(CRE.PUBLIC, 'request', { [`${jwk}/d`]: 'tampered' }),
  replaced(CRE.STRONG, 'request', { [jwk]: { kty: 'RSA', n: 'AQAB' } }),
  replaced(CRE.POINT, 'request', { [jwk]: noPoint }),

  rewritten(ENC.REQUEST, 'encrypted-request', 'a sixth part', sixParts),
  rewritten(ENC.RESPONSE, 'encrypted-response', 'a sixth part', sixParts),
  spoilt(ENC.INTACT, 'encrypted-request'),
  spoilt(ENC.KEY, 'encrypted-response'),
  signed('one bit of the signature', flipped),
  replaced(ENC.SIGNED, 'signed-response', { '/header/alg': 'none' }),
  replaced(ENC.ALG, 'encrypted-response', { '/header/alg': 'tampered' }),
  replaced(ENC.ENC, 'encrypted-response', { '/header/enc': 'tampered' }),
  removed(ENC.DEFLATED, 'encrypted-response', '/header/zip'),
  replaced(ENC.PLAIN, 'encrypted-response', { '/header/zip': 'DEF' }),
  tamper(ENC.KID, 'encrypted-request', 'the id of another key', (sealed) => {
    const { key, jwe } = sealed
    return typeof key?.kid === 'string' ? { ...sealed, jwe: { ...jwe, header: { ...jwe.header, kid: 'tampered' } } } : undefined
  }),
  ...(['encrypted-request', 'encrypted-response'] as const).flatMap((kind) => [
    replaced(ENC.HEADER, kind, { '/header/zip': 'tampered' }),
    replaced(ENC.SAFE, kind, { '/header/alg': 'tampered' }),
    replacedBy(ENC.EPHEMERAL, kind, 'an ephemeral key that is none', () => ({ '/header/alg': 'ECDH-ES', '/header/epk': 0 })),
  ]),
]
