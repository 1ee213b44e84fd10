import { isSuccess } from '../../../../src/harness/calls.ts'
import { type ClientProbe, clientProbes, missingClients } from '../../client-probes.ts'
import { addAnswer } from '../issuer/judge-answers.ts'
import { describeError } from '../issuer/read-offer.ts'
import { sendSeries } from '../issuer/send-series.ts'
import { fetchToken } from '../issuer/session.ts'
import type { ProbePlace, TestWallet } from '../issuer/wallet.ts'
import { needsAttestation } from './authenticate-client.ts'
import { findPushEndpoint, makeAuthorization, sendPushedRequest } from './authorization.ts'

/** Sends requests in which the wallet does not authenticate itself as it should, where it does that at all. */
export async function sendClientProbes(place: ProbePlace, wallet: TestWallet): Promise<void> {
  const { issuer, offer } = place
  if (!wallet.instance) return
  const isChallenged = wallet.instance.challenge !== undefined
  const fitting = clientProbes.filter(({ withChallenges = isChallenged }) => withChallenges === isChallenged)
  const sent = needsAttestation(issuer.server) ? [...fitting, ...missingClients] : fitting
  await sendSeries(
    place,
    wallet,
    sent.map(({ change, description, ...probe }) => ({
      ...probe,
      description: `a token request with ${description}`,
      send: (form) => fetchToken(issuer, form, wallet, { client: change }),
      errors: ['invalid_client', 'use_attestation_challenge', 'use_fresh_attestation', 'invalid_client_attestation'],
    })),
  )
  if (offer.code === undefined) await pushProbes(place, wallet, sent)
}

/** The same at the endpoint for pushed requests, which takes the valid request before and after. */
async function pushProbes(
  { issuer, offer }: ProbePlace,
  wallet: TestWallet,
  probes: readonly ClientProbe[],
): Promise<void> {
  const endpoint = findPushEndpoint(issuer)
  if (endpoint === undefined) return
  const push = (change?: ClientProbe['change']) =>
    sendPushedRequest(endpoint, makeAuthorization(issuer, offer, wallet).form, wallet, { ...(change && { change }) })
  for (const { row, description, obligation, change } of probes.filter(wallet.journal.selects)) {
    if (obligation === undefined) continue
    const response = await push(change)
    if (response.status === 429 || response.status >= 500 || !isSuccess(await push())) continue
    const isTaken = isSuccess(response)
    const question = { row, description: `a pushed request with ${description}`, obligation }
    addAnswer(wallet, question, !isTaken, isTaken ? 'taken' : `refused: ${describeError(response)}`)
  }
}
