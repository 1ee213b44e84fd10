import type { ProbeAnswer } from '../../../../model/probe.ts'
import { tryCertificates } from '../../../../src/harness/certificates.ts'
import { attemptCalls } from '../../../../src/harness/obstacle.ts'
import type { ProbeQueue } from '../../../../src/harness/side-by-side/probe-queue.ts'
import { removeTrial, type TestTrial } from '../../../../src/harness/trials.ts'
import { describeError } from '../../../oauth/harness/describe-error.ts'
import { isOfType } from '../../../sd-jwt-vc/served-types.ts'
import { listQueries } from '../../values.ts'
import type { ResponseChange, VerifierProbe } from '../../verifier/probes.ts'
import { VPUSE } from '../../verifier/requirements.ts'
import { fetchMetadata } from './read-request.ts'
import type { OwnCredential, RespondedSession, Sessions, VpRequest } from './session.ts'
import { isListFitting, isOfIssuerMetadata, isOfStatus, mostRedirections } from './status-lists.ts'
import {
  canChange,
  canPresentTwice,
  canSealOtherwise,
  canWriteNear,
  hasPresentations,
  isOfEncryption,
  isSingle,
  listEncryptions,
  listOtherAlgorithms,
  needsPresentation,
  readPresented,
} from './write-response.ts'

/** The session that came before the probes. */
interface Played {
  readonly request: VpRequest
  readonly first: RespondedSession
}

/** What is known before the probes. */
interface Learned extends Played {
  /** Whether two valid presentations for one query are rejected: others prove nothing then. */
  readonly refusesTwo: boolean
  /** Whether a session takes a valid response after one that was refused. */
  readonly reopens: boolean
}

/** Puts every probe that applies to a verifier, each in a session of its own, and the valid response again at the end. */
export async function sendProbes(played: Played, sessions: Sessions, queue: ProbeQueue<Sessions>): Promise<void> {
  await probeFetch(played, sessions)
  const refused: Refused = new Map()
  const [refuses, reopens] = [await refusesTwo(played, sessions), await reopensSessions(played, sessions)]
  const learned = { ...played, refusesTwo: refuses, reopens }
  const probes = sessions.wallet.profile.probes.filter((each) => isChosen(each, learned, sessions))
  await queue.sendAll(
    probes.map((probe) => ({
      name: probe.id,
      send: (own) => sendFirst(probe, played, own, refused),
    })),
    sendControl,
  )
  await queue.sendAll(
    probes
      .filter((probe) => refused.get(probe) && isRepeatable(probe))
      .map((probe) => ({ name: `${probe.id}, again`, send: (own) => sendAgain(probe, played, own, refused) })),
    sendControl,
  )
  await showCertificates(sessions)
  const held = probes.filter((probe) => refused.get(probe))
  if (held.length > 0) await confirmControl(held, sessions)
  for (const probe of probes.filter(({ expects }) => expects === 'all-lists')) judgeAggregation(probe, sessions)
}

/** Whether each probe was refused as it should be. */
type Refused = Map<VerifierProbe, boolean>

async function sendFirst(
  probe: VerifierProbe,
  played: Played,
  sessions: Sessions,
  refused: Refused,
): Promise<'answered' | 'lost'> {
  refused.delete(probe)
  const before = countFetched(probe, sessions)
  const end = await attemptCalls(() => sendProbe(probe, played, sessions))
  if (end === undefined) {
    add(sessions, probe, 'inconclusive', 'there was no answer')
    return 'lost'
  }
  if (typeof end === 'string') add(sessions, probe, 'inconclusive', unsent[end])
  else refused.set(probe, judgeProbe(probe, end, countFetched(probe, sessions) - before, sessions))
  return 'answered'
}

/** Why a probe was not sent. */
const unsent = {
  'no-request': 'it needs another request: pass --request with an address or a command that returns them',
  'unknown-credential': 'the valid presentation before it was not accepted',
  'nothing-refused': 'the wrong response before it was not rejected',
} as const

/** Presents a second time what was refused: some receivers validate until they have refused. */
async function sendAgain(
  probe: VerifierProbe,
  played: Played,
  sessions: Sessions,
  refused: Refused,
): Promise<'answered' | 'lost'> {
  refused.set(probe, true)
  const before = countFetched(probe, sessions)
  const end = await attemptCalls(() => sendProbe(probe, played, sessions))
  if (end === undefined || typeof end === 'string' || end.outcome !== 'accepted') return 'answered'
  if (isOfStatus(probe.presentation) && countFetched(probe, sessions) === before) return 'answered'
  add(sessions, probe, probe.obligation === undefined ? 'remark' : 'failed', 'rejected at first, then accepted')
  refused.set(probe, false)
  return 'answered'
}

