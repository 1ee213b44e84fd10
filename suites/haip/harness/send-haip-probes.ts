import type { HttpResponse } from '../../../model/wire.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { attemptCalls } from '../../../src/harness/obstacle.ts'
import { describeError } from '../../oauth/harness/describe-error.ts'
import { addAnswer, addOpenAnswer, hasToken } from '../../openid4vci/harness/issuer/judge-answers.ts'
import { openForm, type SeriesProbe, sendSeries } from '../../openid4vci/harness/issuer/send-series.ts'
import {
  fetchCredential,
  fetchToken,
  isBound,
  isTaken,
  type TokenRequestChange,
} from '../../openid4vci/harness/issuer/session.ts'
import type { Grant, ProbePlace, TestWallet } from '../../openid4vci/harness/issuer/wallet.ts'
import { chooseProofType, readBatchSize } from '../../openid4vci/harness/issuer/write-request.ts'
import { listCredentials } from '../../openid4vci/session-checks.ts'
import { HAIPAS, HAIPVCI } from '../requirements.ts'
import { sendCodeDemands } from './send-code-demands.ts'

/** Sends the authorization server what HAIP 1.0 makes it refuse, and what it makes it take. */
export async function sendHaipProbes(place: ProbePlace, grant: Grant, given: TestWallet): Promise<void> {
  const { type } = grant
  const { dpop, ...bare } = given
  // Where no token is bound to a key, there is nothing to ask about keys.
  const wallet = dpop && isBound(type) ? given : bare
  await sendSeries(place, wallet, listTokenProbes(place, wallet))
  await askAhead(place, wallet)
  await askInQuery(place, grant, wallet)
  await askTwice(place, grant, wallet)
  if (place.offer.code === undefined) await sendCodeDemands(place, wallet)
}

const shift =
  (seconds: number) =>
  (claims: JsonObject): JsonObject => ({ ...claims, iat: Number(claims.iat) + seconds })

/** Seconds that no server may take, and that each has to. */
const [far, near] = [3600, 5]

const dpopErrors = ['invalid_dpop_proof', 'use_dpop_nonce']

function listTokenProbes({ issuer }: ProbePlace, wallet: TestWallet): readonly SeriesProbe[] {
  const { dpop, ...bare } = wallet
  const send =
    (change: TokenRequestChange, from: TestWallet = wallet): SeriesProbe['send'] =>
    (form) =>
      fetchToken(issuer, form, from, change)
  const { standard: obligation = '' } = HAIPAS.CLOCK
  const all: readonly (SeriesProbe & { readonly isFitting: boolean })[] = [
    {
      isFitting: wallet.instance !== undefined,
      row: HAIPAS.CLIENT,
      description: 'a token request without authentication of the client',
      obligation: HAIPAS.CLIENT.standard ?? '',
      send: send({ client: { isMissing: true } }),
      errors: ['invalid_client'],
    },
    {
      isFitting: dpop !== undefined,
      row: HAIPAS.BOUND,
      description: 'a token request without a DPoP proof',
      obligation: HAIPAS.BOUND.standard ?? '',
      send: send({}, bare),
      errors: dpopErrors,
    },
    {
      // A nonce of the server may say when a proof was made.
      isFitting: dpop?.nonces.has(new URL(issuer.tokenEndpoint).origin) === false,
      row: HAIPAS.CLOCK,
      description: 'a token request with a DPoP proof from the next hour',
      obligation,
      send: send({ dpop: { claims: shift(far) } }),
      errors: dpopErrors,
    },
    {
      isFitting: wallet.instance !== undefined && wallet.instance.challenge === undefined,
      row: HAIPAS.CLOCK,
      description: 'a token request with a proof for a wallet attestation from the next hour',
      obligation,
      send: send({ client: { pop: { claims: shift(far) } } }),
      errors: ['invalid_client', 'use_fresh_attestation', 'invalid_client_attestation'],
    },
  ]
  return all.filter(({ isFitting }) => isFitting).map(({ isFitting: _, ...probe }) => probe)
}

/** Sends an access token where proxies and logs see it. */
async function askInQuery({ issuer }: ProbePlace, grant: Grant, wallet: TestWallet): Promise<void> {
  const end = await attemptCalls(() => fetchCredential(issuer, grant, wallet, { inQuery: true }))
  if (!end || end.outcome === 'limited') return
  const question = { row: HAIPAS.QUERY, description: 'a credential request with its access token in the URL' }
  const isRefused = !isTaken(end)
  const control = isRefused ? await attemptCalls(() => fetchCredential(issuer, grant, wallet)) : end
  if (control && isTaken(control)) addAnswer(wallet, question, isRefused, isRefused ? 'rejected' : end.outcome)
  else addOpenAnswer(wallet, question, 'rejected, and so is the valid request')
}

/** Asks for two credentials where no batch is announced. An issuer may refuse, or issue one. */
async function askTwice({ issuer }: ProbePlace, grant: Grant, wallet: TestWallet): Promise<void> {
  const isFitting = readBatchSize(issuer.metadata) < 2 && chooseProofType(grant)?.type === 'jwt'
  const end = isFitting ? await attemptCalls(() => fetchCredential(issuer, grant, wallet, { count: 2 })) : undefined
  if (!end || end.outcome === 'limited' || end.outcome === 'deferred') return
  const count = listCredentials(end.content ?? {}).length
  const question = { row: HAIPVCI.BATCH, description: 'a request with two proofs where no batch is announced' }
  addAnswer(wallet, question, count < 2, count === 0 ? 'rejected' : `it gets ${count} credentials`)
}

/** A request of a wallet whose clock is a little fast. */
async function askAhead(place: ProbePlace, wallet: TestWallet): Promise<void> {
  if (!wallet.dpop) return
  const description = 'a token request with a DPoP proof from the next five seconds'
  const ask = (change: TokenRequestChange): Promise<HttpResponse | undefined> =>
    attemptCalls(async () => {
      const form = await openForm(place, wallet)
      return form && fetchToken(place.issuer, form, wallet, change)
    })
  const response = await ask({ dpop: { claims: shift(near) } })
  if (!response) return
  const isTaken = hasToken(response)
  const control = isTaken ? response : await ask({})
  if (!control || !hasToken(control)) return
  addAnswer(
    wallet,
    { row: HAIPAS.CLOCK, description },
    isTaken,
    isTaken ? 'accepted' : `rejected, while that of now is accepted: ${describeError(response)}`,
  )
}
