import type { ProbeAnswer } from '../../../../model/probe.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import type { Message } from '../../model/endpoints.ts'
import { REFUSAL } from '../../undefined-points/decisions.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { listAgreements } from '../sessions/usual-encryption.ts'
import { interpretMessages } from './answers.ts'
import type { ProbePath, RunProbeSession } from './probe-path.ts'

/** The way to ask that an issuer accepts, and whether it answered at all. */
interface FoundWay {
  readonly accepted?: JsonObject
  readonly isCertain: boolean
}

/**
 * Has the wallet ask for what the issuer under test accepts: a refusal of something else would look like one of the probe.
 * The first control finds the usual way. A probe that needs another way is made only if a valid request for it is accepted.
 */
export function createIssuerMatcher(store: SessionStore): (run: RunProbeSession) => RunProbeSession {
  const { usualEncryption, decide } = store
  const readAnswer = (messages: readonly Message[]): ProbeAnswer =>
    interpretMessages(messages, 'issuer', 'request', decide(REFUSAL))
  const findAccepted = async (
    run: RunProbeSession,
    path: ProbePath,
    candidates: readonly JsonObject[],
  ): Promise<FoundWay> => {
    let isCertain = true
    for (const responseEncryption of candidates) {
      const answer = readAnswer(await run({ ...path, responseEncryption }))
      if (answer === 'accepted') return { accepted: responseEncryption, isCertain: true }
      isCertain &&= answer === 'refused'
    }
    return { isCertain }
  }
  const known = new Map<string, Promise<FoundWay>>()
  const findOnce = async (run: RunProbeSession, path: ProbePath, wanted: JsonObject): Promise<FoundWay> => {
    const key = JSON.stringify([path.isShort, wanted])
    const earlier = await known.get(key)
    if (earlier?.isCertain) return earlier
    const found = findAccepted(run, path, [...listAgreements(wanted), { ...usualEncryption.read(), ...wanted }])
    known.set(key, found)
    return found
  }
  let isFirst = true
  return (run) =>
    async ({ isMadeFromAccepted, ...session }) => {
      const { receiver, isShort, mutation, responseEncryption: wanted } = session
      const path = { receiver, ...(isShort && { isShort }) }
      const isControl = receiver === 'issuer' && !mutation && !wanted
      if (isMadeFromAccepted && wanted && receiver === 'issuer') {
        const { accepted: responseEncryption } = await findOnce(run, path, wanted)
        return responseEncryption ? run({ ...session, responseEncryption }) : []
      }
      const messages = await run(session)
      if (!isControl || !isFirst) return messages
      isFirst = false
      if (readAnswer(messages) === 'accepted') return messages
      const { accepted } = await findAccepted(run, path, usualEncryption.candidates.slice(1))
      if (!accepted) return messages
      usualEncryption.keep(accepted)
      return run(session)
    }
}
