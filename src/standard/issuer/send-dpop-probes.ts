import type { HttpResponse } from '../../../model/wire.ts'
import { type DpopProbe, dpopProbes } from '../../../suites/openid4vci/dpop-probes.ts'
import type { Form } from '../../../suites/openid4vci/oauth-checks.ts'
import { VCIDPOP } from '../../../suites/openid4vci/oauth-requirements.ts'
import { fetchCode, makeAuthorization } from '../authorization/authorization.ts'
import { readBody } from './calls.ts'
import type { FoundIssuer } from './find-issuer.ts'
import { addAnswer, attemptOffer, hasToken } from './judge-answers.ts'
import { describeError, type GivenOffer, type ReadOffer, readOffer } from './read-offer.ts'
import { fetchToken, isBound, makeTokenForm } from './session.ts'
import type { Grant, TestWallet } from './wallet.ts'

/** A session whose token is bound to a key. */
interface BoundSession {
  readonly issuer: FoundIssuer
  readonly offer: ReadOffer
  readonly grant: Grant
}

type NextOffer = () => Promise<GivenOffer | undefined>

interface Refused {
  readonly probe: DpopProbe
  readonly response: HttpResponse
}

/** Sends token requests whose DPoP proof is wrong in one place: with one code, and at the end as it should be. */
export async function sendDpopProbes(session: BoundSession, wallet: TestWallet, nextOffer: NextOffer): Promise<void> {
  const { issuer, grant } = session
  if (!wallet.dpop || !isBound(grant.type)) return
  const isNonced = wallet.dpop.nonces.has(new URL(issuer.tokenEndpoint).origin)
  let refused: Refused[] = []
  let form = await openForm(session, wallet, nextOffer)
  for (const probe of dpopProbes.filter(({ withNonces = isNonced }) => withNonces === isNonced)) {
    if (!form) return addOpen(probe, 'it takes another offer', wallet)
    const response = await fetchToken(issuer, form, wallet, probe.change)
    if (!hasToken(response)) {
      refused.push({ probe, response })
      continue
    }
    addAnswer(wallet, describe(probe), false, 'it gets a token')
    judgeRefused(refused, false, wallet)
    refused = []
    form = await openForm(session, wallet, nextOffer)
  }
  if (form) judgeRefused(refused, hasToken(await fetchToken(issuer, form, wallet)), wallet)
}

/** A token request that was not sent yet. */
const openForm = (
  { issuer, offer }: BoundSession,
  wallet: TestWallet,
  nextOffer: NextOffer,
): Promise<Form | undefined> =>
  attemptOffer(async () => {
    if (offer.code === undefined) return fetchCode(issuer, makeAuthorization(issuer, offer, wallet), wallet)
    const given = await nextOffer()
    return given && makeTokenForm(await readOffer(given, wallet), wallet)
  })

const describe = ({ description, item }: DpopProbe) => ({
  row: VCIDPOP.TOKEN,
  description: `a token request with ${description}`,
  obligation: `RFC 9449, section 4.3, ${item}, and 5`,
})

const ownErrors = ['invalid_dpop_proof', 'use_dpop_nonce']

/** A refusal was for the proof if it says so, or if the same request was taken afterwards with a valid one. */
function judgeRefused(refused: readonly Refused[], isTakenAtEnd: boolean, wallet: TestWallet): void {
  for (const { probe, response } of refused) {
    const { error } = readBody(response) ?? {}
    const isNamed = typeof error === 'string' && ownErrors.includes(error)
    const isLimited = response.status === 429 || response.status >= 500
    if (isLimited || (!isNamed && !isTakenAtEnd)) {
      addOpen(probe, `refused, but perhaps for another reason: ${describeError(response)}`, wallet)
      continue
    }
    addAnswer(wallet, describe(probe), true, `refused: ${describeError(response)}`)
    const row = VCIDPOP.ERROR
    const problem = `the error is ${typeof error === 'string' ? `\`${error.slice(0, 40)}\`` : 'absent'}`
    wallet.journal.mark(describe(probe).description, [isNamed ? { row } : { row, problem }])
  }
}

function addOpen(probe: DpopProbe, actual: string, { journal }: TestWallet): void {
  const { row, description, obligation } = describe(probe)
  const id = `${row.id}/${description.replaceAll(/\W+/g, '-')}`
  journal.add({ id, row, description, obligation, outcome: 'inconclusive', actual })
}
