import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { VerifierMutation } from '../../../suites/openid4vp/verifier/faults.ts'
import type { PresenterMutation } from '../../../suites/openid4vp/wallet/faults.ts'
import { createReferenceVpWallet } from '../../reference/vp-wallet.ts'
import { readWallClock } from '../../runtime/clock.ts'
import type { VerifyOptions } from '../../verify/verify.ts'
import type { Seen } from '../tested/seen.ts'
import { issuerTrust } from '../verifier/issuer-trust.ts'
import { createSessions, type OpenHanded, serveSessions, type WalletSetting } from '../wallet/serve-sessions.ts'
import type { TestedWallet } from '../wallet/tested-wallet.ts'
import { playPresenter } from './play-vp-wallet.ts'
import { openVerifierSession, type VerifierSession } from './verifier-session.ts'

/** What `assay test wallet --profile openid4vp-1.0` was asked. */
export interface PresenterQuestion extends WalletSetting<VerifierSession> {
  /** How the wallet is driven; absent for the reference wallet in this process. */
  readonly wallet?: string
  /** What the wallet is asked for; absent for the credential of the reference wallet. */
  readonly query?: JsonObject
  readonly hasProbes: boolean
  /** What the reference wallet does otherwise. */
  readonly change?: PresenterMutation
  readonly announce: (description: string) => unknown
}

/** Tests how a wallet presents by OpenID4VP 1.0, or the reference wallet where none is named. */
export function tryPresenter(question: PresenterQuestion): Promise<Seen> {
  const { wallet: target, query, hasProbes, announce } = question
  const options = withKeys(question)
  if (target === undefined) return testReference(question, options)
  return serveSessions<VerifierMutation, VerifierSession>(target, question, openVerifierSession, (open, wallet) =>
    playPresenter({ open, wallet, hasProbes, options, announce, ...(query && { query }) }),
  )
}

/** The issuer of the reference wallet's credential is known. */
const withKeys = ({ options, query }: PresenterQuestion): VerifyOptions =>
  query || options.jwks ? options : { ...options, jwks: issuerTrust.jwks }

/** Where the verifier is that no socket reaches. */
const origin = 'https://verifier.example'

/** Plays the reference wallet in this process, as it is or with a change. */
function testReference(question: PresenterQuestion, options: VerifyOptions): Promise<Seen> {
  const { query, hasProbes, change, announce } = question
  const time = options.now ?? readWallClock()
  const now = (): number => time
  const open: OpenHanded<VerifierMutation, VerifierSession> = openVerifierSession
  const sessions = createSessions({ base: origin, now, clock: () => 1000 * time }, open)
  const present = createReferenceVpWallet(sessions.handle, now, change)
  const wallet: TestedWallet<VerifierSession> = {
    take: async ({ link }) => {
      const { refused } = await present(link)
      return refused === undefined ? {} : { reason: refused }
    },
    close: async () => {},
  }
  return playPresenter({
    ...{ open: sessions.open, wallet, hasProbes, announce },
    options: { ...options, now: time },
    ...(query && { query }),
  })
}
