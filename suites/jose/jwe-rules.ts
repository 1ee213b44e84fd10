import { type Finding, finding, notApplicable, showValue } from '../../model/finding.ts'
import type { Foundation } from '../../model/foundation/facet.ts'
import { interoperability, security } from '../../model/requirement.ts'
import { isBase64url } from '../../protocol/encoding/base64url.ts'
import { isObject } from '../../protocol/encoding/json.ts'
import type { Jwe } from '../../protocol/jose/jwe.ts'
import { type Jwk, listPrivateMembers } from '../../protocol/jose/jwk.ts'
import { describeInvalidKey } from '../../protocol/jose/sound-key.ts'
import { exposedKey } from '../kit/consequences.ts'

export type JweRule = 'JWE-PARTS' | 'JWE-HEADER' | 'JWE-EPK'

/** A JWE with the key for which it was made, where that is known. */
export interface JweView {
  readonly jwe: Jwe
  readonly key?: Jwk
}

/** The octets of the initialization vector and of the authentication tag, for each `enc` of RFC 7518, section 5.1. */
const lengths: ReadonlyMap<unknown, { readonly iv: number; readonly tag: number }> = new Map([
  ['A128GCM', { iv: 12, tag: 16 }],
  ['A192GCM', { iv: 12, tag: 16 }],
  ['A256GCM', { iv: 12, tag: 16 }],
  ['A128CBC-HS256', { iv: 16, tag: 16 }],
  ['A192CBC-HS384', { iv: 16, tag: 24 }],
  ['A256CBC-HS512', { iv: 16, tag: 32 }],
])

export const isContentEncryption = (enc: unknown): boolean => lengths.has(enc)

const isAgreement = (alg: unknown): boolean => typeof alg === 'string' && alg.startsWith('ECDH-ES')

/** Finds parts whose length is not that of their algorithm. */
export function* findWrongParts({ header: { alg, enc }, encryptedKey, iv, tag }: Jwe): Generator<Finding> {
  const expected = lengths.get(enc)
  if (expected && iv.length !== expected.iv)
    yield finding('initialization vector', `${expected.iv} octets`, `${iv.length} octets`)
  if (expected && tag.length !== expected.tag)
    yield finding('authentication tag', `${expected.tag} octets`, `${tag.length} octets`)
  if (typeof alg !== 'string') return
  if (alg === 'ECDH-ES' && encryptedKey.length > 0)
    yield finding('encrypted key', 'nothing', `${encryptedKey.length} octets`)
  if (alg !== 'ECDH-ES' && alg !== 'dir' && encryptedKey.length === 0)
    yield finding('encrypted key', 'a key', 'nothing')
}

/** The parameters of a header that are texts. */
const texts = ['typ', 'cty', 'kid', 'jku', 'x5u', 'x5t', 'x5t#S256'] as const

/** Finds parameters of a header that no receiver can follow. */
function* findWrongParameters({ header }: Jwe): Generator<Finding> {
  for (const name of texts)
    if (header[name] !== undefined && typeof header[name] !== 'string')
      yield finding(`header/${name}`, 'a string', showValue(header[name]))
  const { crit, zip } = header
  if (crit !== undefined) yield finding('header/crit', 'nothing', showValue(crit), 'no extension is defined')
  if (zip !== undefined && zip !== 'DEF') yield finding('header/zip', '`DEF`, or nothing', showValue(zip))
  for (const name of ['apu', 'apv']) {
    const value = header[name]
    if (value !== undefined && !(typeof value === 'string' && isBase64url(value)))
      yield finding(`header/${name}`, 'base64url', showValue(value))
  }
}

/** Finds what is wrong with an ephemeral key, which is of the curve of the key of the recipient. */
function* findWrongEphemeralKey({ jwe, key }: JweView): Generator<Finding> {
  if (!isAgreement(jwe.header.alg)) return
  const { epk } = jwe.header
  if (!isObject(epk)) {
    yield finding('header/epk', 'a public key', showValue(epk))
    return
  }
  const invalid = describeInvalidKey(epk)
  if (invalid !== undefined) yield finding('header/epk', 'a valid key', invalid)
  const members = listPrivateMembers(epk)
  if (members.length > 0) yield finding('header/epk', 'a public key', `a key with ${members.join(', ')}`)
  if (key && epk.crv !== key.crv) yield finding('header/epk/crv', showValue(key.crv), showValue(epk.crv))
}

/** What is wrong with the form of an encrypted message, in words; empty, if nothing is. */
export const describeWrongJwe = (view: JweView): string =>
  [...findWrongParts(view.jwe), ...findWrongParameters(view.jwe), ...findWrongEphemeralKey(view)]
    .map(({ at, expected, actual }) => `${at}: ${actual} instead of ${expected}`)
    .join(' and ')

/** An encrypted message. */
export const jweFoundation: Foundation<JweView, JweRule> = {
  title: 'Encrypted messages',
  noun: 'encrypted message',
  rules: {
    'JWE-PARTS': {
      force: 'stated',
      text: (subject) =>
        `${subject} has an initialization vector and an authentication tag of the length that \`enc\` requires, and an encrypted key exactly if \`alg\` has one.`,
      standard: 'RFC 7516, sections 5.1 and 5.2; RFC 7518, sections 5.2.3 to 5.3',
      consequence: security('An attacker forges a message with a short authentication tag.'),
      *inspect({ jwe }) {
        yield* findWrongParts(jwe)
        return undefined
      },
    },
    'JWE-HEADER': {
      force: 'stated',
      text: (subject) =>
        `${subject} has no critical extension, no other compression than \`DEF\`, \`apu\` and \`apv\` in base64url, and strings as \`typ\`, \`cty\`, \`kid\`, \`jku\`, \`x5u\`, \`x5t\` and \`x5t#S256\`, if present.`,
      standard: 'RFC 7516, sections 4.1.3, 4.1.4 and 4.1.6 to 4.1.13; RFC 7518, sections 4.6.1.2 and 4.6.1.3',
      consequence: interoperability('Receivers cannot decrypt the message.'),
      *inspect({ jwe }) {
        yield* findWrongParameters(jwe)
        return undefined
      },
    },
    'JWE-EPK': {
      force: 'stated',
      text: (subject) =>
        `${subject}, if it is encrypted with a key agreement, has as \`epk\` a valid public key on the curve of the recipient's key.`,
      standard: 'RFC 7518, section 4.6.1.1',
      consequence: exposedKey,
      *inspect(view) {
        if (!isAgreement(view.jwe.header.alg)) return notApplicable('the message has no ephemeral key')
        yield* findWrongEphemeralKey(view)
        return undefined
      },
    },
  },
}
