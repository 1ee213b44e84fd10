import type { Requirement } from '../../../../model/requirement.ts'
import type { HttpResponse } from '../../../../model/wire.ts'
import { readText } from '../../../../protocol/encoding/json.ts'
import { isSuccess, readBody } from '../../../../src/harness/calls.ts'
import { attemptCalls } from '../../../../src/harness/obstacle.ts'
import { removeTrial } from '../../../../src/harness/trials.ts'
import { listProblem } from '../../../kit/results.ts'
import { swapCase } from '../../../kit/values.ts'
import { checkRedirection, type Form } from '../../../oauth/exchange-checks.ts'
import { describeError } from '../../../oauth/harness/describe-error.ts'
import { VCIAUTH, VCIPAR } from '../../../oauth/requirements.ts'
import { type CodeProbe, type CodeProbeNeed, codeProbes, inventedClient } from '../../code-probes.ts'
import type { FoundIssuer } from '../issuer/find-issuer.ts'
import {
  type Answer,
  addAnswer,
  addOpenAnswer,
  addRefusal,
  hasToken,
  markTokenError,
  readAnswer,
  readTokenAnswer,
} from '../issuer/judge-answers.ts'
import { sendAtOnce } from '../issuer/probes/send-at-once.ts'
import type { ReadOffer } from '../issuer/read-offer.ts'
import { fetchCredential, fetchGrant, fetchJudgedToken, fetchToken, isTaken } from '../issuer/session.ts'
import type { TestWallet } from '../issuer/wallet.ts'
import {
  type AuthorizationDraft,
  describeRedirection,
  fetchCode,
  findPushEndpoint,
  makeAuthorization,
  nameClient,
  readPushed,
  sendPushedRequest,
  sendUser,
  tryForCode,
  writeDetails,
} from './authorization.ts'
import type { UserReturn } from './authorize-user.ts'
import { sendBoundCodes } from './send-bound-codes.ts'
import { sendAsSecond } from './send-second-client.ts'
import { sendSeveral } from './send-several.ts'

/** Who is asked, and what it takes. */
interface Questioning {
  readonly issuer: FoundIssuer
  readonly offer: ReadOffer
  readonly wallet: TestWallet
  /** Whether requests are taken that were not pushed. */
  readonly isDirect: boolean
  readonly needs: ReadonlySet<CodeProbeNeed>
}

/** How a probe was answered; nothing, where that cannot be said. */
interface CodeAnswer extends Answer {
  readonly error?: string
  readonly response?: HttpResponse
}

/** Sends the authorization server what it has to refuse in the authorization code grant, and what it must not refuse. */
export async function sendCodeProbes(issuer: FoundIssuer, offer: ReadOffer, wallet: TestWallet): Promise<void> {
  await judgeSecond(issuer, offer, wallet)
  const isDirect = await isTakenDirectly(issuer, offer, wallet)
  const given = { issuer, offer, wallet, isDirect, needs: await listNeeds(issuer, offer, wallet, isDirect) }
  const sent: CodeProbe[] = []
  for (const probe of codeProbes.filter(
    (each) => canSend(each.at, each.needs, given) && wallet.journal.selects(each),
  )) {
    const answer = await attemptCalls(() => sendProbe(probe, given))
    if (answer) judgeAnswer(probe, answer, wallet)
    else addOpen(probe, 'it needs another authorization, which failed', wallet)
    if (answer) sent.push(probe)
  }
  await judgeBoth(given)
  await sendSeveral(given)
  await sendTwice(given)
  await sendCodeAtOnce(given)
  await sendReferences(given)
  await sendBoundCodes(given)
  await sendAsSecond(issuer, offer, wallet)
  await sendLate(given)
  if (await attemptCalls(() => openControl(given))) return
  for (const probe of sent) addOpen(probe, 'the valid request is rejected at the end', wallet)
}