async function sendControl({ open, respond }: Sessions): Promise<ProbeAnswer> {
  const end = await attemptCalls(async () => {
    const request = await open({ isJudged: false })
    return request && respond(request, {}, 'the answer to a valid response')
  })
  return end === undefined || end.outcome === 'unknown' ? 'inconclusive' : end.outcome
}

/** How often lists, or metadata of the issuer, were fetched in sessions with the change of a probe. */
const countFetched = ({ presentation }: VerifierProbe, { wallet: { lists } }: Sessions): number =>
  (isOfIssuerMetadata(presentation) ? lists?.selectIssuer : lists?.select)?.(presentation).length ?? 0

/** Metadata of an issuer and of a type have one address for all. */
const isRepeatable = ({ presentation, expects }: VerifierProbe): boolean =>
  expects === 'refusal' && !isOfIssuerMetadata(presentation) && !isOfType(presentation)

/** Serves lists behind certificates that a verifier must not accept. */
async function showCertificates({ open, respond, wallet }: Sessions): Promise<void> {
  const { lists, showCertificate: show, journal } = wallet
  if (!lists || !show || lists.select().length === 0) return
  const change = { presentation: 'list-behind-certificate' } as const
  const countFetched = (): number => lists.select(change.presentation).length
  await tryCertificates({
    ...{ row: VPUSE.TLS, journal, show },
    countCalls: async (description) => {
      const before = countFetched()
      await attemptCalls(async () => {
        const request = await open({ isJudged: false })
        return request && respond(request, change, `the answer to a credential whose list is behind ${description}`)
      })
      return countFetched() - before
    },
  })
}

/** Presents twice for a query that allows it, as the control of all probes that do so. */
async function refusesTwo({ request }: Played, { wallet, open, respond }: Sessions): Promise<boolean> {
  const isSent = wallet.profile.probes.some((each) => each.twice && wallet.journal.selects(each))
  if (!isSent || !canPresentTwice(request, wallet)) return false
  const end = await attemptCalls(async () => {
    const next = await open({ isJudged: false })
    return next && respond(next, { twice: 'none' }, 'the answer to two valid presentations for one query')
  })
  if (end?.outcome !== 'refused') return false
  wallet.journal.notes.push('not tested, as the verifier rejects two valid ones: two presentations for one query')
  return true
}

const wrong = { presentation: 'broken-signature' } as const

const sendWrong = (request: VpRequest, { respond }: Sessions): Promise<RespondedSession> =>
  respond(request, wrong, 'the answer to a credential with a broken signature')

/** Presents as it should after a wrong response in the same session, as the control of all probes that come second. */
async function reopensSessions({ request }: Played, sessions: Sessions): Promise<boolean> {
  const { wallet, open, respond } = sessions
  const isSent = wallet.profile.probes.some((each) => each.isRetried && wallet.journal.selects(each))
  if (!isSent || !canChange(wrong.presentation, request, wallet)) return false
  const end = await attemptCalls(async () => {
    const next = await open({ isJudged: false })
    if (!next || (await sendWrong(next, sessions)).outcome !== 'refused') return undefined
    return respond(next, { isRetried: true }, 'the answer to a valid response after one that was refused')
  })
  return end !== undefined && end.outcome !== 'refused'
}

const isChosen = (probe: VerifierProbe, learned: Learned, sessions: Sessions): boolean =>
  sessions.wallet.journal.selects(probe) && isFitting(probe, learned, sessions)

function isFitting(
  { presentation, response, enc, alg, isKnown, isRetried, twice, isOther, needsIssuer, expects }: VerifierProbe,
  { request, refusesTwo, reopens }: Learned,
  { wallet }: Sessions,
): boolean {
  if (needsIssuer && wallet.own) return false
  if (isRetried && !reopens) return false
  if (expects === 'no-plain' && !wallet.showCertificate) return false
  if (isOfIssuerMetadata(presentation) && !wallet.lists?.selectIssuer().length) return false
  if (isOfType(presentation) && !wallet.lists?.selectTypes().next) return false
  if (isOfStatus(presentation) || expects === 'no-fetch') {
    const [call] = wallet.lists?.select() ?? []
    if (!call || (presentation && !isListFitting(presentation, call.request))) return false
  }
  if (isKnown && !isSingle(request, wallet)) return false
  if (twice) return !refusesTwo && canPresentTwice(request, wallet, presentation)
  if (enc !== undefined) return listEncryptions(request).includes(enc)
  if (alg !== undefined && !listOtherAlgorithms(request, wallet).includes(alg)) return false
  if (alg !== undefined && presentation === undefined) return true
  if (presentation) return canChange(presentation, request, wallet, isOther)
  if (response === 'replayed') return canChange('other-nonce', request, wallet)
  if ((response?.endsWith('-id') || response?.endsWith('-state')) && !canWriteNear(response, request)) return false
  const isOfToken = response !== undefined && (ofToken.has(response) || response.endsWith('-id'))
  if (isOfToken) return needsPresentation(request, wallet)
  if (response === 'without-first' || response === 'without-last') return hasPresentations(request, wallet, response)
  if (response === 'repeated') return !takesSeveral(request)
  if (isOfEncryption(response)) return canSealOtherwise(response, request)
  return !response?.endsWith('-state') || (request.parameters.state !== undefined && request.origin === undefined)
}

