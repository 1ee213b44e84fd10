import type { HttpResponse } from '../../../../../model/wire.ts'
import { readBody } from '../../../../../src/harness/calls.ts'
import { attemptCalls } from '../../../../../src/harness/obstacle.ts'
import { listProblem } from '../../../../kit/results.ts'
import type { Form } from '../../../../oauth/exchange-checks.ts'
import { VCIUSE } from '../../../requirements.ts'
import type { FoundIssuer } from '../find-issuer.ts'
import {
  addOpenAnswer,
  addRefusal,
  addTaking,
  hasToken,
  isBusy,
  markTokenError,
  nameSection,
  type Question,
  readTokenAnswer,
} from '../judge-answers.ts'
import { type ReadOffer, readOffer } from '../read-offer.ts'
import { openForm } from '../send-series.ts'
import { fetchJudgedToken, fetchToken, makeTokenForm } from '../session.ts'
import type { ProbePlace, TestWallet } from '../wallet.ts'
import { sendAtOnce } from './send-at-once.ts'

/** Sends token requests for pre-authorized codes that a server has to refuse, and those that it has to take. */
export async function sendTokenProbes(place: ProbePlace, wallet: TestWallet): Promise<void> {
  const { issuer, offer, nextOffer } = place
  const refuse = async (question: Question, form: Form): Promise<void> => {
    const response = await sendTwice(issuer, form, wallet)
    if (response) addTokenAnswer(question, response, wallet)
  }
  const form = makeTokenForm(offer, wallet)
  const invented = { ...form, 'pre-authorized_code': 'a-code-of-nowhere' }
  await refuse(
    { row: VCIUSE.CODE, description: 'a token request with a code that was made up', obligation: nameSection('6.3') },
    invented,
  )
  await refuse(
    { row: VCIUSE['CODE-ONCE'], description: 'the same token request again', obligation: nameSection('4.1.1') },
    form,
  )
  const named = 'a token request with a grant type that was made up'
  markTokenError(await fetchToken(issuer, { ...form, grant_type: 'x-assay' }, wallet), named, wallet)
  const other = await attemptCalls(nextOffer)
  if (!other) {
    wallet.journal.notes.push(
      'with further offers (--offer), wrong transaction codes and unknown parameters are tested too',
    )
    return
  }
  const fresh = await readOffer(other, wallet)
  const own = makeTokenForm(fresh, wallet)
  const hasCode = own.tx_code !== undefined
  if (hasCode) await sendTransactionCodes(place, own, wallet)
  // A later offer may end an earlier one: each is used at once.
  await sendUnknownParameter(issuer, hasCode ? undefined : fresh, wallet, nextOffer)
  await sendDetails(issuer, wallet, nextOffer)
  await sendCodeAtOnce(issuer, wallet, nextOffer)
}

/** Sends what must be refused, and once more: a server may stop validating with its first refusal. */
async function sendTwice(issuer: FoundIssuer, form: Form, wallet: TestWallet): Promise<HttpResponse | undefined> {
  const first = await fetchToken(issuer, form, wallet)
  if (first.status === 429) return undefined
  const second = hasToken(first) ? first : await fetchToken(issuer, form, wallet)
  return hasToken(second) ? second : first
}

function addTokenAnswer(question: Question, response: HttpResponse, wallet: TestWallet): void {
  addRefusal(wallet, question, readTokenAnswer(response))
  if (!hasToken(response)) markTokenError(response, question.description, wallet)
}

interface WrongCode {
  readonly what: string
  readonly about: string
  /** What is sent for a transaction code; nothing, where none is. */
  readonly write: (code: string) => string | undefined
  /** Whether another wrong code is sent first. */
  readonly isAfter?: true
}

// biome-ignore format: a table, one row a line.
const wrongCodes: readonly WrongCode[] = [
  { what: 'without the transaction code', about: '6.1 and 6.3', write: () => undefined },
  { what: 'with another transaction code', about: '6.3', write: changeCode },
  { what: 'with an empty transaction code', about: '6.1 and 6.3', write: () => '' },
  { what: 'with the first half of the transaction code', about: '6.3', write: (code) => code.slice(0, code.length / 2) },
  { what: 'with a character after the transaction code', about: '6.3', write: (code) => `${code}${code.slice(-1)}` },
  { what: 'with a zero before the transaction code', about: '6.3', write: (code) => `0${code}` },
  { what: 'without the transaction code, after one with another', about: '6.1 and 6.3', write: () => undefined, isAfter: true },
]

