import { type Fault, fault } from '../../src/model/fault.ts'
import type { JsonObject, JsonValue } from '../../src/protocol/json.ts'
import { after, answering, change, headersOf, message, put } from '../deviations.ts'
import { NONCE } from './requirements.ts'

const given = (how: (nonce: string) => string) =>
  message.nonce(change('/c_nonce', (nonce: JsonValue) => how(String(nonce))))
const refusing = (status: number) =>
  answering('issuer', 'nonce', (replied) => ({ ...replied, status, body: '{"error":"invalid_token"}' }))

/** A few digits that differ from nonce to nonce. */
const count = (nonce: string, digits: number): string =>
  [...nonce.slice(0, digits)].map((sign) => sign.charCodeAt(0) % 10).join('')

const sometimes = after('issuer', 'configure', (made, [{ deviceId, code }]) => ({
  ...(made as JsonObject), // an object, as it is in every honest answer
  c_nonce: deviceId === 'device-0001' ? code : 'another-c-nonce',
}))

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(NONCE.UNCACHED, 'says nothing about caches', headersOf('issuer', 'nonce', { 'cache-control': undefined })),
  fault(NONCE.UNCACHED, 'lets everybody keep a nonce for an hour', headersOf('issuer', 'nonce', { 'cache-control': 'public, max-age=3600' })),

  fault(NONCE.OPEN, 'wants a token for a nonce', refusing(401)),
  fault(NONCE.OPEN, 'gives nonces only to some', refusing(403)),
  fault(NONCE.OPEN, 'does not take a POST', refusing(405)),
  fault(NONCE.GUESSLESS, 'gives nonces of six digits', given((nonce) => count(nonce, 6))),
  fault(NONCE.GUESSLESS, 'gives nonces of eleven hexadecimal digits', given((nonce) => Buffer.from(nonce).toString('hex').slice(0, 11))),
  fault(NONCE.GUESSLESS, 'gives the time as a nonce', given((nonce) => `17950000${count(nonce, 5)}`)),
  fault(NONCE.GUESSLESS, 'counts behind a long prefix', given((nonce) => `issuer.example-production-nonce-${count(nonce, 6)}`)),
  fault(NONCE.GUESSLESS, 'gives the same nonce to everybody', message.nonce(put('/c_nonce', 'rX3b7Qm1ZkT0pUuYw9cE5A'))),
  fault(NONCE.RELATION, 'gives the code as the `c_nonce` of Issuer Config to some devices', sometimes, { given: { 'config.fields': 'extended' } }),
]
