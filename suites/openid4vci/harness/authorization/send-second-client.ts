import { attemptCalls } from '../../../../src/harness/obstacle.ts'
import { makeKey } from '../../../oauth/harness/wallet-keys.ts'
import { VCIAUTH, VCIPAR } from '../../../oauth/requirements.ts'
import type { FoundIssuer } from '../issuer/find-issuer.ts'
import {
  type Answer,
  addOpenAnswer,
  addRefusal,
  hasToken,
  type Question,
  readTokenAnswer,
} from '../issuer/judge-answers.ts'
import type { ReadOffer } from '../issuer/read-offer.ts'
import { fetchToken } from '../issuer/session.ts'
import type { TestWallet } from '../issuer/wallet.ts'
import {
  fetchCode,
  findPushEndpoint,
  makeAuthorization,
  nameClient,
  readPushed,
  sendPushedRequest,
  tryForCode,
} from './authorization.ts'

/** Who authorizes what, and the second client that the server knows. */
interface TwoClients {
  readonly issuer: FoundIssuer
  readonly offer: ReadOffer
  readonly wallet: TestWallet
  readonly second: TestWallet
}

interface ClientQuestion extends Question {
  readonly id: string
  readonly ask: (clients: TwoClients) => Promise<Answer | undefined>
}

const questions: readonly ClientQuestion[] = [
  {
    id: 'VCIAUTH-CLIENT/a-code-as-the-second-client',
    row: VCIAUTH.CLIENT,
    description: 'a token request of the second client with the code of the first',
    ask: askForToken,
  },
  {
    id: 'VCIPAR-CLIENT/a-request-uri-as-the-second-client',
    row: VCIPAR.CLIENT,
    description: 'an authorization request of the second client with the `request_uri` of the first',
    ask: askForCode,
  },
]

/** Makes the wallet the second client, with a key of its own where clients authenticate themselves; nothing, if there is none. */
export function makeSecond({ secondClientId: clientId, ...wallet }: TestWallet): TestWallet | undefined {
  const { instance } = wallet
  if (clientId === undefined || clientId === nameClient(wallet)) return undefined
  return { ...wallet, clientId, ...(instance && { instance: { ...instance, key: makeKey('ES256') } }) }
}

/** Uses a code and a pushed request of the wallet as a second client, which obtains a token by itself as well. */
export async function sendAsSecond(issuer: FoundIssuer, offer: ReadOffer, wallet: TestWallet): Promise<void> {
  const second = makeSecond(wallet)
  const chosen = questions.filter(
    (each) => wallet.journal.selects(each) && (each.ask !== askForCode || findPushEndpoint(issuer) !== undefined),
  )
  if (!second || chosen.length === 0) return
  const own = await attemptCalls(() => fetchCode(issuer, makeAuthorization(issuer, offer, second), second))
  const isKnown = own !== undefined && hasToken(await fetchToken(issuer, own, second))
  for (const { ask, ...question } of chosen) {
    const answer = isKnown ? await attemptCalls(() => ask({ issuer, offer, wallet, second })) : undefined
    if (answer) addRefusal(wallet, question, answer)
    else addOpenAnswer(wallet, question, isKnown ? 'it cannot be sent' : 'the second client obtains no token by itself')
  }
}

async function askForToken({ issuer, offer, wallet, second }: TwoClients): Promise<Answer> {
  const form = await fetchCode(issuer, makeAuthorization(issuer, offer, wallet), wallet)
  return readTokenAnswer(await fetchToken(issuer, { ...form, client_id: second.clientId ?? '' }, second))
}

async function askForCode({ issuer, offer, wallet, second }: TwoClients): Promise<Answer | undefined> {
  const { form } = makeAuthorization(issuer, offer, wallet)
  const response = await sendPushedRequest(findPushEndpoint(issuer) ?? '', form, wallet)
  const uri = readPushed(response)
  if (uri === undefined) return undefined
  return tryForCode(issuer, { client_id: second.clientId ?? '', request_uri: uri }, wallet)
}
