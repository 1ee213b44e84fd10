import type { SessionResult } from '../../../model/check.ts'
import { isObject } from '../../../protocol/encoding/json.ts'
import type { Jws } from '../../../protocol/jose/jws.ts'
import { isSameType } from '../../jose/media-type.ts'
import { concludeOn } from '../../kit/results.ts'
import { isMac } from '../../token-status-list/secured-checks.ts'
import { readToken } from '../actors/read-proofs.ts'
import type { WalletCall, WalletSession } from '../actors/wallet-session.ts'
import { VCIWALLET } from './requirements.ts'
import { isSuccess, listCalls, readAnswer } from './seen.ts'

const attestationField = 'oauth-client-attestation'
const [proofField, challengeField] = [`${attestationField}-pop`, `${attestationField}-challenge`] as const

/** Judges how a wallet authenticates itself by an attestation of its provider (OpenID4VCI 1.0, section E). */
export function* checkClientAttestations(session: WalletSession): Generator<SessionResult> {
  for (const call of listAttested(session)) yield* checkAttestation(call, session)
  yield* checkChallenges(session)
}

/**
 * A proof has a challenge that the authorization server gave after it received the proof before, or else any of its
 * challenges: no sentence says how often a wallet has to request one.
 */
function* checkChallenges(session: WalletSession): Generator<SessionResult> {
  const attested = new Set(listAttested(session))
  const given: string[] = []
  // What is sent again is the same proof.
  const seen = new Set<string | undefined>()
  let isRequested = false
  let latest = 0
  for (const call of listCalls(session, 'challenge', 'push', 'token')) {
    if (call.endpoint === 'challenge') isRequested ||= call.request.method === 'POST'
    if (attested.has(call)) {
      if (session.server.challenge_endpoint !== undefined)
        yield concludeOn(
          VCIWALLET['CHALLENGE-ASKED'],
          isRequested,
          'the wallet attestation is sent without such a request',
        )
      const text = call.request.headers[proofField]
      const proof = seen.has(text) ? undefined : readToken(text)
      seen.add(text)
      const { challenge } = proof?.payload ?? {}
      const expected = given.length > latest ? given.slice(latest) : given
      if (proof && expected.length > 0)
        yield concludeOn(
          VCIWALLET['CLIENT-CHALLENGE'],
          expected.some((each) => each === challenge),
          challenge === undefined ? 'there is none' : 'it is another one',
        )
      latest = given.length
    }
    // What else is sent may be of a part of the wallet that knows nothing of challenges.
    if (attested.has(call) || call.endpoint === 'challenge') given.push(...readChallenge(call))
  }
}

function readChallenge(call: WalletCall): readonly string[] {
  const { [challengeField]: header } = call.response.headers
  const { attestation_challenge: served } = call.endpoint === 'challenge' && isSuccess(call) ? readAnswer(call) : {}
  return [header, served].filter((each) => typeof each === 'string')
}

const listAttested = (session: WalletSession): readonly WalletCall[] =>
  listCalls(session, 'push', 'token').filter(({ request: { headers } }) => headers[attestationField] !== undefined)

function* checkAttestation({ request: { headers } }: WalletCall, session: WalletSession): Generator<SessionResult> {
  const attestation = readToken(headers[attestationField])
  const proof = readToken(headers[proofField])
  const problems = attestation ? [...listProblems(attestation, proof, session)] : ['it cannot be read']
  yield concludeOn(VCIWALLET['CLIENT-ATTESTATION'], problems.length === 0, problems.join(' and '))
  const found = proof ? [...listProofProblems(proof, session)] : ['there is none that can be read']
  yield concludeOn(VCIWALLET['CLIENT-PROOF'], found.length === 0, found.join(' and '))
}

function* listHeaderProblems({ header: { typ, alg } }: Jws, wanted: string): Generator<string> {
  if (!isSameType(typ, wanted)) yield `\`typ\` is not \`${wanted}\``
  if (typeof alg !== 'string' || /^none$/i.test(alg) || isMac(alg)) yield '`alg` is not a signature algorithm'
}

/** Seconds by which the clock of a wallet may be wrong. In milliseconds, a time is wrong by far more. */
const clockSkew = 86_400

/** When an attestation is shown, by the clock of the wallet or of the test, whichever is earlier: one of them may be wrong. */
function readShownTime(proof: Jws | undefined, { start }: WalletSession): number {
  const { iat } = proof?.payload ?? {}
  return typeof iat === 'number' ? Math.min(iat, start) : start - clockSkew
}

function* listProblems(jws: Jws, proof: Jws | undefined, session: WalletSession): Generator<string> {
  yield* listHeaderProblems(jws, 'oauth-client-attestation+jwt')
  const { sub, exp, cnf } = jws.payload
  if (typeof sub !== 'string') yield '`sub` is absent'
  if (typeof exp !== 'number') yield '`exp` is absent'
  else if (exp + clockSkew < session.start || exp < readShownTime(proof, session)) yield '`exp` has passed'
  if (!isObject(cnf) || !isObject(cnf.jwk)) yield 'there is no key in `cnf`'
}

function* listProofProblems(jws: Jws, { server, start }: WalletSession): Generator<string> {
  yield* listHeaderProblems(jws, 'oauth-client-attestation-pop+jwt')
  const { aud, jti, iat } = jws.payload
  if (![aud].flat().includes(server.issuer ?? '')) yield '`aud` is not the authorization server'
  if (typeof jti !== 'string') yield '`jti` is absent'
  if (typeof iat !== 'number') yield '`iat` is absent'
  else if (Math.abs(iat - start) > clockSkew) yield '`iat` is more than a day away from the offer'
}

/** Compares the names in the wallet attestations of all sessions. */
export function* compareClients(sessions: readonly WalletSession[]): Generator<SessionResult> {
  const texts = new Set(sessions.flatMap(({ calls }) => calls.map(({ request }) => request.headers[attestationField])))
  const names = [...texts].flatMap((text) => readToken(text)?.payload.sub ?? [])
  if (names.length > 1)
    yield concludeOn(VCIWALLET['CLIENT-SHARED'], new Set(names).size === 1, 'two attestations have different ones')
}
