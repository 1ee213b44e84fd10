import { readBody } from '../../../../../src/harness/calls.ts'
import { attemptCalls } from '../../../../../src/harness/obstacle.ts'
import { VCIUSE } from '../../../requirements.ts'
import type { FoundIssuer } from '../find-issuer.ts'
import {
  addAnswer,
  addRefusal,
  addTaking,
  hasToken,
  markTokenError,
  nameSection,
  type Question,
  readTokenAnswer,
} from '../judge-answers.ts'
import { type ReadOffer, readOffer } from '../read-offer.ts'
import { fetchJudgedToken, fetchToken, makeTokenForm } from '../session.ts'
import type { ProbePlace, TestWallet } from '../wallet.ts'
import { sendAtOnce } from './send-at-once.ts'

/** Sends token requests for pre-authorized codes that a server has to refuse, and those that it has to take. */
export async function sendTokenProbes({ issuer, offer, nextOffer }: ProbePlace, wallet: TestWallet): Promise<void> {
  const refuse = async (question: Question, form: Readonly<Record<string, string>>): Promise<void> => {
    const first = await fetchToken(issuer, form, wallet)
    if (first.status === 429) return
    const second = hasToken(first) ? first : await fetchToken(issuer, form, wallet) // it may end with its first refusal
    const response = hasToken(second) ? second : first
    addRefusal(wallet, question, readTokenAnswer(response))
    if (!hasToken(response)) markTokenError(response, question.description, wallet)
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
  const other = await attemptCalls(nextOffer)
  if (!other) {
    wallet.journal.notes.push(
      'with further offers (--offer), wrong transaction codes and unknown parameters are tested too',
    )
    return
  }
  const fresh = await readOffer(other, wallet)
  const own = makeTokenForm(fresh, wallet)
  const { tx_code: code, ...bare } = own
  if (code !== undefined)
    for (const [what, changed, about] of [
      ['without the transaction code', bare, '6.1 and 6.3'],
      ['with another transaction code', { ...own, tx_code: changeCode(code) }, '6.3'],
      ['with an empty transaction code', { ...own, tx_code: '' }, '6.1 and 6.3'],
      ['with the first half of the transaction code', { ...own, tx_code: code.slice(0, code.length / 2) }, '6.3'],
      ['with a character after the transaction code', { ...own, tx_code: `${code}${code.slice(-1)}` }, '6.3'],
      ['without the transaction code, after one with another', bare, '6.1 and 6.3'],
    ] as const)
      await refuse(
        { row: VCIUSE['TX-CODE'], description: `a token request ${what}`, obligation: nameSection(about) },
        changed,
      )
  // A later offer may end an earlier one: each is used at once.
  await sendUnknownParameter(issuer, code === undefined ? fresh : undefined, wallet, nextOffer)
  await sendDetails(issuer, wallet, nextOffer)
  await sendCodeAtOnce(issuer, wallet, nextOffer)
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
const changeCode = (code: string): string =>
  [...code].map((each) => (/\d/.test(each) ? String((Number(each) + 1) % 10) : each === 'a' ? 'b' : 'a')).join('')

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
  const question = {
    row: VCIUSE.DETAILS,
    description: 'a token request with `authorization_details`',
    obligation: nameSection('6.2'),
  }
  addAnswer(wallet, question, isThere, isThere ? 'there are details' : 'the token response has none')
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
  const response = await fetchJudgedToken(issuer, { ...makeTokenForm(offer, wallet), 'x-note': 'a' }, wallet)
  const question = {
    row: VCIUSE.IGNORES,
    description: 'a token request with a parameter that is not known',
    obligation: nameSection('6.1'),
  }
  addTaking(wallet, question, readTokenAnswer(response, 'accepted'))
}
