import { type Trick, trick } from '../../src/model/probe.ts'
import { both, drop, instead, message } from '../deviations.ts'
import { afterwards, session, textIn } from '../tricking.ts'
import { SINGLE_USE } from './decisions.ts'
import { NONCE } from './requirements.ts'

/** Attests another nonce than was given, and is consistent in it. */
const attesting = (nonce: string) =>
  both(
    instead('wallet', 'describe', (honest) => () => honest(nonce)),
    instead('wallet', 'attest', (honest) => (_, x5c) => honest(nonce, x5c)),
  )

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(NONCE.BOUND, 'issuer', 'attests a nonce that nobody gave', 'refused', session(attesting('nobody-gave-this-nonce'))),
  trick(NONCE.BOUND, 'issuer', 'attests no nonce', 'refused', session(message.attestationPayload(drop('/nonce')))),
  trick(NONCE.ONCE, 'issuer', 'attests a nonce that was good for another request', 'refused', afterwards(async (hops, director) => {
    if (director.decide(SINGLE_USE) !== 'once') return undefined
    const nonce = textIn(hops, 'nonce', 'c_nonce', 'nonce')
    return director.endOf(await director.play({ deviation: attesting(nonce) }))
  })),
]
