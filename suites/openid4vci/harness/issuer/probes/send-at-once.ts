import { attemptCalls } from '../../../../../src/harness/obstacle.ts'
import type { FoundIssuer } from '../find-issuer.ts'
import { addAnswer, addOpenAnswer, hasToken, type Question } from '../judge-answers.ts'
import { fetchToken } from '../session.ts'
import type { TestWallet } from '../wallet.ts'

/** How many requests arrive at the same time. A server that looks first and takes note later answers several of them. */
const atOnce = 4

/** Sends a token request several times at once, with a new code: it may get one token. */
export async function sendAtOnce(
  issuer: FoundIssuer,
  form: Readonly<Record<string, string>>,
  wallet: TestWallet,
  question: Question,
): Promise<void> {
  // A challenge or a nonce may be good for one request, which ends the others.
  if (wallet.instance || (wallet.dpop?.nonces.size ?? 0) > 0) return
  // A server may close the connections that are too many.
  const send = () => attemptCalls(() => fetchToken(issuer, form, wallet))
  const responses = await Promise.all(Array.from({ length: atOnce }, send))
  const count = responses.filter((each) => each !== undefined && hasToken(each)).length
  if (count === 0) addOpenAnswer(wallet, question, 'none of them gets a token')
  else addAnswer(wallet, question, count === 1, `${count} of ${atOnce} get a token`)
}
