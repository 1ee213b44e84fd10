import type { SessionResult } from '../../../../model/check.ts'
import type { Requirement } from '../../../../model/requirement.ts'
import type { HttpResponse } from '../../../../model/wire.ts'
import { findMediaType, isSuccess, readBody } from '../../../../src/harness/calls.ts'
import { showWords } from '../../../../src/harness/obstacle.ts'
import type { TestRecording } from '../../../../src/harness/recording.ts'
import { describeError } from '../../../oauth/harness/describe-error.ts'
import { VCIUSE } from '../../requirements.ts'
import { checkErrorCode, checkErrorText } from '../../session-checks.ts'
import type { TestWallet } from './wallet.ts'

/** What is asked by a probe. The obligation is that of its row, where no other is named. */
export interface Question {
  readonly id?: string
  readonly row: Requirement
  readonly description: string
  readonly obligation?: string
}

/** How something was answered: whether it was taken, and what was seen, in words. */
export interface Answer {
  readonly isTaken: boolean
  readonly actual: string
}

/** The answer of a response, by what is said where it takes the request. */
export const readAnswer = (isTaken: boolean, response: HttpResponse, taken: string): Answer => ({
  isTaken,
  actual: isTaken ? taken : `rejected: ${describeError(response)}`,
})

/** The answer of a token endpoint. */
export const readTokenAnswer = (response: HttpResponse, taken = 'it gets a token'): Answer =>
  readAnswer(hasToken(response), response, taken)

/** Notes whether something was refused as it should be. */
export const addRefusal = (wallet: TestWallet, question: Question, { isTaken, actual }: Answer): void =>
  addAnswer(wallet, question, !isTaken, actual)

/** Notes whether something was taken as it should be. */
export const addTaking = (wallet: TestWallet, question: Question, { isTaken, actual }: Answer): void =>
  addAnswer(wallet, question, isTaken, actual)

/** Notes whether something was refused, or taken, as it should be. */
export function addAnswer(wallet: TestWallet, question: Question, isGood: boolean, actual: string): void {
  addOutcome(wallet, question, isGood ? 'held' : 'failed', actual)
}

/** Notes why an answer says nothing. */
export const addOpenAnswer = (wallet: TestWallet, question: Question, actual: string): void =>
  addOutcome(wallet, question, 'inconclusive', actual)

function addOutcome(
  { journal }: TestWallet,
  {
    row,
    description,
    obligation = row.standard ?? '',
    id = `${row.id}/${description.replaceAll(/\W+/g, '-')}`,
  }: Question,
  outcome: 'held' | 'failed' | 'inconclusive',
  actual: string,
): void {
  journal.add({ id, row, description, obligation, outcome, actual })
}

/** Whether a token endpoint gives a token. */
export const hasToken = (response: HttpResponse): boolean =>
  isSuccess(response) && typeof readBody(response)?.access_token === 'string'

/** Says that a pre-authorized code got a second token, in whichever session; nothing, where none did. */
export function checkCodes({ messages }: TestRecording): SessionResult | undefined {
  const used = messages.flatMap(({ request, response }) => {
    const code = new URLSearchParams(request.body ?? '').get('pre-authorized_code')
    return code !== null && response && hasToken(response) ? [code] : []
  })
  if (new Set(used).size === used.length) return undefined
  return { row: VCIUSE['CODE-ONCE'], problem: 'a code that got a token gets another one' }
}

/** A server that is busy, or behind another one, says nothing of a request. */
export const isBusy = ({ status }: Pick<HttpResponse, 'status'>): boolean => status === 429 || status > 500

/** How the token endpoint, or that for pushed requests, says no (RFC 6749, section 5.2). */
export function markTokenError(
  response: HttpResponse,
  source: string,
  { journal }: TestWallet,
  row: Requirement = VCIUSE['TOKEN-ERROR'],
): void {
  const { error } = readBody(response) ?? {}
  const isStatus = response.status === 400 || (response.status === 401 && error === 'invalid_client')
  if (isBusy(response)) return
  const problem = !isStatus
    ? `the status code is ${response.status}`
    : typeof error === 'string'
      ? undefined
      : 'there is no `error`'
  const content = readBody(response) ?? {}
  journal.mark(source, [
    { row, ...(problem !== undefined && { problem }) },
    checkErrorText(content),
    ...checkErrorCode(content),
  ])
}

/** What is wrong with the content of a request has a code of its own. */
export function markCode(response: HttpResponse, source: string, { journal }: Pick<TestWallet, 'journal'>): void {
  const { error } = readBody(response) ?? {}
  if (response.status === 401 || response.status === 403 || response.status >= 500 || typeof error !== 'string') return
  const row = VCIUSE.CODES
  journal.mark(source, [error === 'invalid_request' ? { row, problem: 'the error is `invalid_request`' } : { row }])
}

/** Why a response is not 400 with a JSON object that has an error. */
export function describeBadRequest(response: HttpResponse): string | undefined {
  if (response.status !== 400) return `the status code is ${response.status}`
  if (findMediaType(response) !== 'application/json') return `the media type is ${showWords(findMediaType(response))}`
  return typeof readBody(response)?.error === 'string' ? undefined : 'there is no `error`'
}

/** A section of the specification, as obligations name it. */
export const nameSection = (number: string): string => `OpenID4VCI 1.0, section ${number}`
