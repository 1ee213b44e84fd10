import type { CheckContext } from '../../../model/finding.ts'
import type { ArtefactTampering, Tampering } from '../../../model/tampering.ts'
import type { Artefact, EncryptedContent } from '../../../protocol/artefacts/artefact.ts'
import { isObject } from '../../../protocol/encoding/json.ts'
import type { Signed } from '../../../protocol/jose/jws.ts'
import { removeMembers, replaceMembers, replaceMembersBy, tamperContent, tamperText } from '../kit/artefact-tampers.ts'
import { mapArtefacts, tamperExchange } from '../kit/exchange-tampers.ts'
import { basePointKey, flipSignatureBit, pointOffCurve } from '../kit/tampered-values.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { CRE, ENC } from './requirements.ts'

/** Changes the authentication tag, so that no key decrypts the message. */
const changeTag: ArtefactTampering = tamperText(
  ENC.INTACT,
  'encrypted-request',
  'another authentication tag',
  (text) => {
    const at = text.lastIndexOf('.') + 1
    return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
  },
)

/** Whether the message names one of the given keys, or none. */
const hasKnownKey = ({ content }: Artefact, { keys = [] }: CheckContext): boolean => {
  const { kid } = (content as EncryptedContent | undefined)?.jwe.header ?? {} // an encrypted message
  return kid === undefined || keys.some((key) => key.kid === kid)
}

const addPart = (text: string) => `${text}.tampered`
const tamperSignature = (description: string, change: (signature: Buffer) => Buffer | undefined) =>
  tamperContent(ENC.SIGNED, 'signed-response', description, (content) => {
    const signature = change(content.signature)
    return signature && { ...content, signature }
  })

const jwk = '/credential_response_encryption/jwk'

const kinds = ['encrypted-request', 'encrypted-response'] as const

const isEncrypted = (artefact: Artefact): artefact is Artefact<(typeof kinds)[number]> =>
  kinds.some((kind) => kind === artefact.kind) && artefact.content !== undefined

/** Gives every message the key and initialization vector of the first one. */
function reuseKey(messages: readonly ParsedMessage[]): readonly ParsedMessage[] | undefined {
  const first = messages.flatMap(({ request, response }) => [...request, ...response]).find(isEncrypted)?.content
  if (!first) return undefined
  const replace = (content: EncryptedContent): EncryptedContent => ({
    ...first,
    jwe: { ...first.jwe, text: content.jwe.text },
  })
  return kinds.reduce((all, kind) => mapArtefacts(all, kind, replace) ?? all, messages)
}

/** Gives every signature the first half of all others. */
const sharedNumber = Buffer.from(Array.from({ length: 32 }, (_, i) => i + 1))

const shareNumber = (messages: readonly ParsedMessage[]): readonly ParsedMessage[] | undefined => {
  const share = <S extends Signed>(signed: S): S => ({
    ...signed,
    signature: Buffer.concat([sharedNumber, signed.signature.subarray(32)]),
  })
  const ways = [
    (all: readonly ParsedMessage[]) => mapArtefacts(all, 'attestation', (each) => ({ ...each, jws: share(each.jws) })),
    (all: readonly ParsedMessage[]) => mapArtefacts(all, 'credential', (each) => ({ ...each, jws: share(each.jws) })),
    (all: readonly ParsedMessage[]) => mapArtefacts(all, 'signed-response', share),
    (all: readonly ParsedMessage[]) => mapArtefacts(all, 'status-token', share),
  ]
  return ways.reduce<readonly ParsedMessage[] | undefined>((all, change) => change(all ?? messages) ?? all, undefined)
}

const addEphemeralKey = (content: EncryptedContent): EncryptedContent => ({
  ...content,
  jwe: { ...content.jwe, header: { ...content.jwe.header, epk: pointOffCurve } },
})

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  replaceMembers(ENC.FORM, 'encrypted-request', { '/header/crit': ['tampered'] }),
  replaceMembers(ENC.FORM, 'encrypted-response', { '/header/crit': ['tampered'] }),
  replaceMembers(CRE.ALG, 'request', { [`${jwk}/alg`]: 0, '/credential_response_encryption/alg': 0 }),
  replaceMembers(CRE.RSA, 'request', { [jwk]: { kty: 'RSA', n: 0 } }),
  replaceMembers(CRE.PUBLIC, 'request', { [`${jwk}/d`]: 'tampered' }),
  replaceMembers(CRE.STRONG, 'request', { [jwk]: { kty: 'RSA', n: 'AQAB' } }),
  replaceMembers(CRE.POINT, 'request', { [jwk]: pointOffCurve }),

  tamperText(ENC.REQUEST, 'encrypted-request', 'a sixth part', addPart),
  tamperText(ENC.RESPONSE, 'encrypted-response', 'a sixth part', addPart),
  { ...changeTag, apply: (artefact: Artefact, context: CheckContext) => (hasKnownKey(artefact, context) ? changeTag.apply(artefact, context) : undefined) },
  tamperContent(ENC.KEY, 'encrypted-response', 'a message that another key decrypts', (content, { responseEncryption }) => (content.key && isObject(responseEncryption?.jwk) ? { ...content, key: basePointKey } : undefined)),
  tamperSignature('one flipped bit of the signature', flipSignatureBit),
  replaceMembers(ENC.SIGNED, 'signed-response', { '/header/alg': 'none' }),
  replaceMembers(ENC.ALG, 'encrypted-response', { '/header/alg': 'tampered' }),
  replaceMembers(ENC.ENC, 'encrypted-response', { '/header/enc': 'tampered' }),
  removeMembers(ENC.DEFLATED, 'encrypted-response', '/header/zip'),
  replaceMembers(ENC.PLAIN, 'encrypted-response', { '/header/zip': 'DEF' }),
  tamperContent(ENC.KID, 'encrypted-request', 'the key ID of another key', (content) => {
    const { key, jwe } = content
    return typeof key?.kid === 'string' ? { ...content, jwe: { ...jwe, header: { ...jwe.header, kid: 'tampered' } } } : undefined
  }),
  ...(['encrypted-request', 'encrypted-response'] as const).flatMap((kind) => [
    replaceMembers(ENC.HEADER, kind, { '/header/zip': 'tampered' }),
    replaceMembers(ENC.SAFE, kind, { '/header/alg': 'tampered' }),
    replaceMembersBy(ENC.EPHEMERAL, kind, 'an `epk` that is not a key', () => ({ '/header/alg': 'ECDH-ES', '/header/epk': 0 })),
  ]),

  tamperExchange(ENC.FRESH, 'one content encryption key and initialization vector in all messages', reuseKey),
  tamperExchange(ENC['CONTENT-KEY'], 'one content encryption key in all messages', reuseKey),
  tamperExchange(ENC['SIGNED-ONCE'], 'one secret number for all signatures', (messages) => shareNumber(messages)),
  tamperExchange(ENC['EPHEMERAL-ONCE'], 'one ephemeral key in all messages', (messages) =>
    kinds.reduce<readonly ParsedMessage[] | undefined>((all, kind) => mapArtefacts(all ?? messages, kind, addEphemeralKey) ?? all, undefined)),
]
