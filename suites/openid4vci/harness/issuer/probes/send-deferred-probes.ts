import type { JsonObject } from '../../../../../protocol/encoding/json.ts'
import { VCIUSE } from '../../../requirements.ts'
import { addAnswer, addOpenAnswer, markCode, nameSection, type Question } from '../judge-answers.ts'
import { describeError } from '../read-offer.ts'
import { fetchCredential, fetchDeferred, isTaken, readInterval } from '../session.ts'
import type { TestWallet } from '../wallet.ts'
import type { Played } from './played.ts'

/** Seconds that a probe waits for a deferred credential. */
const longestWait = 60

/** Sends deferred requests that an issuer has to refuse, and one that it has to take. */
export async function sendDeferredProbes(
  { issuer, grant, usedTransaction }: Played,
  wallet: TestWallet,
): Promise<void> {
  if (issuer.metadata.deferred_credential_endpoint === undefined) return
  const ask = (content: JsonObject, token?: null) =>
    fetchDeferred(issuer, grant, wallet, content, token === null ? null : grant.token)
  const refuse = async (question: Question, content: JsonObject, token?: null): Promise<void> => {
    const first = await ask(content, token)
    if (first.outcome === 'limited') return
    const second = isTaken(first) ? first : await ask(content, token) // a validation may end with its first refusal
    const end = isTaken(second) ? second : first
    addAnswer(wallet, question, !isTaken(end), isTaken(end) ? end.outcome : `refused: ${describeError(end.response)}`)
    if (!isTaken(end)) markCode(end.response, question.description, wallet)
  }
  const invented = { transaction_id: 'a transaction of nowhere' }
  await refuse(
    { row: VCIUSE.TRANSACTION, description: 'a deferred request that was made up', obligation: nameSection('9.3') },
    invented,
  )
  if (usedTransaction === undefined) return
  const used = { transaction_id: usedTransaction }
  await refuse(
    {
      row: VCIUSE['TRANSACTION-ONCE'],
      description: 'a deferred request whose credential was obtained',
      obligation: nameSection('9.1'),
    },
    used,
  )
  const second = await fetchCredential(issuer, grant, wallet)
  if (second.outcome !== 'deferred' || second.transactionId === undefined) return
  const open = { transaction_id: second.transactionId }
  await refuse(
    { row: VCIUSE.AUTHORIZED, description: 'a deferred request without an access token', obligation: nameSection('9') },
    open,
    null,
  )
  const interval = readInterval(second.content?.interval)
  if (interval > longestWait) return // a wallet that comes earlier may be refused
  await wallet.wait(interval)
  const end = await ask({ ...open, 'x-note': 'a' })
  const isUsualTaken = isTaken(end) || isTaken(await ask(open))
  const question = {
    row: VCIUSE.IGNORES,
    description: 'a deferred request with a parameter that is not known',
    obligation: nameSection('9.1'),
  }
  if (!isUsualTaken) return addOpenAnswer(wallet, question, 'refused, and so is the same request without it')
  addAnswer(wallet, question, isTaken(end), isTaken(end) ? 'taken' : `refused: ${describeError(end.response)}`)
}
