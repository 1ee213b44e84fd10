import type { Requirement } from '../../../../model/requirement.ts'
import type { HttpResponse } from '../../../../model/wire.ts'
import { type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { readBody } from '../../../../src/harness/calls.ts'
import { attemptCalls } from '../../../../src/harness/obstacle.ts'
import { drawToken } from '../../../../src/runtime/random.ts'
import { nearValues } from '../../../kit/near-values.ts'
import type { DpopChange } from '../../../oauth/dpop-probes.ts'
import type { Form } from '../../../oauth/exchange-checks.ts'
import { describeError } from '../../../oauth/harness/describe-error.ts'
import { makeKey } from '../../../oauth/harness/wallet-keys.ts'
import { VCIAUTH, VCICLIENT, VCIDPOP } from '../../../oauth/requirements.ts'
import { inventedClient } from '../../code-probes.ts'
import type { RequestChange } from '../../issuer-probes.ts'
import { VCIUSE } from '../../requirements.ts'
import { makeDpopKey } from '../issuer/dpop.ts'
import type { FoundIssuer } from '../issuer/find-issuer.ts'
import {
  type Answer,
  addAnswer,
  addOpenAnswer,
  addRefusal,
  hasToken,
  readAnswer,
  readTokenAnswer,
} from '../issuer/judge-answers.ts'
import { listTokenProbes } from '../issuer/probes/list-needs.ts'
import { type GivenOffer, type ReadOffer, readOffer } from '../issuer/read-offer.ts'
import { listDpopProbes } from '../issuer/send-dpop-probes.ts'
import {
  fetchCredential,
  fetchGrant,
  fetchJudgedToken,
  fetchToken,
  isBound,
  isTaken,
  makeTokenForm,
} from '../issuer/session.ts'
import type { Grant, TestWallet } from '../issuer/wallet.ts'
import { findUngranted } from '../issuer/write-request.ts'
import { fetchCode, makeAuthorization } from './authorization.ts'
import { makeSecond } from './send-second-client.ts'

interface Refreshing {
  readonly issuer: FoundIssuer
  readonly offer: ReadOffer
  readonly nextOffer: () => Promise<GivenOffer | undefined>
}

/** The token response of another session. */
async function openSession({ issuer, offer, nextOffer }: Refreshing, wallet: TestWallet) {
  if (offer.code === undefined) {
    const form = await fetchCode(issuer, makeAuthorization(issuer, offer, wallet), wallet)
    return { form, ...(await fetchGrant(issuer, offer, form, wallet)) }
  }
  const given = await nextOffer()
  if (!given) return undefined
  const next = await readOffer(given, wallet)
  const form = makeTokenForm(next, wallet)
  return { form, ...(await fetchGrant(issuer, next, form, wallet)) }
}

/** The request that uses the refresh token of a session; nothing, where it got none. */
function writeRefresh({ body, form }: { readonly body: JsonObject; readonly form: Form }) {
  const { refresh_token: token } = body
  const { client_id: client } = form
  if (typeof token !== 'string') return undefined
  return { grant_type: 'refresh_token', refresh_token: token, ...(client !== undefined && { client_id: client }) }
}

interface RefreshProbe {
  readonly row: Requirement
  readonly description: string
  readonly form: Form
  readonly wallet: TestWallet
  /** What is wrong with its DPoP proof. */
  readonly dpop?: DpopChange
}

const sendRefresh = (issuer: FoundIssuer, { wallet, dpop }: RefreshProbe, form: Form): Promise<HttpResponse> =>
  fetchToken(issuer, form, wallet, dpop ? { dpop } : {})

function listProbes(
  usual: Form,
  { token: accessToken, type }: Grant,
  issuer: FoundIssuer,
  wallet: TestWallet,
): readonly RefreshProbe[] {
  const dpop = wallet.dpop && makeDpopKey(issuer.server, wallet.profile.dpop)
  const second = usual.client_id === undefined ? undefined : makeSecond(wallet)
  const invented = { ...usual, refresh_token: drawToken() }
  const confused = { ...usual, refresh_token: accessToken }
  const near = nearValues.map(({ what, write }) => ({
    ...{ row: VCIAUTH['REFRESH-KNOWN'], description: `a refresh token that ${what}`, wallet },
    form: { ...usual, refresh_token: write(usual.refresh_token ?? '') },
  }))
  return [
    { row: VCIAUTH['REFRESH-KNOWN'], description: 'a made-up refresh token', form: invented, wallet },
    { row: VCIAUTH['REFRESH-KNOWN'], description: 'an access token as a refresh token', form: confused, wallet },
    ...near,
    ...(isBound(type) ? listDpopProbes(issuer, wallet) : []).map(({ description, change }) => ({
      ...{ row: VCIDPOP.TOKEN, description: `a refresh token with ${description}`, form: usual, wallet, dpop: change },
    })),
    ...(second
      ? [
          {
            ...{ row: VCIAUTH['REFRESH-CLIENT'], description: 'a refresh token as the second client', wallet: second },
            form: { ...usual, client_id: second.clientId ?? '' },
          },
        ]
      : []),
    // Who authenticates itself is known by that, whatever the form says.
    ...(usual.client_id !== undefined && !wallet.instance
      ? [
          {
            ...{ row: VCIAUTH['REFRESH-CLIENT'], description: 'a refresh token of another client', wallet },
            form: { ...usual, client_id: inventedClient },
          },
        ]
      : []),
    ...(wallet.instance
      ? [
          {
            ...{ row: VCICLIENT.REFRESH, description: 'a refresh token with a wallet attestation of another key' },
            ...{ form: usual, wallet: { ...wallet, instance: { ...wallet.instance, key: makeKey('ES256') } } },
          },
        ]
      : []),
    ...(dpop && !wallet.instance
      ? [
          {
            ...{ row: VCIAUTH['REFRESH-KEY'], description: 'a refresh token with a DPoP proof of another key' },
            ...{ form: usual, wallet: { ...wallet, dpop } },
          },
        ]
      : []),
  ]
}

interface RefreshEnd extends Answer {
  readonly probe: RefreshProbe
}

interface Refreshed {
  readonly issuer: FoundIssuer
  readonly usual: Form
  /** The response to the valid request. */
  readonly response: HttpResponse
}

/** Sends a second time what was refused, with the refresh token that is now valid: some servers validate until they have refused. */
async function repeatRefused(sent: readonly RefreshEnd[], { issuer, usual, response }: Refreshed) {
  const { refresh_token: next } = readBody(response) ?? {}
  const ends: RefreshEnd[] = []
  for (const end of sent) {
    const { form } = end.probe
    const isOfToken = form.refresh_token === usual.refresh_token && typeof next === 'string'
    const again = isOfToken ? { ...form, refresh_token: next } : form
    const isTaken = !end.isTaken && hasToken(await sendRefresh(issuer, end.probe, again))
    ends.push(isTaken ? { ...end, isTaken, actual: 'rejected at first, and then it gets a token' } : end)
  }
  return ends
}

/**
 * Uses the access token that was given for a refresh token. An issuer may issue once in each session, so the token before it says
 * whether it would issue.
 */
async function useRefreshed(
  { issuer, grant, usual, response }: Refreshed & { readonly grant: Grant },
  wallet: TestWallet,
): Promise<void> {
  const { access_token: token, token_type: type } = readBody(response) ?? {}
  const refreshed = { ...grant, token: readText(token), type: readText(type) || grant.type }
  const ask = (own: Grant, change: RequestChange = {}) =>
    attemptCalls(() => fetchCredential(issuer, own, wallet, change))
  const end = await ask(refreshed)
  const isUsed = end && isTaken(end)
  const isMissed = end?.outcome === 'refused' && (await ask(grant))?.outcome === 'issued'
  if (isMissed) {
    const question = { row: VCIAUTH.REFRESH, description: 'a credential request with a refreshed access token' }
    addAnswer(wallet, question, false, `rejected: ${describeError(end.response)}`)
  }
  if (!isUsed) return
  const shown = [
    ...listTokenProbes(refreshed, wallet).filter(({ dpop }) => dpop !== undefined),
    { row: VCIUSE.AUTHORIZED, text: 'with a refresh token as its access token', token: usual.refresh_token ?? '' },
  ]
  for (const { row, text, token: other, dpop } of shown) {
    const change = { ...(dpop && { dpop }), ...(typeof other === 'string' && { token: () => other }) }
    const answer = await ask(refreshed, change)
    const question = { row, description: `a credential request after a refresh, ${text}` }
    if (answer && answer.outcome !== 'limited')
      addRefusal(wallet, question, readAnswer(isTaken(answer), answer.response, answer.outcome))
  }
}

/** Asks for a credential that the user did not authorize: with a refreshed token, and with one for its scope as well. */
async function askForMore(
  { issuer, grant, usual, response }: Refreshed & { readonly grant: Grant },
  wallet: TestWallet,
): Promise<void> {
  const other = findUngranted(issuer, grant)
  if (!other) return
  const ask = async (given: HttpResponse, how: string) => {
    const { access_token: token } = readBody(given) ?? {}
    const own = { ...grant, token: readText(token) }
    const end = await attemptCalls(() => fetchCredential(issuer, own, wallet, { namesOther: true }))
    const description = `a request for a credential that the user did not authorize, ${how}`
    if (end && end.outcome !== 'limited')
      addRefusal(
        wallet,
        { row: VCIUSE['GRANTED-ALONE'], description },
        readAnswer(isTaken(end), end.response, end.outcome),
      )
  }
  await ask(response, 'after a refresh')
  const { refresh_token: next = usual.refresh_token } = readBody(response) ?? {}
  const scope = `${readText(grant.configuration.scope)} ${readText(other.configuration.scope)}`
  const wider = { ...usual, refresh_token: readText(next), scope }
  const widened = await attemptCalls(() => fetchToken(issuer, wider, wallet))
  if (widened && hasToken(widened)) await ask(widened, 'after a refresh for its scope as well')
}

/** Uses a refresh token, where the issuer gives one: first as it has to refuse, and then as it has to take. */
export async function sendRefreshProbes(place: Refreshing, wallet: TestWallet): Promise<void> {
  const { issuer } = place
  const opened = await attemptCalls(() => openSession(place, wallet))
  const usual = opened && writeRefresh(opened)
  if (!usual) return
  const sent: RefreshEnd[] = []
  for (const probe of listProbes(usual, opened.grant, issuer, wallet)) {
    sent.push({ probe, ...readTokenAnswer(await sendRefresh(issuer, probe, probe.form)) })
  }
  const response = await fetchJudgedToken(issuer, usual, wallet)
  if (hasToken(response))
    wallet.journal.mark(
      'a refreshed token',
      wallet.profile.checks?.refreshed?.(usual.refresh_token, readBody(response) ?? {}) ?? [],
    )
  if (hasToken(response)) await useRefreshed({ issuer, grant: opened.grant, usual, response }, wallet)
  const ends = hasToken(response) ? await repeatRefused(sent, { issuer, usual, response }) : sent
  if (hasToken(response) && place.offer.code === undefined)
    await askForMore({ issuer, grant: opened.grant, usual, response }, wallet)
  for (const { probe, ...answer } of ends) {
    const question = { row: probe.row, description: probe.description }
    if (answer.isTaken || hasToken(response)) addRefusal(wallet, question, answer)
    else addOpenAnswer(wallet, question, 'rejected, and so is the valid request')
  }
  // A server may let a refresh token end with what was wrong.
  const isSpoilt = ends.some(({ isTaken }) => isTaken)
  const question = { row: VCIAUTH.REFRESH, description: 'a refresh token' }
  if (hasToken(response)) addAnswer(wallet, question, true, 'it gets a token')
  else if (isSpoilt) addOpenAnswer(wallet, question, 'it was used before')
  else await tryAnother(place, wallet, question)
}

/** Uses another refresh token, with which nothing wrong was sent. */
async function tryAnother(
  place: Refreshing,
  wallet: TestWallet,
  question: Parameters<typeof addAnswer>[1],
): Promise<void> {
  const opened = await attemptCalls(() => openSession(place, wallet))
  const form = opened && writeRefresh(opened)
  if (!form) return addOpenAnswer(wallet, question, 'there is no second refresh token')
  const response = await fetchJudgedToken(place.issuer, form, wallet)
  addAnswer(wallet, question, hasToken(response), hasToken(response) ? 'it gets a token' : describeError(response))
}
