import type { JsonObject } from '../../../../../protocol/encoding/json.ts'
import { attemptCalls } from '../../../../../src/harness/obstacle.ts'
import { nearValues } from '../../../../kit/near-values.ts'
import { VCIUSE } from '../../../requirements.ts'
import type { FoundIssuer } from '../find-issuer.ts'
import {
  addOpenAnswer,
  addRefusal,
  addTaking,
  markCode,
  nameSection,
  type Question,
  readAnswer,
} from '../judge-answers.ts'
import {
  type DeferredRequest,
  fetchCredential,
  fetchDeferred,
  isTaken,
  readInterval,
  type Shown,
  waitForCredential,
} from '../session.ts'
import type { Grant, TestWallet } from '../wallet.ts'
import { listTokenProbes } from './list-needs.ts'
import type { Played } from './played.ts'

/** Seconds that a probe waits for a deferred credential. */
const longestWait = 60

/** Sends deferred requests that an issuer has to refuse, and one that it has to take. */
export async function sendDeferredProbes(
  { issuer, grant, usedTransaction }: Played,
  wallet: TestWallet,
): Promise<void> {
  if (issuer.metadata.deferred_credential_endpoint === undefined) return
  const ask = (content: JsonObject, given?: DeferredRequest) => fetchDeferred(issuer, grant, wallet, content, given)
  const refuse = async (question: Question, content: JsonObject, shown?: Shown): Promise<boolean> => {
    const first = await ask(content, shown)
    if (first.outcome === 'limited') return true
    const second = isTaken(first) ? first : await ask(content, shown) // a validation may end with its first refusal
    const end = isTaken(second) ? second : first
    addRefusal(wallet, question, readAnswer(isTaken(end), end.response, end.outcome))
    if (!isTaken(end)) markCode(end.response, question.description, wallet)
    return !isTaken(end)
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
  for (const { what, write } of nearValues) {
    const question = { row: VCIUSE.TRANSACTION, description: `a deferred request whose transaction ${what}` }
    if (
      !(await refuse({ ...question, obligation: nameSection('9.3') }, { transaction_id: write(open.transaction_id) }))
    )
      return
  }
  for (const { row, text, obligation = nameSection('9'), ...shown } of listTokenProbes(grant, wallet)) {
    // What was given away cannot be asked for again.
    if (!(await refuse({ row, description: `a deferred request ${text}`, obligation }, open, shown))) return
  }
  const interval = readInterval(second.content?.interval)
  if (interval > longestWait) return // a wallet that comes earlier may be refused
  await wallet.wait(interval)
  const { keys } = second.prepared
  const end = await ask({ ...open, 'x-note': 'a' }, { keys })
  const isUsualTaken = isTaken(end) || isTaken(await ask(open, { keys }))
  const question = {
    row: VCIUSE.IGNORES,
    description: 'a deferred request with a parameter that is not known',
    obligation: nameSection('9.1'),
  }
  if (!isUsualTaken) return addOpenAnswer(wallet, question, 'rejected, and so is the same request without it')
  addTaking(wallet, question, readAnswer(isTaken(end), end.response, 'accepted'))
  await fetchSideBySide(issuer, grant, wallet)
}

/** Has two transactions open at once: each credential is for the keys of its own request. */
async function fetchSideBySide(issuer: FoundIssuer, grant: Grant, wallet: TestWallet): Promise<void> {
  const both = [await fetchCredential(issuer, grant, wallet), await fetchCredential(issuer, grant, wallet)]
  if (both.some(({ outcome }) => outcome !== 'deferred')) return
  for (const each of both) await attemptCalls(() => waitForCredential(issuer, grant, wallet, each, longestWait))
}
