import { type JsonObject, readText } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { replaceCertificateKey } from '../../protocol/x509/certificate-write.ts'
import { unrelatedKey } from '../kit/unrelated-keys.ts'
import { certifyAuthority, certifyKey } from './sample-certificate.ts'

/** The key of an attacker, which a header brings along (RFC 7515, sections 4.1.3 and 4.1.6). */
export const broughtKey = unrelatedKey

const { d: _, ...publicKey } = broughtKey

interface BroughtKey {
  readonly description: string
  /** The header of a JWT by this key, made of that of a JWT by a trusted one; nothing, if it has nothing to make it of. */
  readonly write: (trusted: JsonObject) => JsonObject | undefined
}

const dropNames = ({ kid: _kid, x5c: _x5c, ...header }: JsonObject): JsonObject => header

const writeChain = (...certificates: readonly Buffer[]): readonly string[] =>
  certificates.map((each) => each.toString('base64'))

/** Gives the key of an attacker to the certificate of the trusted one: what certifies it is named, and did not sign it. */
function writeNamesake({ x5c }: JsonObject): readonly string[] | undefined {
  const [leaf, ...above] = Array.isArray(x5c) ? x5c.map(readText) : []
  const own = attempt(() => replaceCertificateKey(Buffer.from(leaf ?? '', 'base64'), publicKey, broughtKey))
  return 'value' in own ? [...writeChain(own.value), ...above] : undefined
}

/** Ways in which a JWT brings a key that is not trusted. */
export const broughtKeys = {
  jwk: { description: 'that brings its own key', write: (trusted) => ({ ...dropNames(trusted), jwk: publicKey }) },
  kid: {
    description: 'that brings its own key, with the identifier of a trusted one',
    write: (trusted) => (trusted.kid === undefined ? undefined : { ...trusted, jwk: publicKey }),
  },
  self: {
    description: 'that certifies itself',
    write: (trusted) => ({ ...dropNames(trusted), x5c: writeChain(certifyKey(publicKey, { issuer: 'Example' })) }),
  },
  root: {
    description: 'that brings its own root',
    write: (trusted) => ({ ...dropNames(trusted), x5c: writeChain(certifyKey(publicKey), certifyAuthority()) }),
  },
  namesake: {
    description: 'whose certificate has the names of a trusted one, and is by another key',
    write: (trusted) => {
      const x5c = writeNamesake(trusted)
      return x5c && { ...trusted, x5c }
    },
  },
} as const satisfies Readonly<Record<string, BroughtKey>>

export type BroughtKeyName = keyof typeof broughtKeys
export const broughtKeyNames = Object.keys(broughtKeys) as readonly BroughtKeyName[] // the keys of a closed table

/** Names under which the key of a trusted signer is known, as they are in the headers that it writes. */
export const nameSigner = ({ kid, x5c }: JsonObject): JsonObject => ({
  ...(kid !== undefined && { kid }),
  ...(x5c !== undefined && { x5c }),
})
