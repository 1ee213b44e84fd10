import { type Fault, fault } from '../../src/model/fault.ts'
import { both, drop, instead, message, put, rename } from '../deviations.ts'
import { each, notAString } from '../family.ts'
import { NONCE } from './requirements.ts'

const answer = message.nonce

/** Attests another nonce than was given, and is consistent in it: the certificate of the device holds it too. */
const attesting = (other: (nonce: string) => string) =>
  both(
    instead('wallet', 'describe', (honest) => (nonce) => honest(other(nonce))),
    instead('wallet', 'attest', (honest) => (nonce, x5c) => honest(other(nonce), x5c)),
  )

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(NONCE.ANSWER, 'answers without a nonce', answer(drop('/c_nonce'))),
  fault(NONCE.ANSWER, 'answers with an empty nonce', answer(put('/c_nonce', ''))),
  fault(NONCE.ANSWER, 'answers with anything but a string', each(notAString, (value) => answer(put('/c_nonce', value)))),
  fault(NONCE.ANSWER, 'calls it `cNonce`', answer(rename('c_nonce', 'cNonce'))),
  fault(NONCE.ANSWER, 'calls it `nonce` where `c_nonce` was agreed', answer(rename('c_nonce', 'nonce')), { given: { 'nonce.responseField': 'c_nonce' } }),

  fault(NONCE.ATTESTED, 'attests a nonce that nobody gave', attesting(() => 'made-up')),
  fault(NONCE.ATTESTED, 'attests the beginning of the nonce', attesting((nonce) => nonce.slice(0, -1))),
  fault(NONCE.ATTESTED, 'attests the nonce in capitals', attesting((nonce) => nonce.toUpperCase())),
  fault(NONCE.ATTESTED, 'attests the nonce with a blank', attesting((nonce) => `${nonce} `)),
  fault(NONCE.ATTESTED, 'attests the pre-authorised code', attesting(() => 'pre-authorised-code-0001')),
]
