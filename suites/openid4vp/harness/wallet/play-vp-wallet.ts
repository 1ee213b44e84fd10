import type { KnownFacts } from '../../../../model/finding.ts'
import { type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { findAddress } from '../../../../protocol/openid4vp/parameters.ts'
import { tryCertificates } from '../../../../src/harness/certificates.ts'
import { concludeJournal } from '../../../../src/harness/conclude-journal.ts'
import { type Journal, openJournal } from '../../../../src/harness/journal.ts'
import { recordAnswers } from '../../../../src/harness/recording.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import type { TestOptions } from '../../../../src/harness/test-options.ts'
import type { TestedWallet } from '../../../../src/harness/wallet/tested-wallet.ts'
import type { JudgedCase } from '../../../../src/verify/cases.ts'
import type { VerifyOptions } from '../../../../src/verify/verify.ts'
import { isLoopback } from '../../../../src/wire/client/address-policy.ts'
import type { ShowCertificate } from '../../../../src/wire/server/select-certificate.ts'
import { checkEphemeralKeys } from '../../../jose/ephemeral-keys.ts'
import { listProblem } from '../../../kit/results.ts'
import { VPJWE, VPSEND } from '../../response-requirements.ts'
import { isEncrypted } from '../../values.ts'
import { combine, type VerifierMutation } from '../../verifier/faults.ts'
import { checkKey, checkNonces, checkPresentationSession, listCallsAt, listSealed } from '../../wallet/checks.ts'
import { type Connection, type DcConnection, isLink } from '../../wallet/probes.ts'
import { setQuery } from '../../wallet/requests.ts'
import { VPWALLET } from '../../wallet/requirements.ts'
import type { PresenterProfile } from './presenter-profile.ts'
import { removeIssuerFailures } from './remove-issuer-failures.ts'
import { type ProbePlan, sendRequestProbes } from './send-vp-probes.ts'
import {
  type ConnectionEnds,
  describeEnding,
  type EndedSession,
  hasPresented,
  type PlayRequest,
} from './session-end.ts'
import type { VerifierSession } from './verifier-session.ts'
import { writeCall } from './write-call.ts'

/** How a wallet is tested that presents. */
export interface PresenterTest {
  /** Opens a verifier for one session. */
  readonly open: (change: VerifierMutation) => Promise<VerifierSession>
  readonly wallet: TestedWallet<VerifierSession>
  /** What the wallet is asked for. */
  readonly query?: JsonObject
  /** Transaction data of a type that it knows. */
  readonly transaction?: JsonObject
  readonly profile: PresenterProfile
  readonly hasProbes: boolean
  /** Whether it also gets requests from the Digital Credentials API. */
  readonly hasDcApi: boolean
  readonly options: TestOptions
  /** Shows the wallet another certificate; absent where it calls over no TLS of ours. */
  readonly showCertificate?: ShowCertificate
  /** Called before each session. */
  readonly announce: (description: string) => unknown
}

/** Asks a wallet for credentials as a verifier does, judges all that the wallet sends, and sends it probes. */
export async function playPresenter(test: PresenterTest): Promise<Seen> {
  const { query, options, announce, open, wallet, transaction } = test
  const journal = openJournal({ ...options, profile: test.profile.suite })
  const sessions: VerifierSession[] = []
  const { verifier: ofProfile = (steps) => steps } = test.profile
  const askUsual: VerifierMutation = query ? setQuery(query) : ofProfile
  const play: PlayRequest = async (description, change, isJudged) => {
    announce(description)
    const session = await open(combine(askUsual, change))
    sessions.push(session)
    journal.recording.begin(session.name, description)
    const { reason, response } = await wallet.take(session)
    if (response) session.receive(response)
    recordAnswers(session.calls, journal.recording, {
      ...{ from: 'wallet', to: 'verifier' },
      nameEndpoint: ({ place }) => place,
    })
    judgeSession({ source: description, session, isJudged }, journal, options)
    return { session, ...(reason !== undefined && { reason }) }
  }
  const { playUsual, rows, checkSessions, explainNothing } = test.profile
  const plan: PresenterProfile['plan'] = (ends, own) => ({
    ...test.profile.plan(ends, own),
    ...(transaction && { transaction }),
    seesPlain: test.showCertificate !== undefined,
  })
  const ends = {
    ...(await playUsual(play, journal)),
    ...(test.hasDcApi && (await playDc(test.profile, play, journal))),
  }
  const obstacle = findObstacle(ends, journal, explainNothing)
  if (test.hasProbes && obstacle === undefined) await sendRequestProbes(plan(ends, journal), play, ends, journal)
  if (test.hasProbes && obstacle === undefined && test.showCertificate)
    await showCertificates(test.showCertificate, plan(ends, journal), ends, play, journal)
  journal.mark(`${sessions.length} sessions`, [
    ...checkEphemeralKeys(VPJWE.EPHEMERAL, listSealed(sessions)),
    ...checkNonces(sessions),
    ...(checkSessions?.(sessions) ?? []),
  ])
  const seen = { ...journal, cases: excuseAll(journal) }
  return concludeJournal(seen, { rows, role: 'wallet', hasProbes: test.hasProbes }, obstacle)
}

const dcDescriptions: Readonly<Record<DcConnection, string>> = {
  dcSigned: 'a signed request to the Digital Credentials API',
  dcUnsigned: 'an unsigned request to the Digital Credentials API',
  dcMultisigned: 'a request with two signatures to the Digital Credentials API',
}

/** Plays the sessions of a usual verifier that puts its requests to the Digital Credentials API. */
async function playDc(
  { dcConnections, checkDc }: PresenterProfile,
  play: PlayRequest,
  journal: Journal,
): Promise<ConnectionEnds> {
  const playOne = (name: DcConnection): Promise<EndedSession> => play(dcDescriptions[name], dcConnections[name], true)
  const ends = {
    dcSigned: await playOne('dcSigned'),
    dcUnsigned: await playOne('dcUnsigned'),
    dcMultisigned: await playOne('dcMultisigned'),
  }
  await checkDc?.(ends, play, journal)
  return ends
}

/** Asks as the wallet was asked when it presented, behind certificates that it must not accept. */
async function showCertificates(
  show: ShowCertificate,
  { connections: changes }: ProbePlan,
  ends: ConnectionEnds,
  play: PlayRequest,
  journal: Journal,
): Promise<void> {
  const [name] = (Object.keys(ends) as Connection[]).filter(
    (each) => isLink(each) && ends[each] && hasPresented(ends[each]),
  ) // a closed table
  const change = name && changes[name]
  if (!change) return
  await tryCertificates({
    ...{ row: VPWALLET['REFUSES-TLS'], journal, show },
    countCalls: async (description) => (await play(description, change, false)).session.calls.length,
  })
}

/** Why there is nothing to judge: no name of a verifier is for every wallet, and one of them has to be. */
function findObstacle(
  ends: ConnectionEnds,
  { notes, trials }: Journal,
  explain: PresenterProfile['explainNothing'],
): string | undefined {
  const all = Object.values(ends)
  const [first] = all
  const address = first && findAddress(first.session.parameters)
  if (typeof address === 'string' && address.startsWith('http:'))
    notes.push(`${new URL(address).origin} has no TLS, and a wallet may reject it for that reason`)
  if (all.some(hasPresented) || !first) return undefined
  const reason = explain?.(trials)
  if (reason !== undefined) return reason
  return `the wallet presents nothing: ${describeEnding(first)}; it has to trust the verifier (--write-trust), and to have what --query asks for`
}

/** What was judged of a wallet; a note says what the issuer of a credential has broken. */
function excuseAll({ cases, notes }: Journal): readonly JudgedCase[] {
  const excused = cases.map(removeIssuerFailures)
  const rows = new Set(excused.flatMap(({ ofIssuer }) => ofIssuer))
  if (rows.size > 0)
    notes.push(`for the issuer of the credential, not for the wallet: ${[...rows].toSorted().join(', ')}`)
  return excused.map(({ judged }) => judged)
}

interface JudgedSession {
  readonly source: string
  readonly session: VerifierSession
  /** Otherwise errors alone are judged: what answers an invalid request has no request beside which it could be. */
  readonly isJudged: boolean
}

function judgeSession({ source, session, isJudged }: JudgedSession, journal: Journal, options: VerifyOptions): void {
  if (isJudged) journal.mark(source, [...checkPresentationSession(session), ...checkKey(session, session.responseKeys)])
  const facts = readFacts(session, options)
  if (session.origin !== undefined) judgeReturned({ source, session, isJudged }, journal, facts)
  else judgeCalls({ source, session, isJudged }, journal, facts)
}

/** Judges what a wallet posts. */
function judgeCalls({ source, session, isJudged }: JudgedSession, journal: Journal, facts: KnownFacts): void {
  for (const call of listCallsAt(session, 'request', 'response', 'elsewhere')) {
    const isError = call.place === 'response' && session.read(call).error !== undefined
    const what =
      call.place === 'request' ? 'the request for the request object' : isError ? 'the error' : 'the response'
    const isSent = call.request.method === 'POST' || call.request.url.includes('?')
    if ((call.place === 'request' ? call.request.method === 'POST' : isSent) && (isJudged || isError))
      journal.judge(`${source}: ${what}`, writeCall(call), 'vp-http-request', facts)
  }
}

/** Judges what the Digital Credentials API returned. */
function judgeReturned({ source, session, isJudged }: JudgedSession, journal: Journal, facts: KnownFacts): void {
  const { origin, parameters } = session
  for (const call of listCallsAt(session, 'response')) {
    const { error, vp_token: token, response } = session.read(call)
    if (!isJudged && error === undefined) continue
    journal.judge(`${source}: the response`, readText(call.request.body), 'vp-response', { ...facts, origin })
    if (!isEncrypted(parameters) || error !== undefined) continue
    const isPlain = token !== undefined && response === undefined
    journal.mark(source, [listProblem(VPSEND.ENCRYPTED, isPlain ? 'the response is in plain text' : '')])
  }
}

function readFacts({ parameters, responseKeys }: VerifierSession, { keys = [] }: VerifyOptions): KnownFacts {
  const address = findAddress(parameters)
  const isPlain = typeof address === 'string' && address.startsWith('http:') && isLoopback(address)
  return {
    presentationRequest: parameters,
    ...(typeof parameters.nonce === 'string' && { nonce: parameters.nonce }), // it was given out just now
    keys: [...responseKeys, ...keys],
    plainOrigin: isPlain ? new URL(address).origin : undefined,
  }
}
