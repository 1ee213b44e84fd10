import keys from '../../../fixtures/keys.json' with { type: 'json' }
import type { ActorMutation } from '../../../model/actors.ts'
import { TransportError } from '../../../model/errors.ts'
import type { ProbeSession } from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import type { Message } from '../../../model/wire.ts'
import { type JsonObject, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { EC_MEMBERS } from '../../../suites/encryption/decisions.ts'
import { createJsonRequest } from '../../actors/services/http.ts'
import { toPublicKey } from '../../actors/steps/environment.ts'
import { findIssuedCredential } from '../scenario/presentations.ts'
import type { OpenSession } from '../sessions/open-session.ts'
import type { SessionStore } from '../sessions/session-store.ts'

export type RunProbeSession = (part: ProbeSession & ProbePath) => Promise<readonly Message[]>

/** Before whom a session is played, and whether with all that goes before. */
interface ProbePath {
  readonly receiver: Role
  readonly isBrief?: true
}

/** Plays a session for a probe. Everybody but the judge goes on as far as they can. */
export function createSessionRunner(store: SessionStore, name = 'probe'): RunProbeSession {
  let count = 0
  let metadata: JsonObject = {}
  const usual = store.decide(EC_MEMBERS) === 'rsa' ? {} : ecResponseKey
  return async ({ receiver: judge, isBrief, mutation, responseEncryption: asks = usual, account = 0 }) => {
    const session = `${name}-${++count}`
    const entered = store.openSession({
      session,
      account,
      asks,
      strict: new Set([judge]),
      ...(mutation && { mutation }),
    })
    try {
      if (isBrief && judge === 'issuer') await entered.actors.requestCredential(entered.account, metadata)
      else if (isBrief) await presentMinted(entered, judge, store, account)
      else await runFlow(entered, judge, store, session, mutation)
    } catch (error) {
      if (!(error instanceof TransportError)) throw error // what was lost is on record
    }
    const messages = entered.close()
    if (!mutation) metadata = findMetadata(messages) ?? metadata
    return messages
  }
}

/** What an issuer last said of itself. */
function findMetadata(messages: readonly Message[]): JsonObject | undefined {
  const { response } = messages.find(({ endpoint, to }) => endpoint === 'issuerMetadata' && to === 'issuer') ?? {}
  const read = attempt(() => parseJsonObject(response?.body ?? ''))
  return 'value' in read ? read.value : undefined
}

/** Puts a credential before a verifier, or before a wallet backend, that came out of no flow. */
async function presentMinted(
  { actors, network }: OpenSession,
  judge: Role,
  { terms }: SessionStore,
  account: number,
): Promise<void> {
  const { credential: presentation, callback } = actors.mintCredential(account)
  const { addresses } = terms
  if (judge === 'verifier')
    await network.call('presentation', 'wallet', createJsonRequest(addresses.presentation, { presentation }))
  else await network.call('walletCallback', 'identity app', createJsonRequest(addresses.walletCallback, callback))
}

/** Elliptic curves are much cheaper than RSA, and there are hundreds of sessions. */
const ecResponseKey = { jwk: toPublicKey(keys.walletSealEc) }

async function runFlow(
  { network }: OpenSession,
  judge: Role,
  store: SessionStore,
  session: string,
  mutation: ActorMutation | undefined,
): Promise<void> {
  // The identity app makes what is pushed by value; what is fetched is the issuer's.
  await network.share(mutation?.identityApp ? 'value' : 'reference')
  const presentation =
    judge === 'verifier' ? findIssuedCredential(store.listMessages(session).map(store.parse))?.text : undefined
  if (presentation === undefined) return
  await network.call('presentation', 'wallet', createJsonRequest(store.terms.addresses.presentation, { presentation }))
}