/** Has a user authorize the wallet once more: until now, nothing wrong was sent. */
async function judgeSecond(issuer: FoundIssuer, offer: ReadOffer, wallet: TestWallet): Promise<void> {
  const form = await attemptCalls(() => fetchCode(issuer, makeAuthorization(issuer, offer, wallet), wallet))
  const response = form && (await fetchJudgedToken(issuer, form, wallet))
  const question = { row: VCIAUTH.AGAIN, description: 'the token request of a second authorization' }
  const { error } = (response && readBody(response)) ?? {}
  if (response && hasToken(response)) return addAnswer(wallet, question, true, 'it gets a token')
  if (response && error === 'invalid_grant') return addAnswer(wallet, question, false, describeError(response))
  addOpenAnswer(wallet, question, response ? describeError(response) : 'there is no code')
}

const canSend = (at: CodeProbe['at'], needs: readonly CodeProbeNeed[], { issuer, needs: met }: Questioning): boolean =>
  needs.every((need) => met.has(need)) && (at !== 'push' || findPushEndpoint(issuer) !== undefined)

/** Obtains a token as usual. */
async function openControl({ issuer, offer, wallet }: Questioning): Promise<true | undefined> {
  const form = await fetchCode(issuer, makeAuthorization(issuer, offer, wallet), wallet)
  return hasToken(await fetchJudgedToken(issuer, form, wallet)) ? true : undefined
}

/** Whether the server takes a valid request that was not pushed. */
async function isTakenDirectly(issuer: FoundIssuer, offer: ReadOffer, wallet: TestWallet): Promise<boolean> {
  if (findPushEndpoint(issuer) === undefined) return true
  const { form } = makeAuthorization(issuer, offer, wallet)
  const isRefused = issuer.server.require_pushed_authorization_requests === true
  const visit = { redirectUri: wallet.redirectUri, expectsRefusal: isRefused }
  const end = await sendUser(issuer, form, wallet, visit)
  const hasCode = end.kind === 'redirected' && end.parameters.has('code')
  if (isRefused && end.kind !== 'page') {
    const question = { row: VCIPAR.REQUIRED, description: 'an authorization request that was not pushed' }
    addAnswer(wallet, question, !hasCode, hasCode ? 'it gets a code' : 'rejected')
  }
  return hasCode && !isRefused
}

async function listNeeds(
  issuer: FoundIssuer,
  offer: ReadOffer,
  wallet: TestWallet,
  isDirect: boolean,
): Promise<ReadonlySet<CodeProbeNeed>> {
  const { form } = makeAuthorization(issuer, offer, wallet)
  const { code_challenge_methods_supported: methods, authorization_details_types_supported: types } = issuer.server
  const { response_types_supported: responseTypes } = issuer.server
  const all: Readonly<Record<CodeProbeNeed, boolean>> = {
    'code-alone': Array.isArray(responseTypes) && responseTypes.every((each) => each === 'code'),
    challenge: Array.isArray(methods) && methods.includes('S256'),
    lettered: swapCase(nameClient(wallet)) !== nameClient(wallet),
    scope: form.scope !== undefined,
    details: Array.isArray(types) && types.includes('openid_credential'),
    registration: await isClientNeeded(issuer, offer, wallet, isDirect),
    // A server may let clients that authenticate themselves push addresses that they have not registered (RFC 9126, section 2.4).
    unauthenticated: wallet.instance === undefined,
    'unpushed-or-unauthenticated': isDirect || wallet.instance === undefined,
  }
  return new Set((Object.keys(all) as CodeProbeNeed[]).filter((need) => all[need])) // the keys of a closed table
}

/** Whether the server knows its clients: where it takes any, none has registered an address. */
async function isClientNeeded(
  issuer: FoundIssuer,
  offer: ReadOffer,
  wallet: TestWallet,
  isDirect: boolean,
): Promise<boolean> {
  const { form } = makeAuthorization(issuer, offer, wallet)
  const given = { issuer, offer, wallet, isDirect, needs: new Set<CodeProbeNeed>() }
  const answer = await attemptCalls(() => askForCode({ ...form, client_id: inventedClient }, given, true))
  if (answer?.isTaken) wallet.journal.notes.push('unknown clients are accepted: redirect URIs were not tested')
  return answer !== undefined && !answer.isTaken
}

