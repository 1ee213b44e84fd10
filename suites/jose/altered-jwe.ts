import { createDecipheriv, type DecipherGCM } from 'node:crypto'
import { attempt } from '../../protocol/encoding/problem.ts'
import { type Jwe, openJwe, readJwe } from '../../protocol/jose/jwe.ts'
import { parseContentEncryption, refuseDecryption } from '../../protocol/jose/jwe-content.ts'
import { parseKeyManagement, unwrapKey } from '../../protocol/jose/jwe-keys.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { dropMembers } from '../kit/samples.ts'
import { changePart } from './jwe-changes.ts'

const flipLastBit = (part: string): string => {
  const octets = Buffer.from(part, 'base64url')
  const last = octets.length - 1
  octets[last] = (octets[last] ?? 0) ^ 1
  return octets.toString('base64url')
}

/** How a message is altered after its encryption, and the sentence by which every receiver has to reject it. */
export const jweAlterations = {
  'flipped-tag': {
    description: 'with one bit of its authentication tag flipped',
    alter: changePart(4, flipLastBit),
    obligation: 'RFC 7516, section 5.2',
  },
  'short-tag': {
    description: 'with an authentication tag of 12 octets',
    alter: changePart(4, (tag) => tag.slice(0, 16)),
    obligation: 'RFC 7518, sections 5.2.2.2 and 5.3',
  },
} as const

export type JweAlteration = keyof typeof jweAlterations

export const jweAlterationNames = Object.keys(jweAlterations) as readonly JweAlteration[] // its own keys

export const isJweAlteration = (name: string | undefined): name is JweAlteration =>
  name !== undefined && Object.hasOwn(jweAlterations, name)

/** Decrypts what is encrypted by AES in GCM, and leaves the rest to `finish`. */
function decipher(
  { header, encryptedKey, iv, ciphertext, tag, protectedText }: Jwe,
  key: Jwk,
  finish: (cipher: DecipherGCM) => string,
): string {
  if (header.crit !== undefined) return refuseDecryption()
  const [alg, enc] = [parseKeyManagement(header.alg), parseContentEncryption(header.enc)]
  const secret = unwrapKey(encryptedKey, key, { alg, enc, header })
  const name = `aes-${secret.length * 8}-gcm` as 'aes-256-gcm' // or that of another key length
  const cipher = createDecipheriv(name, secret, iv, { authTagLength: tag.length })
  cipher.setAAD(Buffer.from(protectedText, 'latin1'))
  const text = cipher.update(ciphertext).toString('utf8')
  try {
    return `${text}${finish(cipher)}`
  } catch {
    return refuseDecryption()
  }
}

/** Decrypts with a key that is derived without the names of parties in the header (RFC 7518, section 4.6.2). */
export const openWithoutParties = (jwe: Jwe, key: Jwk, names: readonly ('apu' | 'apv')[]): string =>
  openJwe({ ...jwe, header: dropMembers(...names)(jwe.header) }, key).toString('utf8')

/** Why a message cannot be decrypted, if its sender named parties, and derived the key without them. */
export function explainUnusedParties(jwe: Jwe, key: Jwk): string | undefined {
  const names = (['apu', 'apv'] as const).filter((name) => jwe.header[name] !== undefined)
  const isUnused = names.length > 0 && 'value' in attempt(() => openWithoutParties(jwe, key, names))
  return isUnused ? `its key is derived without ${names.map((name) => `\`${name}\``).join(' and ')}` : undefined
}

/** Ways to decrypt a compact JWE that do not notice an alteration. */
export const carelessOpenings: Readonly<Record<JweAlteration, (text: string, key: Jwk) => string>> = {
  // Like code that never finishes the decipher.
  'flipped-tag': (text, key) => decipher(readJwe(text), key, () => ''),
  'short-tag': (text, key) => {
    const jwe = readJwe(text)
    return decipher(jwe, key, (cipher) => cipher.setAuthTag(jwe.tag).final('utf8'))
  },
}
