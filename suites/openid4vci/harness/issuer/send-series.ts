import type { Requirement } from '../../../../model/requirement.ts'
import type { HttpResponse } from '../../../../model/wire.ts'
import { readBody } from '../../../../src/harness/calls.ts'
import { attemptCalls } from '../../../../src/harness/obstacle.ts'
import type { Form } from '../../../oauth/exchange-checks.ts'
import { describeError } from '../../../oauth/harness/describe-error.ts'
import { fetchCode, makeAuthorization } from '../authorization/authorization.ts'
import { addAnswer, hasToken } from './judge-answers.ts'
import { readOffer } from './read-offer.ts'
import { fetchToken, makeTokenForm } from './session.ts'
import type { ProbePlace, TestWallet } from './wallet.ts'

/** A token request that is wrong in one place beside its parameters. */
export interface SeriesProbe {
  readonly row: Requirement
  readonly description: string
  /** The sentence that obliges the server to refuse it; absent where it may do as it likes. */
  readonly obligation?: string
  readonly send: (form: Form) => Promise<HttpResponse>
  /** Errors that say what was wrong, and the requirement that one of them is given. */
  readonly errors: readonly string[]
  readonly named?: Requirement
}

interface Refused {
  readonly probe: SeriesProbe
  readonly response: HttpResponse
}

/** Sends token requests that are wrong beside their parameters: with one code, and at the end as it should be. */
export async function sendSeries(place: ProbePlace, wallet: TestWallet, probes: readonly SeriesProbe[]): Promise<void> {
  let refused: Refused[] = []
  let form = await openForm(place, wallet)
  for (const probe of probes.filter((each) => wallet.journal.selects({ ...each, id: nameProbe(each) }))) {
    if (!form) {
      addOpen(probe, 'it takes another offer', wallet)
      continue
    }
    const response = await probe.send(form)
    if (!hasToken(response)) {
      refused.push({ probe, response })
      continue
    }
    addTaken(probe, wallet)
    judgeRefused(refused, true, wallet)
    refused = []
    form = await openForm(place, wallet)
  }
  if (form) judgeRefused(refused, hasToken(await fetchToken(place.issuer, form, wallet)), wallet)
}

/** A token request that was not sent yet. */
export const openForm = ({ issuer, offer, nextOffer }: ProbePlace, wallet: TestWallet): Promise<Form | undefined> =>
  attemptCalls(async () => {
    if (offer.code === undefined) return fetchCode(issuer, makeAuthorization(issuer, offer, wallet), wallet)
    const given = await nextOffer()
    return given && makeTokenForm(await readOffer(given, wallet), wallet)
  })

function addTaken(probe: SeriesProbe, wallet: TestWallet): void {
  const { row, description, obligation } = probe
  const actual = 'it gets a token'
  if (obligation !== undefined) addAnswer(wallet, { row, description, obligation }, false, actual)
  else wallet.journal.add({ id: nameProbe(probe), row, description, outcome: 'remark', actual })
}

/** A refusal was for what is wrong if it says so, or if its code was still good: a later request got a token for it. */
function judgeRefused(refused: readonly Refused[], isCodeGood: boolean, wallet: TestWallet): void {
  for (const { probe, response } of refused) {
    const { error } = readBody(response) ?? {}
    const isNamed = typeof error === 'string' && probe.errors.includes(error)
    const isLimited = response.status === 429 || response.status > 500
    if (isLimited || (!isNamed && !isCodeGood)) {
      addOpen(probe, `rejected, but perhaps for another reason: ${describeError(response)}`, wallet)
      continue
    }
    const { row, description, obligation = '', named } = probe
    addAnswer(wallet, { row, description, obligation }, true, `rejected: ${describeError(response)}`)
    const problem = `the error is ${typeof error === 'string' ? `\`${error.slice(0, 40)}\`` : 'absent'}`
    if (named) wallet.journal.mark(description, [isNamed ? { row: named } : { row: named, problem }])
  }
}

const nameProbe = ({ row, description }: SeriesProbe): string => `${row.id}/${description.replaceAll(/\W+/g, '-')}`

function addOpen(probe: SeriesProbe, actual: string, { journal }: TestWallet): void {
  const { row, description, obligation } = probe
  const about = { id: nameProbe(probe), row, description, ...(obligation !== undefined && { obligation }) }
  journal.add({ ...about, outcome: 'inconclusive', actual })
}