/** Changes of a VP Token that leave nothing of it. */
const ofToken: ReadonlySet<ResponseChange> = new Set(['absent', 'empty', 'emptied', 'renamed'])

/** Whether a query allows several presentations of a credential. */
const takesSeveral = ({ parameters: { dcql_query: query } }: VpRequest): boolean =>
  listQueries(query).some(([, { multiple }]) => multiple === true)

/** Presents a credential as it should be. Returns it if the verifier accepted it. */
async function presentKnown({ open, respond }: Sessions): Promise<OwnCredential | undefined> {
  const request = await open({ isJudged: false })
  const end = request && (await respond(request, {}, 'the answer to a valid response'))
  return end?.outcome === 'accepted' ? readPresented(end.prepared) : undefined
}

async function sendProbe(
  { description, presentation, response, enc, alg, isKnown, isRetried, twice, isOther }: VerifierProbe,
  { first }: Played,
  sessions: Sessions,
): Promise<RespondedSession | keyof typeof unsent> {
  const { open, respond } = sessions
  const own = isKnown && (await presentKnown(sessions))
  if (isKnown && !own) return 'unknown-credential'
  const request = await open({ isJudged: false })
  if (!request) return 'no-request'
  if (isRetried && (await sendWrong(request, sessions)).outcome !== 'refused') return 'nothing-refused'
  const source = `the answer to ${description}`
  return respond(
    request,
    {
      ...(presentation && { presentation }),
      ...(response && { response }),
      ...(enc !== undefined && { enc }),
      ...(alg !== undefined && { alg }),
      ...(own && { own }),
      ...(isRetried && { isRetried }),
      ...(twice && { twice }),
      ...(isOther && { isOther }),
      ...(response === 'replayed' && { token: first.prepared.token }),
    },
    source,
  )
}

function add(
  { wallet: { journal } }: Sessions,
  { id, row, description, obligation, expects }: VerifierProbe,
  outcome: TestTrial['outcome'],
  actual: string,
): void {
  const expected = expects === 'refusal' ? 'refused' : expects === 'acceptance' ? 'accepted' : undefined
  journal.add({
    ...{ id, row, description, outcome, actual },
    ...(expected && { expected }),
    ...(obligation !== undefined && { obligation }),
  })
}

/** Judges how a probe ended. Returns whether it was refused as it should be. */
function judgeProbe(
  probe: VerifierProbe,
  { outcome, response }: RespondedSession,
  fetched: number,
  sessions: Sessions,
): boolean {
  const isOfIssuer = isOfIssuerMetadata(probe.presentation)
  if (probe.expects === 'no-fetch') return judgeFetch(probe, outcome, fetched, sessions)
  if (probe.expects === 'all-lists') return false
  if (probe.expects === 'no-plain')
    return judgePlain(probe, isOfIssuer ? fetched : countTypes(probe, sessions), sessions)
  if (isOfType(probe.presentation) && !judgeType(probe, outcome, sessions)) return false
  // A verifier that fetches the list of the first of several credentials cares for their status: it misses that of the last.
  const isMissed = probe.presentation === 'second-revoked' && outcome === 'accepted'
  if ((isOfStatus(probe.presentation) || isOfIssuer) && fetched === 0 && !isMissed) {
    add(sessions, probe, 'inconclusive', `its ${isOfIssuer ? 'metadata was' : 'status list was'} not fetched`)
    return false
  }
  if (probe.expects === 'end') {
    const actual = `requested ${fetched} times`
    add(sessions, probe, fetched < mostRedirections ? 'held' : 'failed', actual)
    return false
  }
  const isWrong = probe.obligation === undefined ? 'remark' : 'failed'
  if (outcome === 'unknown') {
    add(sessions, probe, 'inconclusive', `answered ${response.status}: whether it was accepted is not known`)
    return false
  }
  const isRefused = outcome === 'refused'
  const actual = isRefused ? `rejected: ${describeError(response)}` : 'accepted'
  const isRight = isRefused === (probe.expects === 'refusal')
  add(sessions, probe, isRight ? 'held' : isWrong, actual)
  return isRight && isRefused
}

const countTypes = ({ presentation }: VerifierProbe, { wallet: { lists } }: Sessions): number =>
  lists?.selectTypes(presentation).own ?? 0

