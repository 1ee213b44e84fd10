import { createHash } from 'node:crypto'
import { compactDecrypt, compactVerify, importJWK, importX509, type JWK } from 'jose'

/** Whether jose takes the signature, with the key of the set that `kid` names. */
export async function joseVerifies(jws: string, keys: readonly JWK[]): Promise<boolean> {
  try {
    await compactVerify(
      jws,
      async ({ kid }) => {
        const named = keys.filter((key) => key.kid === kid)
        if (named.length !== 1) throw new Error('not one key')
        return importJWK(named[0] ?? {}, 'ES256')
      },
      { algorithms: ['ES256'] },
    )
    return true
  } catch {
    return false
  }
}

/** Whether jose takes the signature, with the key of the first certificate of `x5c`. */
export async function joseVerifiesLeaf(jws: string): Promise<boolean> {
  try {
    await compactVerify(
      jws,
      async ({ x5c }) => importX509(`-----BEGIN CERTIFICATE-----\n${x5c?.[0]}\n-----END CERTIFICATE-----`, 'ES256'),
      { algorithms: ['ES256'] },
    )
    return true
  } catch {
    return false
  }
}

/** Whether jose opens the message with this key. */
export async function joseOpens(jwe: string, key: JWK): Promise<boolean> {
  try {
    await compactDecrypt(jwe, await importJWK(key, key.alg ?? ''), { maxDecompressedLength: 8_000_000 })
    return true
  } catch {
    return false
  }
}

const b64u = (text: string): string => Buffer.from(text, 'utf8').toString('base64url')

/**
 * Whether every disclosure of a credential of section 2.9 has its digest in `_sd`, worked out in the plainest way and
 * with nothing of ours: split, decode, join, hash, look up.
 */
export function digestsHold(credential: string): boolean {
  const [jwt = '', ...rest] = credential.split('~')
  const payload = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'))
  return rest
    .filter((text) => text !== '')
    .every((text) => {
      const [name, value, salt] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
      const raw = typeof value === 'string' ? value : JSON.stringify(value)
      return payload._sd.includes(
        createHash('sha256')
          .update(b64u(salt) + b64u(name) + b64u(raw))
          .digest('base64url'),
      )
    })
}