/**
 * Sends wrong transaction codes, each for an offer of its own: a server may end an offer after a few, and then refuses whatever
 * comes. Without further offers, the last one has to be still good at the end.
 */
async function sendTransactionCodes(place: ProbePlace, own: Form, wallet: TestWallet): Promise<void> {
  const { issuer } = place
  const doubtful: { readonly question: Question; readonly response: HttpResponse }[] = []
  let [form, fresh]: [Form, Form | undefined] = [own, own]
  for (const { what, about, write, isAfter } of wrongCodes) {
    const question = { row: VCIUSE['TX-CODE'], description: `a token request ${what}`, obligation: nameSection(about) }
    const next = fresh ?? (await openForm(place, wallet))
    fresh = undefined
    form = next ?? form
    const { tx_code: code = '', ...bare } = form
    if (isAfter && next) await fetchToken(issuer, { ...bare, tx_code: changeCode(code) }, wallet)
    const written = write(code)
    const response = await sendTwice(issuer, written === undefined ? bare : { ...bare, tx_code: written }, wallet)
    if (response && (next || hasToken(response))) addTokenAnswer(question, response, wallet)
    else if (response) doubtful.push({ question, response })
  }
  const isGood = doubtful.length > 0 && hasToken(await fetchToken(issuer, form, wallet))
  for (const { question, response } of doubtful)
    if (isGood) addTokenAnswer(question, response, wallet)
    else addOpenAnswer(wallet, question, 'rejected, and so is the valid request: it takes another offer')
}

async function sendCodeAtOnce(
  issuer: FoundIssuer,
  wallet: TestWallet,
  nextOffer: ProbePlace['nextOffer'],
): Promise<void> {
  const openForm = async () => {
    const given = await nextOffer()
    return given && makeTokenForm(await readOffer(given, wallet), wallet)
  }
  await sendAtOnce(issuer, openForm, wallet, {
    row: VCIUSE['CODE-ONCE'],
    description: 'token requests with one code, all at the same time',
    obligation: nameSection('4.1.1'),
  })
}

/** A code of the same form. */
function changeCode(code: string): string {
  return [...code]
    .map((each) => (/\d/.test(each) ? String((Number(each) + 1) % 10) : each === 'a' ? 'b' : 'a'))
    .join('')
}

/** A token request that says for which credential it is. */
async function sendDetails(issuer: FoundIssuer, wallet: TestWallet, nextOffer: ProbePlace['nextOffer']): Promise<void> {
  const { authorization_details_types_supported: types } = issuer.server
  const given = Array.isArray(types) && types.includes(detailType) ? await attemptCalls(nextOffer) : undefined
  if (!given) return
  const offer = await readOffer(given, wallet)
  const [id = ''] = Array.isArray(offer.content.credential_configuration_ids)
    ? offer.content.credential_configuration_ids
    : []
  const detail = { type: detailType, credential_configuration_id: id, locations: [issuer.id] }
  const form = { ...makeTokenForm(offer, wallet), authorization_details: JSON.stringify([detail]) }
  const response = await fetchJudgedToken(issuer, form, wallet)
  const { authorization_details: details } = readBody(response) ?? {}
  if (!hasToken(response)) return // it may not want to say for this grant
  const isThere = Array.isArray(details) && details.length > 0
  wallet.journal.mark('the response to a token request with `authorization_details`', [
    listProblem(VCIUSE.DETAILS, isThere ? '' : 'there are no `authorization_details`'),
  ])
}

const detailType = 'openid_credential'

async function sendUnknownParameter(
  issuer: FoundIssuer,
  fresh: ReadOffer | undefined,
  wallet: TestWallet,
  nextOffer: ProbePlace['nextOffer'],
): Promise<void> {
  const given = fresh ? undefined : await attemptCalls(nextOffer)
  const offer = fresh ?? (given && (await readOffer(given, wallet)))
  if (!offer) return
  const usual = makeTokenForm(offer, wallet)
  const response = await fetchJudgedToken(issuer, { ...usual, 'x-note': 'a' }, wallet)
  const question = {
    row: VCIUSE.IGNORES,
    description: 'a token request with a parameter that is not known',
    obligation: nameSection('6.1'),
  }
  // The code of an offer that was made long before may have ended: then it is refused without the parameter as well.
  const isGrant = readBody(response)?.error === 'invalid_grant'
  const isOpen = isBusy(response) || (isGrant && !hasToken(await fetchJudgedToken(issuer, usual, wallet)))
  if (isOpen) addOpenAnswer(wallet, question, 'the code may have ended: it takes another offer')
  else addTaking(wallet, question, readTokenAnswer(response, 'accepted'))
}
