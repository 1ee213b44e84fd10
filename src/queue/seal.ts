import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { drawOctets } from '../runtime/random.ts'
import { dropOctets } from './drop-octets.ts'

// What is private is put on a server only sealed: AES-256-GCM with a key that the server does not have. The context is
// authenticated as well, so that one message cannot be delivered in the place of another.

const [nonceSize, tagSize] = [12, 16]

/** Octets of a key. */
export const keySize = 32

export function sealOctets(key: Uint8Array, context: string, octets: Uint8Array): Uint8Array {
  const nonce = drawOctets(nonceSize)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const encrypted = cipher.update(octets)
  const sealed = Buffer.concat([nonce, encrypted, cipher.final(), cipher.getAuthTag()])
  dropOctets(encrypted)
  return sealed
}

/** Opens what was sealed; `undefined` if it was not sealed with this key for this place. */
export function openSealed(key: Uint8Array, context: string, sealed: Uint8Array): Buffer | undefined {
  if (sealed.length < nonceSize + tagSize || key.length !== keySize) return undefined
  const octets = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length)
  const decipher = createDecipheriv('aes-256-gcm', key, octets.subarray(0, nonceSize), { authTagLength: tagSize })
    .setAAD(Buffer.from(context))
    .setAuthTag(octets.subarray(-tagSize))
  try {
    const opened = decipher.update(octets.subarray(nonceSize, -tagSize)) // all of it: this mode leaves nothing to the end
    decipher.final()
    return opened
  } catch {
    return undefined
  }
}

/** One side of an agreement on a key (X25519). */
export interface KeyAgreement {
  readonly publicKey: Buffer
  /** The key that both sides come to; `undefined` if the other side sent no public key. */
  readonly agree: (publicKey: Uint8Array) => Buffer | undefined
}

export function createKeyAgreement(): KeyAgreement {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }),
    agree: (octets) => {
      const other = parsePublicKey(octets)
      if (other?.asymmetricKeyType !== 'x25519') return undefined
      const secret = agreeOn(privateKey, other)
      return secret && Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'assay queue', keySize))
    },
  }
}

/** Some public keys lead to no secret. */
function agreeOn(privateKey: KeyObject, publicKey: KeyObject): Buffer | undefined {
  try {
    return diffieHellman({ privateKey, publicKey })
  } catch {
    return undefined
  }
}

function parsePublicKey(octets: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(octets), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}
