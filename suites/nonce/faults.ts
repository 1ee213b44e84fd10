import { type Fault, fault } from '../../model/fault.ts'
import type { JsonObject, JsonValue } from '../../protocol/encoding/json.ts'
import { change, drop, put, rename } from '../kit/edits.ts'
import { notAString, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeResponse, changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'
import { NONCE } from './requirements.ts'

const answer = mutate.nonce

/** Attests another nonce than was given, and is consistent in it: the certificate of the device holds it too. */
const attesting = (other: (nonce: string) => string) =>
  combineMutations(
    replaceStep('wallet', 'describe', (honest) => (nonce) => honest(other(nonce))),
    replaceStep('wallet', 'attest', (honest) => (nonce, x5c) => honest(other(nonce), x5c)),
  )

const given = (how: (nonce: string) => string) =>
  mutate.nonce(change('/c_nonce', (nonce: JsonValue) => how(String(nonce))))

const refusing = (status: number) =>
  changeResponse('issuer', 'nonce', (replied) => ({ ...replied, status, body: '{"error":"invalid_token"}' }))

/** A few digits that differ from nonce to nonce. */
const count = (nonce: string, digits: number): string =>
  [...nonce.slice(0, digits)].map((sign) => sign.charCodeAt(0) % 10).join('')

const sometimes = changeResult('issuer', 'configure', (made, [{ deviceId, code }]) => ({
  ...(made as JsonObject), // an object, as it is in every honest answer
  c_nonce: deviceId === 'device-0001' ? code : 'another-c-nonce',
}))

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(NONCE.ANSWER, 'answers without a nonce', answer(drop('/c_nonce'))),
  fault(NONCE.ANSWER, 'answers with an empty nonce', answer(put('/c_nonce', ''))),
  fault(NONCE.ANSWER, 'answers with anything but a string', valueFamily(notAString, (value) => answer(put('/c_nonce', value)))),
  fault(NONCE.ANSWER, 'calls it `cNonce`', answer(rename('c_nonce', 'cNonce'))),
  fault(NONCE.ANSWER, 'calls it `nonce` where `c_nonce` was agreed', answer(rename('c_nonce', 'nonce')), { decisions: { 'nonce.responseField': 'c_nonce' } }),

  fault(NONCE.ATTESTED, 'attests a nonce that nobody gave', attesting(() => 'made-up')),
  fault(NONCE.ATTESTED, 'attests the beginning of the nonce', attesting((nonce) => nonce.slice(0, -1))),
  fault(NONCE.ATTESTED, 'attests the nonce in capitals', attesting((nonce) => nonce.toUpperCase())),
  fault(NONCE.ATTESTED, 'attests the nonce with a blank', attesting((nonce) => `${nonce} `)),
  fault(NONCE.ATTESTED, 'attests the pre-authorised code', attesting(() => 'pre-authorised-code-0001')),


  fault(NONCE.UNCACHED, 'says nothing about caches', changeHeaders('issuer', 'nonce', { 'cache-control': undefined })),
  fault(NONCE.UNCACHED, 'lets everybody keep a nonce for an hour', changeHeaders('issuer', 'nonce', { 'cache-control': 'public, max-age=3600' })),

  fault(NONCE.OPEN, 'wants a token for a nonce', refusing(401)),
  fault(NONCE.OPEN, 'gives nonces only to some', refusing(403)),
  fault(NONCE.OPEN, 'does not take a POST', refusing(405)),
  fault(NONCE.GUESSLESS, 'gives nonces of six digits', given((nonce) => count(nonce, 6))),
  fault(NONCE.GUESSLESS, 'gives nonces of eleven hexadecimal digits', given((nonce) => Buffer.from(nonce).toString('hex').slice(0, 11))),
  fault(NONCE.GUESSLESS, 'gives the time as a nonce', given((nonce) => `17950000${count(nonce, 5)}`)),
  fault(NONCE.GUESSLESS, 'counts behind a long prefix', given((nonce) => `issuer.example-production-nonce-${count(nonce, 6)}`)),
  fault(NONCE.GUESSLESS, 'gives the same nonce to everybody', mutate.nonce(put('/c_nonce', 'rX3b7Qm1ZkT0pUuYw9cE5A'))),
  fault(NONCE.RELATION, 'gives the code as the `c_nonce` of Issuer Config to some devices', sometimes, { decisions: { 'config.fields': 'extended' } }),
]
