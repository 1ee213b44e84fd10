import { type Trick, trick } from '../../src/model/probe.ts'
import { outdated } from '../aging.ts'
import { drop, message } from '../deviations.ts'
import { afterwards, attesting, session, textIn } from '../tricking.ts'
import { LIFETIME, NONCE_RELATION, SINGLE_USE } from './decisions.ts'
import { NONCE } from './requirements.ts'

const stale = outdated(LIFETIME, ({ nonce }) => (nonce === undefined ? undefined : { nonce }))

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(NONCE.BOUND, 'issuer', 'attests a nonce that nobody gave', 'refused', session(attesting('nobody-gave-this-nonce'))),
  trick(NONCE.BOUND, 'issuer', 'attests no nonce', 'refused', session(message.attestationPayload(drop('/nonce')))),
  trick(NONCE.ONCE, 'issuer', 'attests a nonce that was good for another request', 'refused', afterwards(async (hops, director) => {
    if (director.decide(SINGLE_USE) !== 'once') return undefined
    const nonce = textIn(hops, 'nonce', 'c_nonce', 'nonce')
    return director.endOf(await director.play({ deviation: attesting(nonce) }))
  })),
  trick(NONCE.STALE, 'issuer', 'attests a nonce that is older than it may be', 'refused', async (director) =>
    director.decide(NONCE_RELATION) === 'all-equal' ? undefined : stale(director), { isLate: true }),
]
