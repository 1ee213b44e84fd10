import { toDer } from '../../../protocol/jose/es256.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'

/** A key whose point is not on P-256. */
export const pointOffCurve = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } satisfies Jwk

/** The base point of P-256 as a key: no actor has it. */
export const basePointKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY',
  y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
} satisfies Jwk

/** A signature with its last bit flipped. */
export const flipSignatureBit = (signature: Buffer): Buffer | undefined => {
  const last = signature.at(-1)
  return last === undefined ? undefined : Buffer.concat([signature.subarray(0, -1), Buffer.of(last ^ 1)])
}

/** A signature in DER, the default of most platforms. */
export const toDerSignature = (signature: Buffer): Buffer | undefined =>
  signature.length === 64 ? toDer(signature) : undefined

/** The text of a JSON object with a duplicate member. */
export const repeatMember = (text: string): string | undefined =>
  /^\s*\{/.test(text)
    ? text.replace(/^\s*\{\s*(\}?)/, (_, end: string) => `{"tampered":1,"tampered":2${end === '' ? ',' : end}`)
    : undefined
