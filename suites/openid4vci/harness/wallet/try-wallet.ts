import { X509Certificate } from 'node:crypto'
import type { CertificateFault } from '../../../../model/probe.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import { readWallClock } from '../../../../src/runtime/clock.ts'
import type { ShowCertificate } from '../../../../src/wire/server/select-certificate.ts'
import { testAuthority } from '../../../haip/test-authority.ts'
import { makeHaipWallet } from '../../../haip/wallets.ts'
import type { IssuerMutation } from '../../issuer-changes.ts'
import type { WalletMutation } from '../../wallet/faults.ts'
import { providerPublicKey } from '../reference-issuer.ts'
import { createReferenceVciWallet } from '../reference-wallet.ts'
import { type IssuerSession, openIssuerSession, type SessionKind, type WalletProfile } from './issuer-session.ts'
import { playWallet } from './play-wallet.ts'
import { createSessions, type OpenHanded, serveSessions, type WalletSetting } from './serve-sessions.ts'
import type { TestedWallet } from './tested-wallet.ts'

/** What `assay test wallet` was asked. */
export interface WalletQuestion extends WalletSetting<IssuerSession> {
  readonly profile?: WalletProfile
  /** How the wallet is driven; absent for the reference wallet in this process. */
  readonly wallet?: string
  readonly hasProbes: boolean
  /** Whether credentials have the certificate of their issuer in `x5c`. */
  readonly hasCertificate?: boolean
  /** What the reference wallet does otherwise. */
  readonly change?: WalletMutation
  /** Whether the reference wallet says nothing at the end, as wallets whose driver says nothing. */
  readonly isSilent?: boolean
  readonly announce: (description: string) => unknown
}

/** Tests a wallet of OpenID4VCI 1.0, or the reference wallet where none is named. */
export function tryWallet(question: WalletQuestion): Promise<Seen> {
  const { wallet: target, profile = usualProfile, hasCertificate = false, hasProbes, options, announce } = question
  if (target === undefined) return testReference(question)
  return serveSessions(target, question, openOffer({ profile, hasCertificate }), (open, wallet, show) =>
    playWallet({ open, wallet, profile, hasProbes, options, announce, ...(show && { showCertificate: show }) }),
  )
}

const usualProfile: WalletProfile = 'openid4vci-1.0'

const openOffer =
  (kind: SessionKind): OpenHanded<IssuerMutation, IssuerSession> =>
  (name, change, { base, now, clock }) =>
    openIssuerSession(base, name, now, change, { clock, ...kind })

/** Where the reference issuer is that no socket reaches. */
const origin = 'https://issuer.example'

/** Plays the reference wallet in this process, as it is or with a change. Its clock goes on only where it waits. */
function testReference(question: WalletQuestion): Promise<Seen> {
  const { profile = usualProfile, hasCertificate = false, hasProbes, isSilent, announce } = question
  const isHaip = profile === 'haip-1.0'
  const { change = isHaip ? makeHaipWallet : undefined } = question
  const {
    jwks = isHaip ? undefined : { keys: [providerPublicKey] },
    anchors = isHaip ? [writePem(testAuthority)] : undefined,
  } = question.options
  const options = { ...question.options, jwks, anchors }
  const start = options.now ?? readWallClock()
  let passed = 0
  const now = (): number => start + passed
  const { open, handle } = createSessions(
    { base: origin, now, clock: () => 1000 * now() },
    openOffer({ profile, hasCertificate }),
  )
  let certificate: CertificateFault | undefined
  const takeOffer = createReferenceVciWallet(
    {
      readCertificate: () => certificate,
      send: handle,
      now,
      wait: async (seconds) => {
        passed += seconds
      },
    },
    change,
  )
  const wallet: TestedWallet<IssuerSession> = {
    take: async ({ link, txCode }) => {
      const { accepted, refused } = await takeOffer({ link, ...(txCode !== undefined && { txCode }) })
      return isSilent ? {} : { accepted, ...(refused !== undefined && { reason: refused }) }
    },
    close: async () => {},
  }
  const showCertificate: ShowCertificate = (fault) => {
    certificate = fault
  }
  return playWallet({ open, wallet, profile, hasProbes, options, announce, showCertificate })
}

const writePem = (der: Buffer): string => new X509Certificate(der).toString()
