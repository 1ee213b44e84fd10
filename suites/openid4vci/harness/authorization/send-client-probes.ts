import { isSuccess } from '../../../../src/harness/calls.ts'
import type { ProbeTask } from '../../../../src/harness/side-by-side/probe-queue.ts'
import { type ClientProbe, clientProbes, missingClients } from '../../../oauth/client-probes.ts'
import { addRefusal, readAnswer } from '../issuer/judge-answers.ts'
import { sendSeries } from '../issuer/send-series.ts'
import { fetchToken } from '../issuer/session.ts'
import type { ProbePlace, TestWallet } from '../issuer/wallet.ts'
import { canBring, needsAttestation } from './authenticate-client.ts'
import { findPushEndpoint, makeAuthorization, sendPushedRequest } from './authorization.ts'

const clientErrors = [
  'invalid_client',
  'use_attestation_challenge',
  'use_fresh_attestation',
  'invalid_client_attestation',
]

/** Sends requests in which the wallet does not authenticate itself as it should, where it does that at all. */
export async function sendClientProbes(place: ProbePlace, wallet: TestWallet): Promise<void> {
  const { issuer, offer } = place
  if (!wallet.instance) return
  const { challenge, providerKey } = wallet.instance
  const isChallenged = challenge !== undefined
  const fitting = clientProbes
    .filter(({ withChallenges = isChallenged }) => withChallenges === isChallenged)
    .filter(({ change }) => canBring(providerKey, change.attestation?.brings))
  // OpenID4VCI 1.0, section 12.3: then no client need say who it is.
  const isAnonymous =
    offer.code !== undefined && issuer.server['pre-authorized_grant_anonymous_access_supported'] === true
  const sent = needsAttestation(issuer.server) && !isAnonymous ? [...fitting, ...missingClients] : fitting
  await sendSeries(
    place,
    wallet,
    sent.map(({ change, description, error, ...probe }) => ({
      ...probe,
      description: `a token request with ${description}`,
      send: (form) => fetchToken(issuer, form, wallet, { client: change }),
      errors: error === undefined ? clientErrors : [error],
    })),
  )
  if (offer.code === undefined) await pushProbes(place, wallet, sent)
}

/** The same at the endpoint for pushed requests, which takes the valid request after each. */
async function pushProbes(place: ProbePlace, wallet: TestWallet, probes: readonly ClientProbe[]): Promise<void> {
  const endpoint = findPushEndpoint(place.issuer)
  if (endpoint === undefined) return
  const tasks = probes.filter(wallet.journal.selects).map(
    (probe): ProbeTask<TestWallet> => ({
      name: `a pushed request with ${probe.description}`,
      send: async (own) => {
        await pushProbe(probe, endpoint, place, own)
        return 'answered'
      },
    }),
  )
  // A challenge that comes with an answer is for the request after it.
  const isChained = wallet.instance?.challenge !== undefined && place.issuer.server.challenge_endpoint === undefined
  await (isChained ? place.queue.sendInOrder(tasks) : place.queue.sendAll(tasks))
}

async function pushProbe(
  { row, description, obligation, change }: ClientProbe,
  endpoint: string,
  { issuer, offer }: ProbePlace,
  wallet: TestWallet,
): Promise<void> {
  if (obligation === undefined) return
  const push = (own?: ClientProbe['change']) =>
    sendPushedRequest(endpoint, makeAuthorization(issuer, offer, wallet).form, wallet, { ...(own && { change: own }) })
  const response = await push(change)
  if (response.status === 429 || response.status >= 500 || !isSuccess(await push())) return
  const question = { row, description: `a pushed request with ${description}`, obligation }
  addRefusal(wallet, question, readAnswer(isSuccess(response), response, 'accepted'))
}
