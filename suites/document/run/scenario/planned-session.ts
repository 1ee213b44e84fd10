import keys from '../../../../fixtures/keys.json' with { type: 'json' }
import type { Decide } from '../../../../model/decision.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import { toPublicKey } from '../../actors/steps/environment.ts'
import { EC_MEMBERS } from '../../encryption/decisions.ts'
import type { PlannedSession } from '../../model/session-plan.ts'
import { DELIVERY } from '../../offer/decisions.ts'
import type { OpenSession } from '../sessions/open-session.ts'
import type { SessionStoreOptions } from '../sessions/options.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { findIssuedCredential, lookUpCredential, presentCredential } from './presentations.ts'

/** A planned session that is ready to run, in two steps. */
export interface ReadySession {
  /** Lets the holder share. It ends when no actor has anything left to do. */
  readonly share: () => Promise<void>
  /** Presents the issued credential to the verifier, whole and in parts. */
  readonly present: () => Promise<void>
}

/** Opens a planned session. One that an earlier run completed does nothing. */
export function openPlannedSession(
  store: SessionStore,
  { session, account, offer, responseKey }: PlannedSession,
  { asks, mutation }: Pick<SessionStoreOptions, 'asks' | 'mutation'>,
): ReadySession {
  if (store.isFromEarlierRun(session)) return { share: async () => {}, present: async () => {} }
  const opened = store.openSession({
    session,
    account,
    strict: store.tested,
    asks: {
      ...asks,
      ...chooseResponseKey(store.decide, responseKey),
    },
    ...(mutation && { mutation }),
  })
  return {
    share: () => opened.network.share(chooseDelivery(store.decide, planForTarget(store, session, offer))),
    present: () => present(store, session, opened),
  }
}

/** An identity app under test makes offers by value: it makes two of them, so that they can be compared. */
const planForTarget = (
  { isTarget }: SessionStore,
  session: string,
  planned: PlannedSession['offer'],
): PlannedSession['offer'] => (session === 'last' && isTarget('identity app') ? 'value' : planned)

/** Which key the wallet asks with; nothing is said of the usual one. */
function chooseResponseKey(decide: Decide, responseKey: PlannedSession['responseKey']): JsonObject {
  if (responseKey === 'another RSA') return { jwk: toPublicKey(keys.walletSealNext) }
  return responseKey === 'EC' && decide(EC_MEMBERS) !== 'rsa' ? { jwk: toPublicKey(keys.walletSealEc) } : {}
}

/** How the offer reaches the wallet: as planned, or as it was agreed for all sessions. */
export function chooseDelivery(decide: Decide, planned: PlannedSession['offer']): PlannedSession['offer'] {
  const agreed = decide(DELIVERY)
  return agreed === 'either' ? planned : agreed
}

async function present(store: SessionStore, session: string, { network }: OpenSession): Promise<void> {
  const { terms, isTarget } = store
  const listMessages = () => store.listMessages(session).map(store.parse)
  const credential = findIssuedCredential(listMessages())
  if (credential) await presentCredential(credential.text, network, terms.addresses.presentation)
  await lookUpCredential(credential, { messages: listMessages(), terms, network, isTarget })
}
