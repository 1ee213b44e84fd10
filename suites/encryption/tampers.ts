import type { Context } from '../../src/model/check.ts'
import type { Tamper } from '../../src/model/tamper.ts'
import type { Exhibit, Sealed } from '../../src/protocol/evidence.ts'
import { isObject } from '../../src/protocol/json.ts'
import { flipped, nobodys, noPoint, removed, replaced, replacedBy, rewritten, tamper } from '../tampering.ts'
import { CRE, ENC } from './requirements.ts'

/** One bit of the authentication tag is another: no key opens the message. Whose key it names has to be known. */
const torn = rewritten(ENC.INTACT, 'encrypted-request', 'another authentication tag', (text) => {
  const at = text.lastIndexOf('.') + 1
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
})

const isNamed = ({ content }: Exhibit, { keys = [] }: Context): boolean => {
  const { kid } = (content as Sealed | undefined)?.jwe.header ?? {} // an encrypted message
  return kid === undefined || keys.some((key) => key.kid === kid)
}

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
  { ...torn, on: (exhibit, context) => (isNamed(exhibit, context) ? torn.on(exhibit, context) : undefined) },
  tamper(ENC.KEY, 'encrypted-response', 'a message that another key opens', (sealed, { responseEncryption: asked }) => (sealed.key && isObject(asked?.jwk) ? { ...sealed, key: nobodys } : undefined)),
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