/** Judges whether anything was asked for without TLS, where the metadata that lead there were fetched. */
function judgePlain(probe: VerifierProbe, fetched: number, sessions: Sessions): false {
  const plain = sessions.wallet.lists?.selectPlain(probe.presentation).length ?? 0
  if (plain > 0) add(sessions, probe, 'failed', `${plain} requests were sent without TLS`)
  else if (fetched === 0) add(sessions, probe, 'inconclusive', 'its metadata was not fetched')
  else add(sessions, probe, 'held', 'not asked for')
  return false
}

/** Whether the list of a credential that was refused was fetched. */
function judgeFetch(probe: VerifierProbe, outcome: string, fetched: number, sessions: Sessions): boolean {
  if (outcome !== 'refused') add(sessions, probe, 'inconclusive', 'the credential was not rejected')
  else
    add(
      sessions,
      probe,
      fetched === 0 ? 'held' : 'failed',
      fetched === 0 ? 'not fetched' : 'rejected, and its list was fetched',
    )
  return outcome === 'refused' && fetched === 0
}

/** Judges at the end which lists of an aggregation were fetched: a verifier may do so after it has answered. */
function judgeAggregation(probe: VerifierProbe, sessions: Sessions): void {
  const calls = sessions.wallet.lists?.select(probe.presentation) ?? []
  const has = (end: string): boolean => calls.some(({ request: { url } }) => new URL(url).pathname.endsWith(end))
  if (!has('/unread')) return
  add(sessions, probe, has('/other') ? 'held' : 'failed', `the other list was ${has('/other') ? '' : 'not '}fetched`)
}

/** Judges what can be seen of type metadata. Returns whether the answer has to be looked at as well. */
function judgeType(probe: VerifierProbe, outcome: string, sessions: Sessions): boolean {
  const { lists } = sessions.wallet
  const { own = 0, next = 0 } = lists?.selectTypes(probe.presentation) ?? {}
  const isUse = probe.expects === 'use'
  if (own === 0) add(sessions, probe, 'inconclusive', 'its type metadata was not fetched')
  else if (probe.presentation === 'type-weaker-digest' && !lists?.selectTypes('type-strong-digest').next)
    sessions.wallet.journal.notes.push(
      `not tested, as the verifier does not read digests by SHA-512: ${probe.description}`,
    )
  else if (probe.expects !== 'no-use' && !isUse) return true
  else if (isUse) {
    const isWrong = probe.obligation === undefined ? 'remark' : 'failed'
    add(sessions, probe, next > 0 ? 'held' : isWrong, next > 0 ? 'used' : 'the type that they extend was not fetched')
  } else if (next === 0) add(sessions, probe, 'held', `not used; the credential was ${outcome}`)
  else if (outcome === 'unknown')
    add(sessions, probe, 'inconclusive', 'whether the credential was accepted is not known')
  else add(sessions, probe, outcome === 'accepted' ? 'failed' : 'held', `used, and the credential was ${outcome}`)
  return false
}

/** If the valid response is refused at the end, what was refused before proves nothing. */
async function confirmControl(held: readonly VerifierProbe[], sessions: Sessions): Promise<void> {
  const end = await attemptCalls(async () => {
    const request = await sessions.open({ isJudged: false })
    return request && sessions.respond(request, {}, 'the answer to the valid response at the end')
  })
  if (end !== undefined && end.outcome !== 'refused') return
  for (const probe of held) {
    removeTrial(sessions.wallet.journal.trials, probe.id)
    add(sessions, probe, 'inconclusive', 'rejected, and so is the valid response at the end')
  }
}

/** What a request for a request object may have that no verifier knows. */
const fetchProbes = [
  {
    id: 'another-parameter-for-the-request-object',
    description: 'a request for the request object with a parameter that is not known',
    more: { 'x-note': 'a' },
    obligation: 'OpenID4VP 1.0, section 5.10',
  },
  {
    id: 'another-parameter-in-the-metadata-of-a-wallet',
    description: 'a request for the request object with metadata that are not known',
    more: { wallet_metadata: JSON.stringify({ ...fetchMetadata, 'x-note': 'a' }) },
    obligation: 'OpenID4VP 1.0, section 10.1',
  },
] as const

/** Asks for request objects in ways that a verifier has to take. */
async function probeFetch({ request }: Played, sessions: Sessions): Promise<void> {
  if (!request.isFetchedByPost) return
  for (const { id, description, more, obligation } of fetchProbes) {
    const opened = await attemptCalls(() => sessions.open({ isJudged: false, more }))
    const row = VPUSE.IGNORES
    const control = opened ?? (await attemptCalls(() => sessions.open({ isJudged: false })))
    if (!control) continue
    sessions.wallet.journal.add({
      ...{ id: `${row.id}/${id}`, row, description, obligation },
      outcome: opened ? 'held' : 'failed',
      actual: opened ? 'accepted' : 'rejected, while the usual request is accepted',
    })
  }
}
