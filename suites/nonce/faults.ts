import { type Fault, fault } from '../../model/fault.ts'
import type { JsonObject, JsonValue } from '../../protocol/encoding/json.ts'
import { change, drop, put, rename } from '../kit/edits.ts'
import { notAString, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeResponse, changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'
import { NONCE } from './requirements.ts'

const { nonce: nonceResponse } = mutate

/** Attests another nonce, in the attestation and in the device certificate alike. */
const attestChanged = (other: (nonce: string) => string) =>
  combineMutations(
    replaceStep('wallet', 'describe', (original) => (nonce) => original(other(nonce))),
    replaceStep('wallet', 'attest', (original) => (nonce, x5c) => original(other(nonce), x5c)),
  )

const changeNonce = (how: (nonce: string) => string) =>
  mutate.nonce(change('/c_nonce', (nonce: JsonValue) => how(String(nonce))))

const rejectWith = (status: number) =>
  changeResponse('issuer', 'nonce', (response) => ({ ...response, status, body: '{"error":"invalid_token"}' }))

/** Some digits that depend on the nonce. */
const toDigits = (nonce: string, digits: number): string =>
  [...nonce.slice(0, digits)].map((character) => character.charCodeAt(0) % 10).join('')

const relateForOneDevice = changeResult('issuer', 'configure', (made, [{ deviceId, code }]) => ({
  ...(made as JsonObject), // the reference issuer returns an object
  c_nonce: deviceId === 'device-0001' ? code : 'another-c-nonce',
}))

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(NONCE.ANSWER, 'returns no nonce', nonceResponse(drop('/c_nonce'))),
  fault(NONCE.ANSWER, 'returns an empty nonce', nonceResponse(put('/c_nonce', ''))),
  fault(NONCE.ANSWER, 'returns the nonce as anything but a string', valueFamily(notAString, (value) => nonceResponse(put('/c_nonce', value)))),
  fault(NONCE.ANSWER, 'returns `cNonce` instead of `c_nonce`', nonceResponse(rename('c_nonce', 'cNonce'))),
  fault(NONCE.ANSWER, 'returns `nonce` where `c_nonce` was agreed on', nonceResponse(rename('c_nonce', 'nonce')), { decisions: { 'nonce.responseField': 'c_nonce' } }),

  fault(NONCE.ATTESTED, 'attests a nonce that was never issued', attestChanged(() => 'made-up')),
  fault(NONCE.ATTESTED, 'attests a truncated nonce', attestChanged((nonce) => nonce.slice(0, -1))),
  fault(NONCE.ATTESTED, 'attests the nonce in upper case', attestChanged((nonce) => nonce.toUpperCase())),
  fault(NONCE.ATTESTED, 'attests the nonce with a trailing space', attestChanged((nonce) => `${nonce} `)),
  fault(NONCE.ATTESTED, 'attests the pre-authorised code', attestChanged(() => 'pre-authorised-code-0001')),

  fault(NONCE.UNCACHED, 'sends a nonce without `Cache-Control`', changeHeaders('issuer', 'nonce', { 'cache-control': undefined })),
  fault(NONCE.UNCACHED, 'allows caches to store a nonce for an hour', changeHeaders('issuer', 'nonce', { 'cache-control': 'public, max-age=3600' })),

  fault(NONCE.OPEN, 'requires a token for a nonce', rejectWith(401)),
  fault(NONCE.OPEN, 'returns nonces to some clients only', rejectWith(403)),
  fault(NONCE.OPEN, 'does not accept POST', rejectWith(405)),
  fault(NONCE.GUESSLESS, 'returns nonces of six digits', changeNonce((nonce) => toDigits(nonce, 6))),
  fault(NONCE.GUESSLESS, 'returns nonces of eleven hexadecimal digits', changeNonce((nonce) => Buffer.from(nonce).toString('hex').slice(0, 11))),
  fault(NONCE.GUESSLESS, 'returns the time as a nonce', changeNonce((nonce) => `17950000${toDigits(nonce, 5)}`)),
  fault(NONCE.GUESSLESS, 'returns a counter with a long prefix as a nonce', changeNonce((nonce) => `issuer.example-production-nonce-${toDigits(nonce, 6)}`)),
  fault(NONCE.GUESSLESS, 'returns the same nonce every time', mutate.nonce(put('/c_nonce', 'rX3b7Qm1ZkT0pUuYw9cE5A'))),
  fault(NONCE.RELATION, 'returns the code as the `c_nonce` of Issuer Config to some devices only', relateForOneDevice, { decisions: { 'config.fields': 'extended' } }),
]
