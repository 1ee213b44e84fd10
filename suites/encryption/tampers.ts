import type { ParsedMessage } from '../../model/exchange.ts'
import type { CheckContext } from '../../model/finding.ts'
import type { ArtefactTampering, Tampering } from '../../model/tampering.ts'
import type { Artefact, EncryptedContent } from '../../protocol/artefacts/artefact.ts'
import { isObject } from '../../protocol/encoding/json.ts'
import { removeMembers, replaceMembers, replaceMembersBy, tamperContent, tamperText } from '../kit/artefact-tampers.ts'
import { mapArtefacts, tamperExchange } from '../kit/exchange-tampers.ts'
import { basePointKey, flipSignatureBit, pointOffCurve } from '../kit/tampered-values.ts'
import { CRE, ENC } from './requirements.ts'

/** One bit of the authentication tag is another: no key opens the message. Whose key it names has to be known. */
const torn: ArtefactTampering = tamperText(ENC.INTACT, 'encrypted-request', 'another authentication tag', (text) => {
  const at = text.lastIndexOf('.') + 1
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
})

const isNamed = ({ content }: Artefact, { keys = [] }: CheckContext): boolean => {
  const { kid } = (content as EncryptedContent | undefined)?.jwe.header ?? {} // an encrypted message
  return kid === undefined || keys.some((key) => key.kid === kid)
}

const sixParts = (text: string) => `${text}.tampered`
const signed = (deed: string, change: (signature: Buffer) => Buffer | undefined) =>
  tamperContent(ENC.SIGNED, 'signed-response', deed, (content) => {
    const signature = change(content.signature)
    return signature && { ...content, signature }
  })

const jwk = '/credential_response_encryption/jwk'

const kinds = ['encrypted-request', 'encrypted-response'] as const

const isSealed = (exhibit: Artefact): exhibit is Artefact<(typeof kinds)[number]> =>
  kinds.some((kind) => kind === exhibit.kind) && exhibit.content !== undefined

/** Every message is encrypted as the first one. */
function oneLock(passages: readonly ParsedMessage[]): readonly ParsedMessage[] | undefined {
  const first = passages.flatMap(({ request, response }) => [...request, ...response]).find(isSealed)?.content
  if (!first) return undefined
  const locked = (sealed: EncryptedContent): EncryptedContent => ({
    ...first,
    jwe: { ...first.jwe, text: sealed.jwe.text },
  })
  return kinds.reduce((all, kind) => mapArtefacts(all, kind, locked) ?? all, passages)
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  replaceMembers(CRE.ALG, 'request', { [`${jwk}/alg`]: 0, '/credential_response_encryption/alg': 0 }),
  replaceMembers(CRE.RSA, 'request', { [jwk]: { kty: 'RSA', n: 0 } }),
  replaceMembers(CRE.PUBLIC, 'request', { [`${jwk}/d`]: 'tampered' }),
  replaceMembers(CRE.STRONG, 'request', { [jwk]: { kty: 'RSA', n: 'AQAB' } }),
  replaceMembers(CRE.POINT, 'request', { [jwk]: pointOffCurve }),

  tamperText(ENC.REQUEST, 'encrypted-request', 'a sixth part', sixParts),
  tamperText(ENC.RESPONSE, 'encrypted-response', 'a sixth part', sixParts),
  { ...torn, apply: (exhibit: Artefact, context: CheckContext) => (isNamed(exhibit, context) ? torn.apply(exhibit, context) : undefined) },
  tamperContent(ENC.KEY, 'encrypted-response', 'a message that another key opens', (sealed, { responseEncryption }) => (sealed.key && isObject(responseEncryption?.jwk) ? { ...sealed, key: basePointKey } : undefined)),
  signed('one bit of the signature', flipSignatureBit),
  replaceMembers(ENC.SIGNED, 'signed-response', { '/header/alg': 'none' }),
  replaceMembers(ENC.ALG, 'encrypted-response', { '/header/alg': 'tampered' }),
  replaceMembers(ENC.ENC, 'encrypted-response', { '/header/enc': 'tampered' }),
  removeMembers(ENC.DEFLATED, 'encrypted-response', '/header/zip'),
  replaceMembers(ENC.PLAIN, 'encrypted-response', { '/header/zip': 'DEF' }),
  tamperContent(ENC.KID, 'encrypted-request', 'the id of another key', (sealed) => {
    const { key, jwe } = sealed
    return typeof key?.kid === 'string' ? { ...sealed, jwe: { ...jwe, header: { ...jwe.header, kid: 'tampered' } } } : undefined
  }),
  ...(['encrypted-request', 'encrypted-response'] as const).flatMap((kind) => [
    replaceMembers(ENC.HEADER, kind, { '/header/zip': 'tampered' }),
    replaceMembers(ENC.SAFE, kind, { '/header/alg': 'tampered' }),
    replaceMembersBy(ENC.EPHEMERAL, kind, 'an ephemeral key that is none', () => ({ '/header/alg': 'ECDH-ES', '/header/epk': 0 })),
  ]),


  tamperExchange(ENC.FRESH, 'one key and one initialisation vector for all', oneLock),
]
