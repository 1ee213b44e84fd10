import type { HttpResponse } from '../../../../../model/wire.ts'
import { readBody } from '../../../../../src/harness/calls.ts'
import { attemptCalls } from '../../../../../src/harness/obstacle.ts'
import type { Form } from '../../../../oauth/exchange-checks.ts'
import type { FoundIssuer } from '../find-issuer.ts'
import { addAnswer, addOpenAnswer, hasToken, type Question } from '../judge-answers.ts'
import { fetchToken } from '../session.ts'
import type { TestWallet } from '../wallet.ts'

/** How many requests arrive at the same time, and how often. A server that looks first and takes note later answers several of them. */
const atOnce = 4
const tries = 3

/** Sends a token request several times at once, each time with a new code: it may get one token. */
export async function sendAtOnce(
  issuer: FoundIssuer,
  openForm: () => Promise<Form | undefined>,
  wallet: TestWallet,
  question: Question,
): Promise<void> {
  const counts: number[] = []
  for (let i = 0; i < (wallet.asksPerson ? 1 : tries); i++) {
    const form = await attemptCalls(openForm)
    if (!form) break
    // A server may close the connections that are too many.
    const send = () => attemptCalls(() => fetchToken(issuer, form, copyGiven(wallet)))
    const responses = await Promise.all(Array.from({ length: atOnce }, send))
    const answered = responses.filter((each) => each !== undefined)
    if (isForCode(answered, wallet)) counts.push(answered.filter(hasToken).length)
    // It limits requests: it gets no more of these.
    if (answered.some(({ status }) => status === 429 || status === 503)) break
  }
  if (counts.length === 0) return
  const most = Math.max(...counts)
  const failures = counts.filter((each) => each > 1).length
  const actual = `${most} of ${atOnce} get a token`
  if (most === 0) addOpenAnswer(wallet, question, 'none of them gets a token')
  else
    addAnswer(wallet, question, most === 1, most === 1 ? actual : `${actual}, in ${failures} of ${counts.length} tries`)
}

/** The same wallet, which keeps the nonces and challenges that it is given for itself. */
const copyGiven = ({ dpop, instance, ...wallet }: TestWallet): TestWallet => ({
  ...wallet,
  ...(dpop && { dpop: { ...dpop, nonces: new Map(dpop.nonces) } }),
  ...(instance && { instance: { ...instance } }),
})

/** Whether the answers are about the code: a challenge or a nonce may be good for one request, which ends the others. */
const isForCode = (responses: readonly HttpResponse[], { instance, dpop }: TestWallet): boolean =>
  (!instance && (dpop?.nonces.size ?? 0) === 0) ||
  responses.filter((each) => hasToken(each) || readBody(each)?.error === 'invalid_grant').length > 1
