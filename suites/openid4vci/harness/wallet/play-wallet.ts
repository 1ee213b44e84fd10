import type { KnownFacts } from '../../../../model/finding.ts'
import { isObject } from '../../../../protocol/encoding/json.ts'
import { tryCertificates } from '../../../../src/harness/certificates.ts'
import { concludeJournal } from '../../../../src/harness/conclude-journal.ts'
import { type Journal, openJournal } from '../../../../src/harness/journal.ts'
import { recordAnswers } from '../../../../src/harness/recording.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import type { TestOptions } from '../../../../src/harness/test-options.ts'
import type { HeldSession } from '../../../../src/harness/wallet/take-together.ts'
import type { TestedWallet, WalletWord } from '../../../../src/harness/wallet/tested-wallet.ts'
import { isLoopback } from '../../../../src/wire/client/address-policy.ts'
import type { ShowCertificate } from '../../../../src/wire/server/select-certificate.ts'
import { readToken } from '../../actors/read-proofs.ts'
import type { WalletCall } from '../../actors/wallet-session.ts'
import type { IssuerMutation } from '../../issuer-changes.ts'
import { checkWalletSession } from '../../wallet/checks.ts'
import { checkFreshValues } from '../../wallet/fresh-values.ts'
import { keepUsual } from '../../wallet/make-probe.ts'
import type { usualSessions } from '../../wallet/probes.ts'
import { VCIWALLET } from '../../wallet/requirements.ts'
import { listCalls, listNonces, listProofs } from '../../wallet/seen.ts'
import type { IssuerSession } from './issuer-session.ts'
import { sendWalletProbes } from './send-probes.ts'
import { type PlayTogether, sendSequences } from './send-sequences.ts'
import { describeEnd, type PlayedSession, type PlaySession, summarizeEnd } from './session-end.ts'
import type { WalletProfile } from './wallet-profile.ts'

/** How a wallet is tested. */
export interface WalletTest {
  /** Opens an issuer for one session. */
  readonly open: (change: IssuerMutation) => Promise<IssuerSession>
  readonly wallet: TestedWallet<IssuerSession>
  readonly profile: WalletProfile
  readonly hasProbes: boolean
  readonly options: TestOptions
  /** Shows the wallet another certificate; absent where it calls over no TLS of ours. */
  readonly showCertificate?: ShowCertificate
  /** Called before each session. */
  readonly announce: (description: string) => unknown
}

/** Offers credentials to a wallet as an issuer does, judges all that the wallet sends, and sends it probes. */
export async function playWallet(test: WalletTest): Promise<Seen> {
  const { suite, rows, probes, checks, sessions: usual } = test.profile
  const journal = openJournal({ ...test.options, profile: suite })
  const sessions: IssuerSession[] = []
  const conclude = (description: string, session: IssuerSession, word: WalletWord, own: Journal): PlayedSession => {
    recordAnswers(session.calls, own.recording, {
      ...{ from: 'wallet', to: 'issuer' },
      nameEndpoint: ({ endpoint }) => endpoint,
    })
    judgeSession(description, session, own)
    own.mark(description, checks?.session?.(session) ?? [])
    return { session, ...summarizeEnd(session, word) }
  }
  const play: PlaySession = async (description, change) => {
    test.announce(description)
    const session = await test.open(change)
    sessions.push(session)
    journal.recording.begin(session.name, description)
    return conclude(description, session, await test.wallet.take(session), journal)
  }
  const playTogether: PlayTogether = async (description, offers, own) => {
    test.announce(description)
    const held: HeldSession<IssuerSession>[] = []
    for (const { change, place } of offers)
      held.push({ session: await test.open(change), ...(place !== undefined && { place }) })
    const words = await test.wallet.takeTogether?.(held)
    for (const [i, word] of (words ?? []).entries()) {
      const session = held[i]?.session
      if (!session) break
      sessions.push(session)
      own.recording.begin(session.name, description)
      conclude(description, session, word, own)
    }
    return words?.length === held.length
  }
  const first = await playUsual(play, journal, usual)
  const isProbed = test.hasProbes && first?.isIssued === true
  const fitting = probes.filter(({ needsTls }) => !needsTls || test.showCertificate)
  if (first && isProbed) await sendWalletProbes(play, journal, { probes: fitting, first })
  if (first && isProbed) await sendSequences({ one: play, together: playTogether }, journal, first)
  if (isProbed && test.showCertificate)
    await tryCertificates({
      ...{ row: VCIWALLET['REFUSES-TLS'], journal, show: test.showCertificate },
      countCalls: async (description) => (await play(description, keepUsual)).session.calls.length,
    })
  journal.mark(`${sessions.length} sessions`, checks?.sessions?.(sessions) ?? [])
  journal.mark(`${sessions.length} sessions`, checkFreshValues(sessions))
  const obstacle = first && findObstacle(first)
  return concludeJournal(journal, { rows, role: 'wallet', hasProbes: test.hasProbes }, obstacle)
}

