import { readBody } from '../../../../../src/harness/calls.ts'
import { showWords } from '../../../../../src/harness/obstacle.ts'
import { concludeOn } from '../../../../kit/results.ts'
import { describeError } from '../../../../oauth/harness/describe-error.ts'
import { nameKey, readIssued } from '../../../issued-credential.ts'
import type { IssuerProbe } from '../../../issuer-probes.ts'
import { VCIENC, VCIUSE } from '../../../requirements.ts'
import { listCredentials } from '../../../session-checks.ts'
import { describeBadRequest, markCode } from '../judge-answers.ts'
import { isTaken, type RequestEnd } from '../session.ts'
import type { TestWallet } from '../wallet.ts'

/** Notes that a probe says nothing. */
export const addInconclusive = (
  { journal }: TestWallet,
  { id, row, description, obligation }: IssuerProbe,
  actual: string,
): void =>
  journal.add({
    ...{ id, row, description, outcome: 'inconclusive', actual },
    ...(obligation !== undefined && { obligation }),
  })

/** What is asked where an answer does not say enough. */
interface Later {
  readonly isValidTaken: () => Promise<boolean>
  /** Waits for a deferred credential; nothing comes of it if it is refused, or takes too long. */
  readonly wait: (end: RequestEnd) => Promise<RequestEnd | undefined>
}

/** A deferred credential may still be refused: the proofs are looked at later. */
const isLate = (probe: IssuerProbe, { outcome }: RequestEnd): boolean => outcome === 'deferred' && !isDecidedNow(probe)

/** How a request ended that has to be refused, or is for several keys: with what is issued later, for the keys that it had. */
async function waitForLate(probe: IssuerProbe, first: RequestEnd, wait: Later['wait']): Promise<RequestEnd> {
  const isForOne = probe.change.count === undefined
  if ((probe.expects === 'issuance' && isForOne) || !isLate(probe, first)) return first
  return { ...((await wait(first)) ?? first), prepared: first.prepared }
}

/** Judges how a probe ended. Returns whether it was refused as it should be. */
export async function judgeProbe(
  probe: IssuerProbe,
  first: RequestEnd,
  wallet: TestWallet,
  { isValidTaken, wait }: Later,
): Promise<boolean> {
  const end = await waitForLate(probe, first, wait)
  const open = describeOpen(end)
  if (open !== undefined) addInconclusive(wallet, probe, open)
  else if (probe.expects === 'issuance') await judgeIssuance(probe, end, wallet, isValidTaken)
  else if (isTaken(end)) return judgeTaken(probe, end, wallet)
  else {
    wallet.journal.add({ ...describe(probe), outcome: 'held', actual: `rejected: ${describeError(end.response)}` })
    noteError(probe, end, wallet)
    return true
  }
  return false
}

/** Why an answer says nothing. */
function describeOpen({ outcome, response }: RequestEnd): string | undefined {
  if (outcome === 'limited') return `the issuer answers ${response.status}: it limits requests`
  return outcome === 'unclear' ? 'its answer cannot be read' : undefined
}

const describe = ({ id, row, description, expects, obligation }: IssuerProbe) => ({
  ...{ id, row, description, expected: expects === 'issuance' ? ('accepted' as const) : ('refused' as const) },
  ...(obligation !== undefined && { obligation }),
})

const nameMistake = ({ obligation }: IssuerProbe) => (obligation === undefined ? 'remark' : 'failed')

async function judgeIssuance(
  probe: IssuerProbe,
  end: RequestEnd,
  wallet: TestWallet,
  isValidTaken: () => Promise<boolean>,
): Promise<void> {
  const about = describe(probe)
  if (isTaken(end)) wallet.journal.add({ ...about, outcome: 'held', actual: 'accepted' })
  else if (!(await isValidTaken())) addInconclusive(wallet, probe, 'rejected, and so is the valid request')
  else
    wallet.journal.add({
      ...about,
      outcome: nameMistake(probe),
      actual: `rejected: ${describeError(end.response)}`,
    })
}

/** Judges what should have been refused. Returns whether its own credential was. */
function judgeTaken(probe: IssuerProbe, end: RequestEnd, wallet: TestWallet): boolean {
  const { journal } = wallet
  const about = describe(probe)
  const isMissed = end.outcome === 'issued' && isForSoundKeys(end)
  if (isMissed) journal.add({ ...about, outcome: 'held', actual: 'a credential for the proven key alone' })
  else if (isLate(probe, end)) addInconclusive(wallet, probe, 'deferred')
  else if (isEncryptedOtherwise(probe, end)) journal.add({ ...about, outcome: 'remark', actual: 'accepted' })
  else journal.add({ ...about, outcome: nameMistake(probe), actual: end.outcome })
  return isMissed
}

/** Judges a probe that was refused at first. Returns whether it was accepted when it was sent again. */
export function judgeAgain(probe: IssuerProbe, end: RequestEnd, { journal }: TestWallet): boolean {
  if (end.outcome !== 'issued' || isForSoundKeys(end) || isEncryptedOtherwise(probe, end)) return false
  journal.add({ ...describe(probe), outcome: nameMistake(probe), actual: 'rejected at first, then issued' })
  return true
}

/** Whether nothing that comes later could make an answer right. */
const isDecidedNow = ({ row }: IssuerProbe): boolean =>
  row.id === VCIUSE.AUTHORIZED.id || row.id === VCIUSE.UNSUPPORTED.id

/** Whether credentials were issued for those keys alone whose proofs are right. */
function isForSoundKeys({ content = {}, prepared: { keys, soundKeys } }: RequestEnd): boolean {
  const credentials = listCredentials(content)
  if (soundKeys.length === 0 || soundKeys.length === keys.length) return false
  const known = new Set<string | undefined>(soundKeys.map(nameKey))
  return credentials.length <= soundKeys.length && credentials.every((each) => known.has(readIssued(each)?.holder))
}

/** What is encrypted gives away nothing, however it was wished for. */
const isEncryptedOtherwise = ({ row }: IssuerProbe, { response }: RequestEnd): boolean =>
  row.id === VCIENC.WANTED.id && readBody(response) === undefined

/** Looks at the error of a probe that was refused. */
function noteError(probe: IssuerProbe, { response, prepared }: RequestEnd, { journal }: TestWallet): void {
  const { error } = readBody(response) ?? {}
  // What is not supported is not covered by the access token either: an error of authorization is as good.
  if (probe.row.id === VCIUSE.UNSUPPORTED.id && response.status !== 401 && response.status !== 403) {
    const problem = describeBadRequest(response)
    journal.mark(probe.description, [{ row: probe.row, ...(problem !== undefined && { problem }) }])
  }
  const { status } = response
  if (probe.row.id === VCIUSE.AUTHORIZED.id && prepared.token !== undefined && status < 500)
    journal.mark(probe.description, [
      concludeOn(VCIUSE['TOKEN-STATUS'], status === 401, `the status code is ${status}`),
    ])
  if (probe.isAboutContent) markCode(response, probe.description, { journal })
  if (probe.error !== undefined && error !== probe.error && error !== 'invalid_request')
    journal.notes.push(
      `${probe.description}: the error is ${typeof error === 'string' ? `\`${showWords(error)}\`` : 'absent'}; the specification has \`${probe.error}\``,
    )
}
