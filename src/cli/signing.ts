import type { JsonWebKeyInput, KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { HarnessError } from '../model/errors.ts'
import { attempt } from './inputs.ts'

/** Where the signature of a report is, in the folder of its run. */
export const signatureFile = 'report.jws'

/** How a key signs. */
export function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): {
  readonly alg: 'ES256' | 'EdDSA'
  readonly digest: 'sha256' | null
} {
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return { alg: 'ES256', digest: 'sha256' }
  if (type === 'ed25519') return { alg: 'EdDSA', digest: null }
  throw new HarnessError('ERR_CONTEXT', 'a report is signed with a key on P-256, or with one of Ed25519')
}

interface Pem {
  readonly key: string
  readonly format: 'pem'
}

/** Reads a key: a JWK, or PEM. Nothing of it is ever told. */
export function keyIn(file: string, create: (input: JsonWebKeyInput | Pem) => KeyObject): KeyObject {
  const text = attempt(file, () => readFileSync(file, 'utf8'))
  try {
    const isJwk = text.trimStart().startsWith('{')
    return create(isJwk ? { key: JSON.parse(text), format: 'jwk' } : { key: text, format: 'pem' })
  } catch {
    throw new HarnessError('ERR_CONTEXT', `${file} holds no key that can be used here`)
  }
}
