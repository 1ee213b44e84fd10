import type { HttpResponse } from '../../../../../model/wire.ts'
import { isSuccess, readBody } from '../../../../../src/harness/calls.ts'
import { attemptCalls } from '../../../../../src/harness/obstacle.ts'
import { nearValues } from '../../../../kit/near-values.ts'
import { describeError } from '../../../../oauth/harness/describe-error.ts'
import { VCIUSE } from '../../../requirements.ts'
import {
  addAnswer,
  addOpenAnswer,
  addRefusal,
  describeBadRequest,
  isBusy,
  nameSection,
  readAnswer,
} from '../judge-answers.ts'
import { fetchCredential, sendNotification } from '../session.ts'
import type { TestWallet } from '../wallet.ts'
import { listTokenProbes } from './list-needs.ts'
import type { Played } from './played.ts'

/** Sends notifications that an issuer has to refuse, and one that it has to take. */
export async function sendNotificationProbes(
  { issuer, grant, notificationId }: Played,
  wallet: TestWallet,
): Promise<void> {
  if (issuer.metadata.notification_endpoint === undefined) return
  const event = 'credential_accepted'
  /** A token ends: then nothing is said of the notification. */
  const isTokenGood = async (): Promise<boolean> => {
    const id = notificationId ?? (await attemptCalls(() => fetchCredential(issuer, grant, wallet)))?.notificationId
    const usual =
      id === undefined ? undefined : await sendNotification(issuer, grant, wallet, { notification_id: id, event })
    return usual !== undefined && isSuccess(usual)
  }
  const refuse = async (description: string, id: string): Promise<void> => {
    const content = { notification_id: id, event }
    const first = await sendNotification(issuer, grant, wallet, content)
    // A validation may end with its first refusal.
    const second = first && !isSuccess(first) ? await sendNotification(issuer, grant, wallet, content) : undefined
    const end = second && isSuccess(second) ? second : first
    if (!end) return
    const problem = describeBadRequest(end)
    const question = { row: VCIUSE['NOTIFICATION-ID'], description, obligation: nameSection('11.3') }
    if (isBusy(end) || (end.status === 401 && !(await isTokenGood())))
      return addOpenAnswer(wallet, question, `rejected, whatever it says: ${describeError(end)}`)
    addAnswer(wallet, question, problem === undefined, problem ?? `rejected: ${describeError(end)}`)
    if (problem === undefined) markNotificationCode(end, description, wallet)
  }
  await refuse('a notification that was made up', 'a notification of nowhere')
  if (notificationId === undefined) return
  for (const { what, write } of nearValues) await refuse(`a notification whose id ${what}`, write(notificationId))
  const good = { notification_id: notificationId, event }
  for (const { row, text, obligation = nameSection('11.3'), ...shown } of listTokenProbes(grant, wallet)) {
    const end = await sendNotification(issuer, grant, wallet, good, shown)
    const question = { row, description: `a notification ${text}`, obligation }
    if (end) addRefusal(wallet, question, readAnswer(isSuccess(end), end, 'accepted'))
  }
  for (const other of ['credential_failure', 'credential_deleted']) await sendEvent(other, { issuer, grant }, wallet)
  const more = await sendNotification(issuer, grant, wallet, { ...good, 'x-note': 'a' })
  const question = {
    row: VCIUSE.IGNORES,
    description: 'a notification with a parameter that is not known',
    obligation: nameSection('11.1'),
  }
  if (!more) return
  if (isSuccess(more)) return addAnswer(wallet, question, true, 'accepted')
  const usual = await sendNotification(issuer, grant, wallet, good)
  if (usual && isSuccess(usual)) addAnswer(wallet, question, false, `rejected: ${describeError(more)}`)
  else addOpenAnswer(wallet, question, 'rejected, and so is the same notification without it')
}

/** Tells the issuer of another credential that it was not kept. */
async function sendEvent(
  event: string,
  { issuer, grant }: Pick<Played, 'issuer' | 'grant'>,
  wallet: TestWallet,
): Promise<void> {
  const issued = await attemptCalls(() => fetchCredential(issuer, grant, wallet))
  const { notificationId: id } = issued ?? {}
  if (id === undefined) return
  const notify = (own: string) => sendNotification(issuer, grant, wallet, { notification_id: id, event: own })
  const end = await notify(event)
  if (!end) return
  const question = {
    row: VCIUSE.NOTIFIED,
    description: `a notification of the event \`${event}\``,
    obligation: nameSection('11.1 and 11.2'),
  }
  const usual = isSuccess(end) ? end : await notify('credential_accepted')
  const actual = isSuccess(end) ? 'accepted' : `rejected: ${describeError(end)}`
  if (usual && isSuccess(usual)) addAnswer(wallet, question, isSuccess(end), actual)
  else addOpenAnswer(wallet, question, 'rejected, and so is `credential_accepted`')
}

const notificationErrors = ['invalid_notification_id', 'invalid_notification_request']

function markNotificationCode(response: HttpResponse, source: string, { journal }: TestWallet): void {
  const row = VCIUSE['NOTIFICATION-CODE']
  const { error } = readBody(response) ?? {}
  const isNamed = notificationErrors.some((each) => each === error)
  journal.mark(source, [isNamed ? { row } : { row, problem: 'the error is another one' }])
}
