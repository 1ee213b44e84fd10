import type { HttpResponse } from '../../../../model/wire.ts'
import { readText } from '../../../../protocol/encoding/json.ts'
import { readBody } from '../../../../src/harness/calls.ts'
import { attemptCalls } from '../../../../src/harness/obstacle.ts'
import { VCIDPOP } from '../../../oauth/requirements.ts'
import { nameDpopKey } from '../issuer/dpop.ts'
import type { FoundIssuer } from '../issuer/find-issuer.ts'
import { addOpenAnswer, addRefusal, hasToken, readTokenAnswer } from '../issuer/judge-answers.ts'
import type { ReadOffer } from '../issuer/read-offer.ts'
import { fetchToken, isBound } from '../issuer/session.ts'
import type { TestWallet } from '../issuer/wallet.ts'
import { fetchCode, findPushEndpoint, makeAuthorization } from './authorization.ts'

interface Authorizing {
  readonly issuer: FoundIssuer
  readonly offer: ReadOffer
  readonly wallet: TestWallet
}

/** Binds codes to a key, in each way that the server has, and uses them with that key and with another one. */
export async function sendBoundCodes({ issuer, offer, wallet }: Authorizing): Promise<void> {
  const { dpop } = wallet
  if (!dpop) return
  const isPushed = findPushEndpoint(issuer) !== undefined
  const use = async (isProven: boolean, isForeign: boolean): Promise<HttpResponse> => {
    const { form, verifier } = makeAuthorization(issuer, offer, wallet)
    const bound = isProven ? form : { ...form, dpop_jkt: nameDpopKey(dpop) }
    const code = await fetchCode(issuer, { form: bound, verifier }, wallet, isProven ? { dpop } : {})
    return fetchToken(issuer, code, wallet, isForeign ? { dpop: { isForeign: true } } : {})
  }
  for (const isProven of isPushed ? [false, true] : [false]) {
    const request = isPushed ? 'pushed request' : 'authorization request'
    const what = isProven ? `the DPoP proof with its ${request}` : `\`dpop_jkt\` of its ${request}`
    const question = { row: VCIDPOP.CODE, description: `a token request by another key than that of ${what}` }
    const control = await attemptCalls(() => use(isProven, false))
    const isTaken = control !== undefined && hasToken(control)
    if (isTaken && !isBound(readText(readBody(control)?.token_type))) return // it binds nothing
    const response = isTaken && (await attemptCalls(() => use(isProven, true)))
    if (response) addRefusal(wallet, question, readTokenAnswer(response))
    else addOpenAnswer(wallet, question, 'rejected, and so is the valid request')
  }
}
