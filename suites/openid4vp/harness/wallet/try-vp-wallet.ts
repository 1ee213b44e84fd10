import type { CertificateFault } from '../../../../model/probe.ts'
import { type JsonObject, parseJsonObject } from '../../../../protocol/encoding/json.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import { takeFromTape } from '../../../../src/harness/tape/tape.ts'
import type { TestOptions } from '../../../../src/harness/test-options.ts'
import {
  createSessions,
  type OpenHanded,
  serveSessions,
  type WalletSetting,
} from '../../../../src/harness/wallet/serve-sessions.ts'
import type { TestedWallet } from '../../../../src/harness/wallet/tested-wallet.ts'
import { waitUntilDone } from '../../../../src/harness/wallet/wait-until-done.ts'
import { readPreciseClock, readWallClock } from '../../../../src/runtime/clock.ts'
import type { VerifierMutation } from '../../verifier/faults.ts'
import type { PresenterMutation } from '../../wallet/faults.ts'
import { isReturnDue } from '../../wallet/returns.ts'
import { createReferenceVpWallet, knownTransaction } from '../reference-wallet.ts'
import { issuerTrust } from '../verifier/issuer-trust.ts'
import { playPresenter } from './play-vp-wallet.ts'
import type { PresenterProfile } from './presenter-profile.ts'
import { presenterProfile } from './profile.ts'
import { openVerifierSession, type VerifierSession } from './verifier-session.ts'

/** What `assay test wallet` was asked of a wallet that presents. */
export interface PresenterQuestion extends WalletSetting<VerifierSession> {
  readonly profile?: PresenterProfile
  /** How the wallet is driven; absent for the reference wallet in this process. */
  readonly wallet?: string
  /** What the wallet is asked for; absent for the credential of the reference wallet. */
  readonly query?: JsonObject
  /** Transaction data of a type that the wallet knows. */
  readonly transaction?: JsonObject
  readonly hasProbes: boolean
  /** Whether the wallet also gets requests from the Digital Credentials API, as the reference wallet does. */
  readonly hasDcApi?: boolean
  /** What the reference wallet does otherwise. */
  readonly change?: PresenterMutation
  readonly announce: (description: string) => unknown
}

/** Tests how a wallet presents, or the reference wallet where none is named. */
export function tryPresenter(question: PresenterQuestion): Promise<Seen> {
  const { wallet: target, query, transaction, profile = presenterProfile, hasProbes, announce } = question
  const { hasDcApi = false } = question
  const options = withKeys(question)
  if (target === undefined) return testReference(question, options)
  return serveSessions<VerifierMutation, VerifierSession>(
    target,
    question,
    openVerifierSession,
    (open, driven, show) => {
      const wallet = awaitReturns(driven, question)
      return playPresenter({
        ...{ open, wallet, profile, hasProbes, hasDcApi, options, announce },
        ...(query && { query }),
        ...(transaction && { transaction }),
        ...(show && { showCertificate: show }),
      })
    },
  )
}

/** A wallet may be done before its browser is: the user who is sent back is waited for. */
const awaitReturns = (
  { take, close }: TestedWallet<VerifierSession>,
  { patience: { before } }: PresenterQuestion,
): TestedWallet<VerifierSession> => ({
  take: async (session) => {
    const word = await take(session)
    const patience = { before, after: before }
    if (isReturnDue(session.calls))
      await takeFromTape('the return of the user', () =>
        waitUntilDone(session, patience, new AbortController().signal, readPreciseClock),
      )
    return word
  },
  close,
})

/** The issuer of the reference wallet's credential is known. */
const withKeys = ({ options, query, profile = presenterProfile }: PresenterQuestion): TestOptions => {
  if (query || options.jwks || options.anchors) return options
  const { anchors } = profile.reference
  return { ...options, jwks: issuerTrust.jwks, ...(anchors && { anchors }) }
}

/** Where the verifier is that no socket reaches. */
const origin = 'https://verifier.example'

/** Plays the reference wallet in this process, as it is or with a change. */
function testReference(question: PresenterQuestion, options: TestOptions): Promise<Seen> {
  const { query, transaction = knownTransaction, profile = presenterProfile, hasProbes, announce } = question
  const { change = profile.reference.change } = question
  const time = options.now ?? readWallClock()
  const now = (): number => time
  const open: OpenHanded<VerifierMutation, VerifierSession> = openVerifierSession
  const sessions = createSessions({ base: origin, now, clock: () => 1000 * time }, open)
  let certificate: CertificateFault | undefined
  const present = createReferenceVpWallet(sessions.handle, now, change, () => certificate)
  const wallet: TestedWallet<VerifierSession> = {
    take: async ({ link, origin: page }) => {
      const handed = page === undefined ? link : { request: parseJsonObject(link), origin: page }
      const { refused, response } = await present(handed)
      return { ...(refused !== undefined && { reason: refused }), ...(response && { response }) }
    },
    close: async () => {},
  }
  return playPresenter({
    ...{ open: sessions.open, wallet, profile, hasProbes, hasDcApi: true, announce, transaction },
    options: { ...options, now: time },
    showCertificate: (fault) => {
      certificate = fault
    },
    ...(query && { query }),
  })
}