/** Asks for a code, by a pushed request where no other is taken. */
async function askForCode(form: Form, given: Questioning, expectsRefusal: boolean): Promise<CodeAnswer | undefined> {
  const { issuer, wallet, isDirect } = given
  const pushed = isDirect ? { parameters: form } : await pushForm(form, given)
  if ('refusal' in pushed) return pushed.refusal
  const visit = { redirectUri: form.redirect_uri ?? wallet.redirectUri, expectsRefusal }
  const end = await sendUser(issuer, pushed.parameters, wallet, visit)
  if (end.kind === 'page') return undefined
  if (end.kind === 'refused') return { isTaken: false, actual: `rejected: ${end.problem}` }
  const isForeign = visit.redirectUri !== wallet.redirectUri
  const parameters = readGiven(end, form)
  // In a browser of a person, nothing sees a fragment.
  if (parameters.size === 0 && end.fragment === undefined && form.response_type !== 'code') return undefined
  const isToken = !parameters.has('code') && ['access_token', 'id_token'].some((name) => parameters.has(name))
  if (!isForeign && !isToken) wallet.journal.mark('the redirect', checkRedirection(parameters, form, issuer.server))
  const actual = `redirected with ${isToken ? 'a token' : describeRedirection(parameters)}`
  // Nothing at all may be sent to an address that is not registered.
  return { isTaken: isForeign || isToken || parameters.has('code'), actual }
}

/** What came back: of other response types than `code` in the fragment. */
function readGiven({ parameters, fragment }: UserReturn, { response_type: type }: Form): URLSearchParams {
  const isInFragment = fragment !== undefined && fragment.size > 0 && !parameters.has('code')
  return type !== 'code' && isInFragment && !parameters.has('error') ? fragment : parameters
}

async function pushForm(
  form: Form,
  { issuer, wallet }: Questioning,
): Promise<{ readonly parameters: Form } | { readonly refusal: CodeAnswer }> {
  const response = await sendPushedRequest(findPushEndpoint(issuer) ?? '', form, wallet)
  const { request_uri: uri } = readBody(response) ?? {}
  if (isSuccess(response) && typeof uri === 'string')
    return { parameters: { client_id: form.client_id ?? '', request_uri: uri } }
  return { refusal: { ...readAnswer(false, response, ''), response } }
}

/** Authorization details for the first credential of an offer. */
function nameDetails({ issuer, offer: { content } }: Questioning): string {
  const [id] = Array.isArray(content.credential_configuration_ids) ? content.credential_configuration_ids : []
  return writeDetails(readText(id), issuer.id)
}

async function sendProbe(probe: CodeProbe, given: Questioning): Promise<CodeAnswer | undefined> {
  const { issuer, offer, wallet } = given
  const draft = makeAuthorization(issuer, offer, wallet)
  if (probe.at === 'token') return askForToken(draft, given, probe.change)
  const form = probe.change(draft.form, nameDetails(given))
  if (probe.at === 'authorization-of-token') return askForToken({ ...draft, form }, given)
  if (probe.at === 'authorization') return askForCode(form, given, probe.expects === 'refusal')
  const first = await pushForm(form, given)
  const isAgain = 'refusal' in first && probe.expects === 'refusal' // a validation may end with its first refusal
  const pushed = isAgain ? await pushForm(form, given) : first
  if (!('refusal' in pushed)) return { isTaken: true, actual: 'it gets a `request_uri`' }
  return 'refusal' in first ? first.refusal : pushed.refusal
}

async function askForToken(
  draft: AuthorizationDraft,
  { issuer, wallet }: Questioning,
  change: CodeProbe['change'] = (form) => form,
): Promise<CodeAnswer> {
  const form = change(await fetchCode(issuer, draft, wallet), '')
  const response = await fetchToken(issuer, form, wallet)
  const answer = readTokenAnswer(response)
  const { error } = readBody(response) ?? {}
  return answer.isTaken ? answer : { ...answer, response, ...(typeof error === 'string' && { error }) }
}

function judgeAnswer(probe: CodeProbe, answer: CodeAnswer, wallet: TestWallet): void {
  const { response } = answer
  if (response && (response.status === 429 || response.status >= 500))
    addOpen(probe, `the server answers ${response.status}`, wallet)
  else judgeTaking(probe, answer, wallet)
}