/** Plays the sessions of a usual issuer, and returns the first. */
async function playUsual(
  play: PlaySession,
  journal: Journal,
  sessions: typeof usualSessions,
): Promise<PlayedSession | undefined> {
  const ends: PlayedSession[] = []
  for (const { description, change } of sessions) ends.push(await play(description, change))
  const [first, byReference] = ends
  if (!first || !byReference) return first
  if (first.session.issuer.startsWith('http:'))
    journal.notes.push(`${new URL(first.session.issuer).origin} has no TLS, and a wallet may reject it for that reason`)
  if (first.isIssued && listCalls(byReference.session, 'offer').length === 0) noteUnfetched(byReference, journal)
  return first
}

/** Why it cannot be said whether a wallet takes what is valid: it obtained no credential, or refused the first. */
function findObstacle(first: PlayedSession): string | undefined {
  if (!first.isIssued) return `the wallet obtains no credential: ${describeEnd(first)}`
  if (first.accepted !== false) return undefined
  return `the wallet obtains a credential and rejects it: ${describeEnd(first)}; it may not trust the issuer (--x5c)`
}

/** A wallet may refuse an address without TLS. */
function noteUnfetched({ session }: PlayedSession, journal: Journal): void {
  const row = VCIWALLET['OFFER-URI']
  const trial = { id: row.id, row, description: 'an offer by reference', actual: 'the offer is not fetched' }
  const isPlain = session.issuer.startsWith('http:')
  journal.add({ ...trial, outcome: isPlain ? 'inconclusive' : 'failed', obligation: row.standard ?? '' })
}

function judgeSession(source: string, session: IssuerSession, journal: Journal): void {
  journal.mark(source, checkWalletSession(session))
  judgeTokens(source, session, journal)
  for (const call of listCalls(session, 'credential')) judgeRequest(source, call, session, journal)
  for (const call of listCalls(session, 'notification'))
    journal.judge(`${source}: the notification`, call.request.body ?? '', 'vci-notification', {})
}

/** Judges the tokens in header fields, each once: a wallet sends the attestation of its provider again. */
function judgeTokens(source: string, { calls }: IssuerSession, { judge }: Journal): void {
  const seen = new Set<string>()
  for (const { request } of calls)
    for (const { field, kind, name } of tokenFields) {
      const { [field]: text } = request.headers
      if (text === undefined || seen.has(text)) continue
      seen.add(text)
      judge(`${source}: ${name}`, text, kind, field === popField ? readClientKey(request.headers) : {})
    }
}

const popField = 'oauth-client-attestation-pop'

const tokenFields = [
  { field: 'dpop', kind: 'oauth-dpop-proof', name: 'the DPoP proof' },
  { field: 'oauth-client-attestation', kind: 'oauth-client-attestation', name: 'the wallet attestation' },
  { field: popField, kind: popField, name: 'the proof for the wallet attestation' },
] as const

/** The proof for a wallet attestation is signed with the key in it: without one, no key is known, whatever --jwks says. */
function readClientKey(headers: Readonly<Record<string, string>>): KnownFacts {
  const { cnf } = readToken(headers['oauth-client-attestation'])?.payload ?? {}
  return { jwks: isObject(cnf) && isObject(cnf.jwk) ? { keys: [cnf.jwk] } : undefined }
}

function judgeRequest(source: string, call: WalletCall, session: IssuerSession, { judge }: Journal): void {
  const content = session.read(call)
  const facts = readFacts(session)
  // Where the issuer has a key, VCIWALLET-ENCRYPTION judges what cannot be decrypted.
  const isForKey = isObject(session.metadata.credential_request_encryption)
  const text = session.open(call) ?? (isForKey ? undefined : call.request.body)
  if (text !== undefined) judge(`${source}: the credential request`, text, 'vci-credential-request', facts)
  for (const [type, list] of content ? listProofs(content) : [])
    for (const proof of list) {
      if (typeof proof !== 'string') continue
      const kind = type === 'jwt' ? 'vci-proof' : type === 'attestation' ? 'vci-key-attestation' : undefined
      if (kind) judge(`${source}: the proof`, proof, kind, { ...facts, nonce: chooseNonce(proof, session) })
      const inner = readToken(proof)?.header.key_attestation
      if (typeof inner === 'string') judge(`${source}: the key attestation`, inner, 'vci-key-attestation', facts)
    }
}

const readFacts = ({ issuer, metadata }: IssuerSession): KnownFacts => ({
  issuer,
  issuerMetadata: metadata,
  ...(isLoopback(issuer) && issuer.startsWith('http:') && { plainOrigin: new URL(issuer).origin }),
})

/** The nonce that a proof should have: any that the issuer gave will do. */
function chooseNonce(proof: string, session: IssuerSession): string | undefined {
  if (session.metadata.nonce_endpoint === undefined) return undefined
  const given = listNonces(session).filter((each) => typeof each === 'string')
  const own = readToken(proof)?.payload.nonce
  return given.find((each) => each === own) ?? given.at(-1) ?? 'a nonce that was asked for'
}
