import { type StatefulProbe, statefulProbe } from '../../model/probe.ts'
import { drop } from '../kit/edits.ts'
import { attestNonce, mutate } from '../kit/message-mutations.ts'
import { sendOutdated } from '../kit/outdated-probes.ts'
import { afterSession, readText, runSession } from '../kit/probe-sessions.ts'
import { LIFETIME, NONCE_RELATION, SINGLE_USE } from './decisions.ts'
import { NONCE } from './requirements.ts'

const stale = sendOutdated(LIFETIME, ({ nonce }) => (nonce === undefined ? undefined : { nonce }))

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(NONCE.BOUND, 'issuer', 'attests a nonce that nobody gave', 'refused', runSession(attestNonce('nobody-gave-this-nonce'))),
  statefulProbe(NONCE.BOUND, 'issuer', 'attests no nonce', 'refused', runSession(mutate.attestationPayload(drop('/nonce')))),
  statefulProbe(NONCE.ONCE, 'issuer', 'attests a nonce that was good for another request', 'refused', afterSession(async (hops, director) => {
    if (director.decide(SINGLE_USE) !== 'once') return undefined
    const nonce = readText(hops, 'nonce', 'c_nonce', 'nonce')
    return director.readSessionAnswer(await director.runSession({ mutation: attestNonce(nonce) }))
  })),
  statefulProbe(NONCE.STALE, 'issuer', 'attests a nonce that is older than it may be', 'refused', async (director) =>
    director.decide(NONCE_RELATION) === 'all-equal' ? undefined : stale(director), { isLate: true }),
]
