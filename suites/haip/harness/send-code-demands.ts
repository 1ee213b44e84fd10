import type { Requirement } from '../../../model/requirement.ts'
import { attemptCalls } from '../../../src/harness/obstacle.ts'
import type { Form } from '../../oauth/exchange-checks.ts'
import { describeError } from '../../oauth/harness/describe-error.ts'
import {
  type AuthorizationDraft,
  fetchCode,
  findPushEndpoint,
  makeAuthorization,
  readPushed,
  sendPushedRequest,
  sendUser,
} from '../../openid4vci/harness/authorization/authorization.ts'
import { makeDpopKey, nameDpopKey } from '../../openid4vci/harness/issuer/dpop.ts'
import { addAnswer, addOpenAnswer, hasToken, type Question } from '../../openid4vci/harness/issuer/judge-answers.ts'
import { fetchToken } from '../../openid4vci/harness/issuer/session.ts'
import type { ProbePlace, TestWallet } from '../../openid4vci/harness/issuer/wallet.ts'
import { HAIPAS } from '../requirements.ts'

/** How far an authorization came: a code, a refusal, or a page, which says neither. */
type Way = { readonly code: string } | { readonly refusal: string } | undefined

/** How a probe was answered. Nothing, where it does not apply. */
type Answer = { readonly question: Question; readonly isRefused: boolean; readonly actual: string } | undefined

type Ask = (place: ProbePlace, wallet: TestWallet) => Promise<Answer>

/** Asks for codes as no wallet of this profile may, and for tokens with them; at the end as it should be. */
export async function sendCodeDemands(place: ProbePlace, wallet: TestWallet): Promise<void> {
  const hasEndpoint = findPushEndpoint(place.issuer) !== undefined
  const answers: Answer[] = []
  for (const ask of hasEndpoint ? [...aboutPushing, ...aboutChallenges] : aboutChallenges)
    answers.push(await attemptCalls(() => ask(place, wallet)))
  const draft = makeAuthorization(place.issuer, place.offer, wallet)
  const control = await attemptCalls(() => fetchCode(place.issuer, draft, wallet))
  for (const answer of answers) if (answer) judgeAnswer(answer, control !== undefined, wallet)
}

/** A refusal shows nothing where the valid request is refused as well. */
function judgeAnswer(answer: NonNullable<Answer>, isControlled: boolean, wallet: TestWallet) {
  const { question, isRefused, actual } = answer
  if (!isRefused || isControlled) return addAnswer(wallet, question, isRefused, actual)
  return addOpenAnswer(wallet, question, 'rejected, and so is the valid request')
}

const describe = (row: Requirement, description: string): Question => ({ row, description })

const readWay = (question: Question, way: Way): Answer => {
  if (!way) return undefined
  const isRefused = 'refusal' in way
  return { question, isRefused, actual: isRefused ? `rejected: ${way.refusal}` : 'it gets a code' }
}

/** Sends a user with parameters. */
async function askUser(parameters: Form, { issuer }: ProbePlace, wallet: TestWallet): Promise<Way> {
  const end = await sendUser(issuer, parameters, wallet, { redirectUri: wallet.redirectUri, expectsRefusal: true })
  if (end.kind === 'page') return undefined
  if (end.kind === 'refused') return { refusal: end.problem }
  const code = end.parameters.get('code')
  return code === null ? { refusal: 'the user comes back without a code' } : { code }
}

/** Pushes a request, and sends a user with what came back. */
async function pushAndAsk(form: Form, place: ProbePlace, wallet: TestWallet, isProven = false): Promise<Way> {
  const endpoint = findPushEndpoint(place.issuer)
  if (endpoint === undefined) return askUser(form, place, wallet)
  const { dpop } = wallet
  const response = await sendPushedRequest(endpoint, form, wallet, isProven && dpop ? { dpop } : {})
  const uri = readPushed(response)
  if (uri === undefined) return { refusal: describeError(response) }
  return askUser({ client_id: form.client_id ?? '', request_uri: uri }, place, wallet)
}

const pushUnauthenticated: Ask = async ({ issuer, offer }, wallet) => {
  if (!wallet.instance) return undefined
  const { form } = makeAuthorization(issuer, offer, wallet)
  const change = { isMissing: true } as const
  const response = await sendPushedRequest(findPushEndpoint(issuer) ?? '', form, wallet, { change })
  const isRefused = readPushed(response) === undefined
  const question = describe(HAIPAS.CLIENT, 'a pushed request without authentication of the client')
  return { question, isRefused, actual: isRefused ? `rejected: ${describeError(response)}` : 'it gets a `request_uri`' }
}

const askUnpushed: Ask = async (place, wallet) => {
  const { form } = makeAuthorization(place.issuer, place.offer, wallet)
  const question = describe(HAIPAS.PUSHED, 'an authorization request that was not pushed')
  return readWay(question, await askUser(form, place, wallet))
}

const pushBare: Ask = async (place, wallet) => {
  const { redirect_uri: _, ...form } = makeAuthorization(place.issuer, place.offer, wallet).form
  const question = describe(HAIPAS['REDIRECT-URI'], 'a pushed request without `redirect_uri`')
  return readWay(question, await pushAndAsk(form, place, wallet))
}

/** Names another key than that which proves itself. */
const pushOtherKey: Ask = async (place, wallet) => {
  const other = wallet.dpop && makeDpopKey(place.issuer.server, wallet.dpop.alg)
  if (!other) return undefined
  const { form } = makeAuthorization(place.issuer, place.offer, wallet)
  const question = describe(HAIPAS['PUSHED-KEY'], 'a pushed request with `dpop_jkt` of another key than its DPoP proof')
  return readWay(question, await pushAndAsk({ ...form, dpop_jkt: nameDpopKey(other) }, place, wallet, true))
}

/** What a token request for a code of this authorization has. */
const writeTokenForm = ({ client_id: client = '', redirect_uri: uri = '' }: Form, code: string): Form => ({
  grant_type: 'authorization_code',
  code,
  client_id: client,
  redirect_uri: uri,
})

/** An authorization without a challenge that hides its verifier. It may be refused anywhere on the way to a token. */
const askUnchallenged =
  (how: string, change: (draft: AuthorizationDraft) => Form): Ask =>
  async (place, wallet) => {
    const draft = makeAuthorization(place.issuer, place.offer, wallet)
    const form = change(draft)
    const question = describe(HAIPAS.PKCE, `an authorization request ${how}`)
    const way = await pushAndAsk(form, place, wallet)
    if (!way || 'refusal' in way) return readWay(question, way)
    const verifier: Form = form.code_challenge === undefined ? {} : { code_verifier: draft.verifier }
    const response = await fetchToken(place.issuer, { ...writeTokenForm(form, way.code), ...verifier }, wallet)
    const isRefused = !hasToken(response)
    return { question, isRefused, actual: isRefused ? `rejected: ${describeError(response)}` : 'it gets a token' }
  }

const aboutPushing: readonly Ask[] = [pushUnauthenticated, askUnpushed, pushBare, pushOtherKey]

const aboutChallenges: readonly Ask[] = [
  askUnchallenged('without `code_challenge`', ({ form }) => {
    const { code_challenge: _, code_challenge_method: __, ...rest } = form
    return rest
  }),
  askUnchallenged('with the method `plain`', ({ form, verifier }) => ({
    ...form,
    code_challenge: verifier,
    code_challenge_method: 'plain',
  })),
]
