import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { change, put, rename } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders } from '../kit/mutations.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'

const { nonce: nonceResponse } = mutate

/** Changes the nonce, whichever of its two names was agreed on. */
const changeNonce = (how: (nonce: string) => string) =>
  mutate.nonce((content) => {
    const name = isObject(content) && Object.hasOwn(content, 'nonce') ? 'nonce' : 'c_nonce'
    return change(`/${name}`, (nonce: JsonValue) => how(String(nonce)))(content)
  })

const toHex = (nonce: string): string => createHash('sha256').update(nonce).digest('hex')

const toUuid = (nonce: string): string =>
  toHex(nonce).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')

const toJwt = (payload: JsonObject, signature: string): string =>
  [...[{ alg: 'HS256' }, payload].map((part) => encodeBase64url(JSON.stringify(part))), signature].join('.')

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('NONCE', 'returns any string', valueFamily(fc.string({ minLength: 1, maxLength: 128 }), (value) => changeNonce((own) => `${value}${own}`))),
  variant('NONCE', 'returns 4000 characters', changeNonce((own) => own.padEnd(4000, 'n'))),
  variant('NONCE', 'returns 600 characters', changeNonce((own) => own.padEnd(600, 'n'))),
  variant('NONCE', 'returns base64 with padding', changeNonce((own) => `${Buffer.from(`${own}?~>>??`).toString('base64url')}+/==`)),
  variant('NONCE', 'returns the nonce as `nonce`', nonceResponse(rename('c_nonce', 'nonce'))),
  variant('NONCE', 'returns both `c_nonce` and `nonce`', nonceResponse(put('/nonce', 'another'))),
  variant('NONCE', 'returns another `c_nonce` beside the member that was agreed on', nonceResponse(put('/c_nonce', 'another')), { decisions: { 'nonce.responseField': '/data/challenge' } }),
  variant('NONCE', 'returns the lifetime of the nonce', nonceResponse(put('/c_nonce_expires_in', 300))),

  ...markLive([
  variant('NONCE', 'forbids caching with several directives', changeHeaders('issuer', 'nonce', { 'cache-control': 'No-Store, no-cache, max-age=0' })),
  variant('NONCE', 'returns a UUID', changeNonce(toUuid)),
  variant('NONCE', 'returns 128 bits in hexadecimal', changeNonce((nonce) => toHex(nonce).slice(0, 32))),
  variant('NONCE', 'returns a signed JWT with a random `jti`', changeNonce((nonce) => toJwt({ jti: toUuid(nonce) }, nonce))),
  variant('NONCE', 'returns an encrypted token', changeNonce((nonce) => `eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..${nonce.slice(0, 16)}.${toHex(nonce)}.${nonce}`)),
  variant('NONCE', 'returns 64 bits in hexadecimal', changeNonce((nonce) => toHex(nonce).slice(0, 16))),
  variant('NONCE', 'returns twenty digits', changeNonce((nonce) => BigInt(`0x${toHex(nonce)}`).toString().slice(0, 20))),
  variant('NONCE', 'returns a JWT whose header is always the same', changeNonce((nonce) => `eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3OTUwMDAzMDB9.${nonce}`)),
  variant('NONCE', 'returns the time followed by random characters', changeNonce((nonce) => `1795000000.${nonce}`)),
]),
]
