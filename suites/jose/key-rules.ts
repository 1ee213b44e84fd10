import { finding, inconclusive, notApplicable, showValue } from '../../model/finding.ts'
import type { Foundation, Part } from '../../model/foundation/facet.ts'
import { interoperability, security } from '../../model/requirement.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { type Jwk, listPrivateMembers } from '../../protocol/jose/jwk.ts'
import { describeContradiction, type JwkPurpose } from '../../protocol/jose/key-purpose.ts'
import { describeInvalidKey, describeSmallKey, isKnownKey } from '../../protocol/jose/sound-key.ts'
import { readHeaderKey } from '../../protocol/x509/chain.ts'
import { describeForeignCertificate } from '../../protocol/x509/key-certificate.ts'
import { exposedKey } from '../kit/consequences.ts'

/** The rules that a kind of artefact with public keys may sharpen. */
export type KeyRule = 'KEY-VALID' | 'KEY-SIZE' | 'KEY-PUBLIC' | 'KEY-MEMBERS' | 'KEY-CERT'

const unusable = interoperability('Some libraries reject the key, and others use it in a way that was not intended.')

/** A public key in an artefact: a JWK, or a key of COSE or of a certificate that was made one. */
export interface KeyView {
  readonly key: Jwk
  /** What it is for in its place; absent where it may be for anything. */
  readonly purpose?: JwkPurpose
}

export const keyFoundation: Foundation<KeyView, KeyRule> = {
  title: 'Public keys',
  noun: 'key',
  rules: {
    'KEY-VALID': {
      force: 'stated',
      text: (subject) =>
        `${subject} is valid: a point on its curve, or an odd modulus with an odd exponent of 3 or more.`,
      standard: 'RFC 7518, sections 6.2.1 and 6.3.1; RFC 8725, section 3.4',
      consequence: security(
        'A receiver leaks its secret to an invalid key, or trusts a signature that any attacker can make.',
      ),
      *inspect({ key }) {
        const found = describeInvalidKey(key)
        if (found === undefined && !isKnownKey(key)) return notApplicable('the type or the curve of the key is unknown')
        if (found !== undefined) yield finding('', 'a valid key', found)
        return undefined
      },
    },
    'KEY-SIZE': {
      force: 'stated',
      text: (subject) => `${subject}, if it is an RSA key, has 2,048 bits or more.`,
      standard: 'RFC 7518, sections 3.3, 3.5, 4.2 and 4.3',
      consequence: security('An attacker computes the private key.'),
      *inspect({ key }) {
        if (key.kty !== 'RSA') return notApplicable('the key is not an RSA key')
        const found = describeSmallKey(key)
        if (found !== undefined) yield finding('/n', '2,048 bits or more', found)
        return undefined
      },
    },
    'KEY-PUBLIC': {
      force: 'stated',
      text: (subject) => `${subject} is a public key.`,
      standard: 'RFC 7517, section 9.2; RFC 7518, sections 6.2.2, 6.3.2 and 6.4',
      consequence: exposedKey,
      *inspect({ key }) {
        const members = listPrivateMembers(key)
        if (members.length > 0) yield finding('', 'a public key', `a key with ${members.join(', ')}`)
        return undefined
      },
    },
    'KEY-MEMBERS': {
      force: 'stated',
      text: (subject) =>
        `${subject} has no \`use\`, \`key_ops\`, \`alg\` or \`kid\` that contradicts another member or what it is for, and strings as \`x5u\`, \`x5t\` and \`x5t#S256\`, if present.`,
      standard: 'RFC 7517, sections 4.2 to 4.6, 4.8 and 4.9',
      consequence: unusable,
      *inspect({ key, purpose }) {
        for (const { member, expected } of describeContradiction(key, purpose))
          yield finding(`/${member}`, expected, showValue(key[member]))
        return undefined
      },
    },
    'KEY-CERT': {
      force: 'stated',
      text: (subject) =>
        `${subject} is that of its first certificate in \`x5c\`, and the thumbprints are of this certificate.`,
      standard: 'RFC 7517, sections 4.7 to 4.9',
      consequence: security('Two receivers trust different keys, and one of the keys is not certified.'),
      *inspect({ key }) {
        const { x5c } = key
        if (x5c === undefined) return notApplicable('the key has no `x5c`')
        const found = attempt(() => describeForeignCertificate(key, x5c))
        if ('problem' in found) return inconclusive(`\`x5c\` cannot be read: ${found.problem.message}`)
        if (found.value) yield finding(`/${found.value.member}`, found.value.expected, 'another one')
        return undefined
      },
    },
  },
}

/** A JWK as a part of an artefact; nothing, if it is none. */
export const locateKey = (at: string, key: JsonValue | undefined, purpose?: JwkPurpose): readonly Part<KeyView>[] =>
  isObject(key) ? [{ at, view: { key, ...(purpose && { purpose }) } }] : []

/** The keys that a JOSE header shows: by `jwk`, and by the first certificate of `x5c`. */
export function locateHeaderKeys({ jwk, x5c }: JsonObject, at = ''): readonly Part<KeyView>[] {
  const certified = x5c === undefined ? undefined : readHeaderKey({ x5c })
  return [...locateKey(`${at}header/jwk`, jwk, 'sig'), ...locateKey(`${at}header/x5c/0`, certified, 'sig')]
}
