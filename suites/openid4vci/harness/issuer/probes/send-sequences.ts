import type { Requirement } from '../../../../../model/requirement.ts'
import { attemptCalls } from '../../../../../src/harness/obstacle.ts'
import { markTape } from '../../../../../src/harness/tape/tape.ts'
import { type ForbiddenStep, playSequences, type SequencePlay } from '../../../../kit/sequences.ts'
import type { Form } from '../../../../oauth/exchange-checks.ts'
import { VCIAUTH, VCIDPOP, VCIPKCE } from '../../../../oauth/requirements.ts'
import { VCIUSE } from '../../../requirements.ts'
import { fetchCode, makeAuthorization } from '../../authorization/authorization.ts'
import { makeDpopKey } from '../dpop.ts'
import { addOpenAnswer, addRefusal, hasToken, nameSection } from '../judge-answers.ts'
import { type ReadOffer, readOffer } from '../read-offer.ts'
import { fetchCredential, fetchGrant, fetchToken, isBound, isTaken, makeTokenForm } from '../session.ts'
import type { Grant, ProbePlace, TestWallet } from '../wallet.ts'

/** A session of a sequence: its token request, the key of its access token, and what came of them. */
interface IssuerSession {
  readonly number: number
  readonly wallet: TestWallet
  readonly offer: ReadOffer
  readonly form: Form
  /** Whether its code may still be used: after a wrong request that is not known. */
  state: 'open' | 'doubtful' | 'used'
  grant: Grant | undefined
  /** The request that uses its refresh token. */
  refresh: Form | undefined
}

interface IssuerGoal extends ForbiddenStep<IssuerSession> {
  readonly row: Requirement
  readonly obligation?: string
  readonly description: string
}

/** What is sent in the sessions of an issuer: each says whether it was taken; nothing, where that cannot be said. */
interface IssuerSends {
  readonly request: (form: Form, session: IssuerSession) => Promise<boolean | undefined>
  /** The same with a code that is wrong in one place. */
  readonly attemptCode: (form: Form, session: IssuerSession) => Promise<boolean | undefined>
  readonly ask: (session: IssuerSession, wallet?: TestWallet) => Promise<boolean | undefined>
}

function makeSends({ issuer }: ProbePlace): IssuerSends {
  const request: IssuerSends['request'] = async (form, session) => {
    const response = await fetchToken(issuer, form, session.wallet)
    return response.status === 429 || response.status >= 500 ? undefined : hasToken(response)
  }
  return {
    request,
    attemptCode: async (form, session) => {
      session.state = 'doubtful'
      return request(form, session)
    },
    ask: async ({ wallet: own, grant }, other = own) => {
      const end = grant && (await attemptCalls(() => fetchCredential(issuer, grant, { ...own, ...pickKey(other) })))
      return end && end.outcome !== 'limited' && end.outcome !== 'unclear' ? isTaken(end) : undefined
    },
  }
}

/** What belongs to one session, or was used, and must be refused in the others. */
function listGoals({ issuer, offer }: ProbePlace, { request, attemptCode, ask }: IssuerSends): readonly IssuerGoal[] {
  const { code_challenge_methods_supported: methods } = issuer.server
  const knowsVerifiers = Array.isArray(methods) && methods.includes('S256')
  return [
    {
      ...{ row: VCIPKCE.VERIFIER, name: 'verifier', description: 'the `code_verifier` of another session' },
      ...{ needs: [opening, opening], control: 'redeem' },
      isPossible: (one, other) => one !== other && one.state === 'open' && knowsVerifiers && hasVerifier(one, other),
      describe: (one, other) => `uses the code of session ${one.number} with the verifier of session ${other.number}`,
      run: (one, other) => attemptCode({ ...one.form, code_verifier: other.form.code_verifier ?? '' }, one),
    },
    {
      ...{ row: VCIUSE['TX-CODE'], obligation: nameSection('6.3') },
      ...{ name: 'transaction code', description: 'the transaction code of another offer' },
      ...{ needs: [opening, opening], control: 'redeem' },
      isPossible: (one, other) => one.state === 'open' && hasOtherTxCode(one, other),
      describe: (one, other) =>
        `uses the code of session ${one.number} with the transaction code of session ${other.number}`,
      run: (one, other) => attemptCode({ ...one.form, tx_code: other.form.tx_code ?? '' }, one),
    },
    {
      ...{ row: VCIDPOP.BOUND, obligation: 'RFC 9449, section 7.1' },
      ...{ name: 'key', description: 'an access token with the key of another session' },
      ...{ needs: [opening, 'redeem', 'ask', opening, 'redeem', 'ask'], control: 'ask' },
      isPossible: (one, other) => one !== other && hasBoundToken(one) && hasBoundToken(other),
      describe: (one, other) =>
        `requests a credential with the token of session ${one.number} and the key of session ${other.number}`,
      run: (one, other) => ask(one, other.wallet),
    },
    {
      ...{ row: VCIAUTH['REFRESH-KEY'], name: 'refresh key' },
      description: 'a refresh token with the key of another session',
      ...{ needs: [opening, 'redeem', opening, 'redeem'], control: 'redeem' },
      isPossible: (one, other) => one !== other && hasBoundToken(other) && canRefresh(one),
      describe: (one, other) =>
        `uses the refresh token of session ${one.number} with the key of session ${other.number}`,
      run: (one, other) => request(one.refresh ?? {}, { ...one, wallet: other.wallet }),
    },
    {
      ...(offer.code === undefined
        ? { row: VCIAUTH.ONCE }
        : { row: VCIUSE['CODE-ONCE'], obligation: nameSection('4.1.1') }),
      ...{ name: 'again', description: 'a used code, after another one was used' },
      ...{ needs: [opening, 'redeem', opening, 'redeem'], control: 'redeem' },
      isPossible: (one, other) => one.number < other.number && one.state === 'used' && other.state === 'used',
      describe: ({ number }) => `uses the code of session ${number} again`,
      run: (session) => {
        // A server may revoke what was had for a code that is used twice.
        session.grant = undefined
        session.refresh = undefined
        return request(session.form, session)
      },
    },
  ]
}

