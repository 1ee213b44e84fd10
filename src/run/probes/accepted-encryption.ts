import type { Message } from '../../../model/wire.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { REFUSAL } from '../../../suites/undefined-points/decisions.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { listAgreements } from '../sessions/usual-encryption.ts'
import { interpretMessages } from './answers.ts'
import type { ProbePath, RunProbeSession } from './probe-path.ts'

/**
 * Has the wallet ask for what the issuer under test accepts: a refusal of something else would look like one of the probe.
 * The first control finds the usual way. A probe that needs another way is made only if a valid request for it is accepted.
 */
export function matchToIssuer(store: SessionStore, run: RunProbeSession): RunProbeSession {
  const { usualEncryption, decide } = store
  const isAccepted = (messages: readonly Message[]): boolean =>
    interpretMessages(messages, 'issuer', 'request', decide(REFUSAL)) === 'accepted'
  const known = new Map<string, Promise<JsonObject | undefined>>()
  const findAccepted = async (path: ProbePath, candidates: readonly JsonObject[]): Promise<JsonObject | undefined> => {
    for (const responseEncryption of candidates)
      if (isAccepted(await run({ ...path, responseEncryption }))) return responseEncryption
    return undefined
  }
  const findOnce = (path: ProbePath, wanted: JsonObject): Promise<JsonObject | undefined> => {
    const key = JSON.stringify([path.isShort, wanted])
    const found =
      known.get(key) ?? findAccepted(path, [...listAgreements(wanted), { ...usualEncryption.read(), ...wanted }])
    known.set(key, found)
    return found
  }
  let isFirst = true
  return async ({ isMadeFromAccepted, ...session }) => {
    const { receiver, isShort, mutation, responseEncryption: wanted } = session
    const path = { receiver, ...(isShort && { isShort }) }
    const isControl = receiver === 'issuer' && !mutation && !wanted
    if (isMadeFromAccepted && wanted && receiver === 'issuer') {
      const responseEncryption = await findOnce(path, wanted)
      return responseEncryption ? run({ ...session, responseEncryption }) : []
    }
    const messages = await run(session)
    if (!isControl || !isFirst) return messages
    isFirst = false
    if (isAccepted(messages)) return messages
    const accepted = await findAccepted(path, usualEncryption.candidates.slice(1))
    if (!accepted) return messages
    usualEncryption.keep(accepted)
    return run(session)
  }
}
