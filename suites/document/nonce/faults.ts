import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import { change, drop, put, rename } from '../kit/edits.ts'
import { notAString, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeResponse, changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'
import type { ActorMutation } from '../model/actors.ts'
import { type Fault, fault } from '../model/fault.ts'
import { OFFER } from '../offer/requirements.ts'
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

/** A small number that differs from nonce to nonce. */
const readCount = (nonce: string): number => Buffer.from(nonce).subarray(-8).readUInt32BE() % 1_500

/** A time of the run, in milliseconds. */
const startTime = 1_795_000_000_000

const toObjectId = (nonce: string): string =>
  `${(startTime / 1000).toString(16)}a1b2c3d4e5${readCount(nonce).toString(16).padStart(6, '0')}`

/** A UUID of version 1 with the time of the run and one node. */
function toTimedUuid(nonce: string): string {
  const ticks = (BigInt(startTime + readCount(nonce)) * 10_000n + 122_192_928_000_000_000n)
    .toString(16)
    .padStart(15, '0')
  return `${ticks.slice(7)}-${ticks.slice(3, 7)}-1${ticks.slice(0, 3)}-9abc-0242ac120002`
}

const toMd5 = (text: string): string => hash('md5', text, 'hex')

/** The state of the generator of ANSI C after some steps. */
function generate(steps: number): bigint {
  let state = 1n
  for (let i = 0; i <= steps; i++) state = (state * 1_103_515_245n + 12_345n) % 2n ** 31n
  return state
}

/** Fetches a nonce once, and attests it ever after. Every run needs a wallet of its own. */
function keepFirstNonce(): ActorMutation {
  let first: Promise<string> | undefined
  return replaceStep(
    'wallet',
    'gather',
    (original) => (sources) =>
      original({
        ...sources,
        nonce: (metadata) => {
          const own = sources.nonce(metadata)
          first ??= own
          return own.then(() => first ?? own)
        },
      }),
  )
}

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
  fault(NONCE.NEW, 'attests its first nonce in every session', valueFamily(fc.constant('its first nonce'), keepFirstNonce), { alsoBreaks: [NONCE.ATTESTED] }),
  fault(NONCE.ANSWER, 'returns no nonce', nonceResponse(drop('/c_nonce'))),
  fault(NONCE.ANSWER, 'returns an empty nonce', nonceResponse(put('/c_nonce', ''))),
  fault(NONCE.ANSWER, 'returns the nonce as anything but a string', valueFamily(notAString, (value) => nonceResponse(put('/c_nonce', value)))),
  fault(NONCE.ANSWER, 'returns `cNonce` instead of `c_nonce`', nonceResponse(rename('c_nonce', 'cNonce')), { rejection: 'none' }),
  fault(NONCE.ANSWER, 'returns `nonce` where `c_nonce` was agreed on', nonceResponse(rename('c_nonce', 'nonce')), { decisions: { 'nonce.responseField': 'c_nonce' }, rejection: 'none' }),
  fault(NONCE.ANSWER, 'returns `c_nonce` where another member was agreed on', nonceResponse(rename('challenge', 'c_nonce')), { decisions: { 'nonce.responseField': 'challenge' }, rejection: 'none' }),

  fault(NONCE.ATTESTED, 'attests a nonce that was never issued', attestChanged(() => 'made-up')),
  fault(NONCE.ATTESTED, 'attests a truncated nonce', attestChanged((nonce) => nonce.slice(0, -1))),
  fault(NONCE.ATTESTED, 'attests a nonce with four more characters', attestChanged((nonce) => `${nonce}AAAA`)),
  fault(NONCE.ATTESTED, 'attests the nonce in upper case', attestChanged((nonce) => nonce.toUpperCase()), { rejection: 'none' }),
  fault(NONCE.ATTESTED, 'attests the nonce with a trailing space', attestChanged((nonce) => `${nonce} `), { rejection: 'none' }),
  fault(NONCE.ATTESTED, 'attests the pre-authorised code', attestChanged(() => 'pre-authorised-code-0001')),

  fault(NONCE.UNCACHED, 'sends a nonce without `Cache-Control`', changeHeaders('issuer', 'nonce', { 'cache-control': undefined })),
  fault(NONCE.UNCACHED, 'allows caches to store a nonce for an hour', changeHeaders('issuer', 'nonce', { 'cache-control': 'public, max-age=3600' }), { alsoBreaks: [OFFER.UNCACHED] }),

  fault(NONCE.OPEN, 'requires a token for a nonce', rejectWith(401)),
  fault(NONCE.OPEN, 'returns nonces to some clients only', rejectWith(403)),
  fault(NONCE.OPEN, 'does not accept POST', rejectWith(405)),
  fault(NONCE.GUESSLESS, 'returns nonces of six digits', changeNonce((nonce) => toDigits(nonce, 6))),
  fault(NONCE.GUESSLESS, 'returns nonces of eleven hexadecimal digits', changeNonce((nonce) => Buffer.from(nonce).toString('hex').slice(0, 11))),
  fault(NONCE.GUESSLESS, 'returns the time as a nonce', changeNonce((nonce) => `17950000${toDigits(nonce, 5)}`)),
  fault(NONCE.GUESSLESS, 'returns a counter with a long prefix as a nonce', changeNonce((nonce) => `issuer.example-production-nonce-${toDigits(nonce, 6)}`)),
  fault(NONCE.GUESSLESS, 'returns the same nonce every time', mutate.nonce(put('/c_nonce', 'rX3b7Qm1ZkT0pUuYw9cE5A'))),
  fault(NONCE.GUESSLESS, 'returns the SHA-256 digest of the time', changeNonce((nonce) => hash('sha256', `${startTime + readCount(nonce)}`, 'hex'))),
  fault(NONCE.GUESSLESS, 'returns the truncated SHA-1 digest of a counter', changeNonce((nonce) => hash('sha1', `${readCount(nonce)}`, 'base64url').slice(0, 22))),
  fault(NONCE.GUESSLESS, 'returns the MD5 digest of a linear generator', changeNonce((nonce) => toMd5(`${generate(readCount(nonce) % 90)}`))),
  fault(NONCE.GUESSLESS, 'returns a time, a constant and a counter as a nonce', changeNonce(toObjectId)),
  fault(NONCE.GUESSLESS, 'returns UUIDs of the time and of one node', changeNonce(toTimedUuid)),
  fault(NONCE.RELATION, 'returns the code as the `c_nonce` of Issuer Config to some devices only', relateForOneDevice, { decisions: { 'config.fields': 'extended' } }),
]
