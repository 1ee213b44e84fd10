import type { HttpResponse } from '../../../model/wire.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { HAIPAS } from '../../../suites/haip/requirements.ts'
import { addAnswer, attemptOffer, hasToken } from '../issuer/judge-answers.ts'
import { describeError } from '../issuer/read-offer.ts'
import { openForm, type SeriesPlace, type SeriesProbe, sendSeries } from '../issuer/send-series.ts'

import { fetchToken, isBound, type TokenRequestChange } from '../issuer/session.ts'
import type { Grant, TestWallet } from '../issuer/wallet.ts'
import { sendCodeDemands } from './send-code-demands.ts'

/** Sends the authorization server what HAIP 1.0 makes it refuse, and what it makes it take. */
export async function sendHaipProbes(place: SeriesPlace, { type }: Grant, given: TestWallet): Promise<void> {
  const { dpop, ...bare } = given
  // Where no token is bound to a key, there is nothing to ask about keys.
  const wallet = dpop && isBound(type) ? given : bare
  await sendSeries(place, wallet, listTokenProbes(place, wallet))
  await askAhead(place, wallet)
  if (place.offer.code === undefined) await sendCodeDemands(place, wallet)
}

const shift =
  (seconds: number) =>
  (claims: JsonObject): JsonObject => ({ ...claims, iat: Number(claims.iat) + seconds })

/** Seconds that no server may take, and that each has to. */
const [far, near] = [3600, 5]

const dpopErrors = ['invalid_dpop_proof', 'use_dpop_nonce']

function listTokenProbes({ issuer }: SeriesPlace, wallet: TestWallet): readonly SeriesProbe[] {
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

/** A request of a wallet whose clock is a little fast. */
async function askAhead(place: SeriesPlace, wallet: TestWallet): Promise<void> {
  if (!wallet.dpop) return
  const { row, description, obligation } = {
    row: HAIPAS.CLOCK,
    description: 'a token request with a DPoP proof from the next five seconds',
    obligation: HAIPAS.CLOCK.standard ?? '',
  }
  const ask = (change: TokenRequestChange): Promise<HttpResponse | undefined> =>
    attemptOffer(async () => {
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
    { row, description, obligation },
    isTaken,
    isTaken ? 'taken' : `refused, while that of now is taken: ${describeError(response)}`,
  )
}