function judgeTaking(probe: CodeProbe, { response, error, ...answer }: CodeAnswer, wallet: TestWallet): void {
  const isRight = answer.isTaken === (probe.expects === 'success')
  const isNamed = probe.error === undefined || answer.isTaken || error === undefined || error === probe.error
  addAnswer(wallet, probe, isRight && isNamed, answer.actual)
  if (answer.isTaken || !response || probe.expects === 'success') return
  markTokenError(response, probe.description, wallet, probe.at.endsWith('token') ? undefined : VCIPAR.ERROR)
}

function addOpen(
  { id, row, description, obligation, expects }: CodeProbe,
  actual: string,
  { journal }: TestWallet,
): void {
  // A refusal shows nothing where the valid request is refused as well, and no more does one that is accused.
  removeTrial(journal.trials, id, expects === 'refusal' ? 'held' : 'failed')
  journal.add({ id, row, description, obligation, outcome: 'inconclusive', actual })
}

/** Asks for one credential by `scope` and by details: the details count, and the token response has them. */
async function judgeBoth(given: Questioning): Promise<void> {
  const { issuer, offer, wallet, needs } = given
  if (!needs.has('scope') || !needs.has('details')) return
  const { form, verifier } = makeAuthorization(issuer, offer, wallet)
  const both = { ...form, authorization_details: nameDetails(given) }
  const token = await attemptCalls(() => fetchCode(issuer, { form: both, verifier }, wallet))
  const response = token && (await fetchJudgedToken(issuer, token, wallet))
  if (!response || !hasToken(response)) return
  const isDetailed = Array.isArray(readBody(response)?.authorization_details)
  wallet.journal.mark('the token response for a scope and details', [
    listProblem(VCIAUTH['BOTH-DETAILED'], isDetailed ? '' : 'there are no `authorization_details`'),
  ])
}

/** Uses a code twice, and then the token that it gave. */
async function sendTwice({ issuer, offer, wallet }: Questioning): Promise<void> {
  const form = await attemptCalls(() => fetchCode(issuer, makeAuthorization(issuer, offer, wallet), wallet))
  const opened = form && (await attemptCalls(() => fetchGrant(issuer, offer, form, wallet)))
  if (!form || !opened) return
  const response = await fetchToken(issuer, form, wallet)
  const description = 'the same token request for an authorization code again'
  addRefusal(wallet, { row: VCIAUTH.ONCE, description }, readTokenAnswer(response))
  if (hasToken(response)) return
  markTokenError(response, description, wallet)
  const end = await attemptCalls(() => fetchCredential(issuer, opened.grant, wallet))
  if (!end || end.outcome === 'limited') return
  const revoked = {
    row: VCIAUTH.REVOKED,
    description: 'a credential request with the token of a code that was used twice',
  }
  addRefusal(wallet, revoked, readAnswer(isTaken(end), end.response, end.outcome))
}

/** Uses a code that is new several times at once. */
async function sendCodeAtOnce({ issuer, offer, wallet }: Questioning): Promise<void> {
  const openForm = () => fetchCode(issuer, makeAuthorization(issuer, offer, wallet), wallet)
  const description = 'token requests with one authorization code, all at the same time'
  const { ONCE: row } = VCIAUTH
  await sendAtOnce(issuer, openForm, wallet, { row, description, obligation: row.standard ?? '' })
}

/** A profile may have codes expire after a minute, and most pushed requests do: who wants them tried says so. */
const longWait = 120