/** Plays sessions of several wallets in drawn orders: what belongs to one of them, or was used, is taken at no point. */
export async function sendSequences(place: ProbePlace, wallet: TestWallet): Promise<void> {
  if (wallet.asksPerson) return
  const play = makePlay(place, wallet)
  await playSequences(play, ({ row, description, obligation }, { outcome, actual }) => {
    const question = { row, description, ...(obligation !== undefined && { obligation }) }
    if (outcome === 'inconclusive') addOpenAnswer(wallet, question, actual)
    else addRefusal(wallet, question, { isTaken: outcome === 'failed', actual })
  })
}

function makePlay(place: ProbePlace, wallet: TestWallet): SequencePlay<IssuerSession, IssuerGoal> {
  const sends = makeSends(place)
  return {
    open: (number) => attemptCalls(() => openSession(place, wallet, number)),
    steps: [
      {
        name: 'redeem',
        isPossible: ({ state }) => state !== 'used',
        describe: ({ number }) => `uses the code of session ${number}`,
        run: (session) => redeem(place, session),
      },
      {
        name: 'ask',
        isPossible: ({ grant }) => grant !== undefined,
        describe: ({ number }) => `requests a credential in session ${number}`,
        run: (session) => sends.ask(session),
      },
    ],
    rest: markTape,
    goals: listGoals(place, sends).filter(({ row, description }) =>
      wallet.journal.selects({ row, id: `${row.id}/${description.replaceAll(/\W+/g, '-')}` }),
    ),
  }
}

const opening = 'open'

const pickKey = ({ dpop }: TestWallet): Pick<TestWallet, 'dpop'> => (dpop ? { dpop } : {})

const hasVerifier = (one: IssuerSession, other: IssuerSession): boolean =>
  [one, other].every(({ form }) => form.code_verifier !== undefined)

const hasOtherTxCode = ({ form: { tx_code: own } }: IssuerSession, { form: { tx_code: other } }: IssuerSession) =>
  own !== undefined && other !== undefined && own !== other

const hasBoundToken = ({ grant, wallet }: IssuerSession): boolean =>
  grant !== undefined && wallet.dpop !== undefined && isBound(grant.type)

/** A refresh token of a client that does not authenticate is bound to a key. */
const canRefresh = (session: IssuerSession): boolean =>
  session.refresh !== undefined && session.wallet.instance === undefined && hasBoundToken(session)

/** Begins a session: by another offer, or by another authorization of the first. */
async function openSession(
  { issuer, offer, nextOffer }: ProbePlace,
  wallet: TestWallet,
  number: number,
): Promise<IssuerSession | undefined> {
  const dpop = wallet.dpop && makeDpopKey(issuer.server, wallet.profile.dpop)
  // Its credentials are judged, and not counted among those that the issuer issued: how many there are depends on the seed.
  const own = { ...wallet, issued: [], ...(dpop && { dpop }) }
  const begun = { number, wallet: own, state: 'open', grant: undefined, refresh: undefined } as const
  if (offer.code === undefined) {
    const form = await fetchCode(issuer, makeAuthorization(issuer, offer, own), own)
    return { ...begun, offer, form }
  }
  const given = await nextOffer()
  if (!given) return undefined
  const next = await readOffer(given, own)
  return { ...begun, offer: next, form: makeTokenForm(next, own) }
}

/** Uses a code as it has to be used. */
async function redeem({ issuer }: ProbePlace, session: IssuerSession): Promise<boolean> {
  const { form, offer, wallet } = session
  const end = await attemptCalls(() => fetchGrant(issuer, offer, form, wallet))
  session.state = end ? 'used' : 'doubtful'
  if (!end) return false
  session.grant = end.grant
  const { refresh_token: token } = end.body
  const { client_id: client } = form
  if (typeof token === 'string')
    session.refresh = {
      ...{ grant_type: 'refresh_token', refresh_token: token },
      ...(client !== undefined && { client_id: client }),
    }
  return true
}
