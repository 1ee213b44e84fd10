import { type StatefulProbe, statefulProbe } from '../../model/probe.ts'
import { drop } from '../kit/edits.ts'
import { attestNonce, mutate } from '../kit/message-mutations.ts'
import { sendOutdated } from '../kit/outdated-probes.ts'
import { afterSession, readText, runSession } from '../kit/probe-sessions.ts'
import { isNonceSingleUse } from '../kit/single-use.ts'
import { LIFETIME, NONCE_RELATION } from './decisions.ts'
import { NONCE } from './requirements.ts'

const sendExpired = sendOutdated(LIFETIME, ({ nonce }) => (nonce === undefined ? undefined : { nonce }))

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(NONCE.BOUND, 'issuer', 'attests a nonce that was never issued', 'refused', runSession(attestNonce('never-issued-nonce'))),
  statefulProbe(NONCE.BOUND, 'issuer', 'attests no nonce', 'refused', runSession(mutate.attestationPayload(drop('/nonce')))),
  statefulProbe(NONCE.ONCE, 'issuer', 'attests a nonce that was used for another request', 'refused', afterSession(async (messages, context) => {
    const nonce = readText(messages, 'nonce', 'c_nonce', 'nonce')
    return context.readSessionAnswer(await context.runSession({ mutation: attestNonce(nonce) }))
  }, isNonceSingleUse)),
  statefulProbe(NONCE.STALE, 'issuer', 'attests an expired nonce', 'refused', async (context) =>
    context.decide(NONCE_RELATION) === 'all-equal' ? undefined : sendExpired(context), { isLate: true }),
]