/** Uses a pushed request and a code after their time. */
async function sendLate(given: Questioning): Promise<void> {
  const { issuer, offer, wallet } = given
  const { codeExpires } = wallet.profile
  if ((wallet.patience ?? 0) < longWait) return
  const endpoint = findPushEndpoint(issuer)
  const draft = makeAuthorization(issuer, offer, wallet)
  const form = codeExpires ? await attemptCalls(() => fetchCode(issuer, draft, wallet)) : undefined
  const pushed = endpoint && (await attemptCalls(() => sendPushedRequest(endpoint, draft.form, wallet)))
  const uri = pushed && readPushed(pushed)
  const seconds = Number((pushed && readBody(pushed)?.expires_in) ?? 0)
  const isShort = uri !== undefined && seconds > 0 && seconds < longWait
  if (!form && !isShort) return
  await wallet.wait(Math.max(form ? 61 : 0, isShort ? seconds + 1 : 0))
  const late =
    isShort && (await tryForCode(issuer, { client_id: draft.form.client_id ?? '', request_uri: uri }, wallet))
  const hasCode = late ? late.isTaken : false
  const response = form && (await attemptCalls(() => fetchToken(issuer, form, wallet)))
  if (!(await attemptCalls(() => openControl(given)))) return
  if (isShort)
    addLate(VCIPAR.EXPIRES, 'an authorization request with a `request_uri` after its lifetime', hasCode, wallet)
  if (codeExpires && response)
    addLate(codeExpires, 'a token request with a code that is a minute old', hasToken(response), wallet)
}

const addLate = (row: Requirement, description: string, isTaken: boolean, wallet: TestWallet): void =>
  addRefusal(wallet, { row, description }, { isTaken, actual: isTaken ? 'accepted' : 'rejected' })

/** Pushes a request by a method that this endpoint does not have. */
async function pushByGet({ issuer, offer, wallet }: Questioning): Promise<void> {
  const { form } = makeAuthorization(issuer, offer, wallet)
  const ask = () => sendPushedRequest(findPushEndpoint(issuer) ?? '', form, wallet, { method: 'GET' })
  const response = await attemptCalls(ask)
  if (!response) return
  const isRefused = readPushed(response) === undefined
  const question = { row: VCIPAR.METHOD, description: 'a pushed request by GET' }
  addAnswer(wallet, question, isRefused, isRefused ? `answered ${response.status}` : 'it gets a `request_uri`')
}

/** Sends a `state` beside a reference: where there is another one in the pushed request, and where there is none. */
async function sendBeside(given: Questioning): Promise<undefined> {
  const { issuer, offer, wallet } = given
  for (const where of ['that has another', 'that has none'] as const) {
    const { state, ...form } = makeAuthorization(issuer, offer, wallet).form
    const pushed = await pushForm(where === 'that has none' ? form : { ...form, state: state ?? '' }, given)
    if ('refusal' in pushed) continue
    const visit = { redirectUri: wallet.redirectUri, expectsRefusal: true }
    const end = await sendUser(issuer, { ...pushed.parameters, state: outerState }, wallet, visit)
    if (end.kind === 'page') continue
    const isUsed = end.kind === 'redirected' && end.parameters.get('state') === outerState
    const description = `a \`state\` beside the \`request_uri\` of a request ${where}`
    addAnswer(wallet, { row: VCIPAR.INNER, description }, !isUsed, isUsed ? 'the user comes back with it' : 'not used')
  }
  return undefined
}

const outerState = 'a-state-beside-the-request'

/** Uses a reference to a pushed request as another client, and another one twice. */
async function sendReferences(given: Questioning): Promise<void> {
  const { issuer, offer, wallet } = given
  if (findPushEndpoint(issuer) === undefined) return
  const { form } = makeAuthorization(issuer, offer, wallet)
  const ask = async (row: Requirement, description: string, parameters: Form) => {
    const answer = await tryForCode(issuer, parameters, wallet)
    if (answer) addRefusal(wallet, { row, description }, answer)
  }
  await pushByGet(given)
  await attemptCalls(() => sendBeside(given))
  const first = await attemptCalls(() => pushForm(form, given))
  if (!first || 'refusal' in first) return
  await ask(VCIPAR.CLIENT, 'an authorization request with the `request_uri` of another client', {
    ...first.parameters,
    client_id: inventedClient,
  })
  const second = await pushForm(makeAuthorization(issuer, offer, wallet).form, given)
  if ('refusal' in second) return
  const visit = { redirectUri: wallet.redirectUri, expectsRefusal: false }
  const end = await sendUser(issuer, second.parameters, wallet, visit)
  if (end.kind !== 'redirected') return
  await ask(VCIPAR.ONCE, 'the same authorization request again', second.parameters)
}
