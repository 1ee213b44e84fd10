import type { CertificateFault } from '../../../../model/probe.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import {
  createSessions,
  type OpenHanded,
  serveSessions,
  type WalletSetting,
} from '../../../../src/harness/wallet/serve-sessions.ts'
import { takeTogether } from '../../../../src/harness/wallet/take-together.ts'
import type { TestedWallet, WalletWord } from '../../../../src/harness/wallet/tested-wallet.ts'
import { readWallClock } from '../../../../src/runtime/clock.ts'
import type { ShowCertificate } from '../../../../src/wire/server/select-certificate.ts'
import type { IssuerMutation } from '../../issuer-changes.ts'
import type { WalletMutation } from '../../wallet/faults.ts'
import { providerPublicKey } from '../reference-issuer.ts'
import { createReferenceVciWallet } from '../reference-wallet.ts'
import { type IssuerSession, openIssuerSession, type SessionKind } from './issuer-session.ts'
import { playWallet } from './play-wallet.ts'
import { makeMdocProfile, walletProfile } from './profile.ts'
import type { WalletProfile } from './wallet-profile.ts'

/** What `assay test wallet` was asked. */
export interface WalletQuestion extends WalletSetting<IssuerSession> {
  readonly profile?: WalletProfile
  /** How the wallet is driven; absent for the reference wallet in this process. */
  readonly wallet?: string
  readonly hasProbes: boolean
  /** Whether credentials have the certificate of their issuer in `x5c`. */
  readonly hasCertificate?: boolean
  /** Whether mdocs are offered in place of SD-JWTs. */
  readonly isMdoc?: boolean
  /** What the reference wallet does otherwise. */
  readonly change?: WalletMutation
  /** Whether the reference wallet says nothing at the end, as wallets whose driver says nothing. */
  readonly isSilent?: boolean
  readonly announce: (description: string) => unknown
}

/** Tests a wallet that obtains credentials, or the reference wallet where none is named. */
export function tryWallet({ isMdoc = false, ...rest }: WalletQuestion): Promise<Seen> {
  const formatted = isMdoc ? { ...rest, profile: makeMdocProfile(rest.profile) } : rest
  const question = formatted.hasCertificate
    ? { ...formatted, profile: trustCertificates(formatted.profile) }
    : formatted
  const { wallet: target, profile = walletProfile, hasCertificate = false, hasProbes, options, announce } = question
  if (target === undefined) return testReference(question)
  return serveSessions(target, question, openOffer({ profile, hasCertificate }), (open, wallet, show) =>
    playWallet({ open, wallet, profile, hasProbes, options, announce, ...(show && { showCertificate: show }) }),
  )
}

/** A wallet that trusts the certificate of a credential need not look at the keys that its issuer publishes. */
const trustCertificates = (profile: WalletProfile = walletProfile): WalletProfile => ({
  ...profile,
  probes: profile.probes.filter(({ expects, needsCall }) => expects !== 'refusal' || needsCall !== 'keys'),
})

const openOffer =
  (kind: SessionKind): OpenHanded<IssuerMutation, IssuerSession> =>
  (name, change, { base, now, clock }) =>
    openIssuerSession(base, name, now, change, { clock, ...kind })

/** Where the reference issuer is that no socket reaches. */
const origin = 'https://issuer.example'

/** Plays the reference wallet in this process, as it is or with a change. Its clock goes on only where it waits. */
function testReference(question: WalletQuestion): Promise<Seen> {
  const { profile = walletProfile, hasCertificate = false, hasProbes, isSilent, announce } = question
  const { reference } = profile
  const { change = reference.change } = question
  const { jwks = reference.anchors ? undefined : { keys: [providerPublicKey] }, anchors = reference.anchors } =
    question.options
  const options = { ...question.options, jwks, anchors }
  const start = options.now ?? readWallClock()
  let passed = 0
  const now = (): number => start + passed
  const clock = (): number => 1000 * now()
  const { open, handle } = createSessions({ base: origin, now, clock }, openOffer({ profile, hasCertificate }))
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
  const take = async ({ link, txCode }: IssuerSession): Promise<WalletWord> => {
    const { accepted, refused } = await takeOffer({ link, ...(txCode !== undefined && { txCode }) })
    return isSilent ? {} : { accepted, ...(refused !== undefined && { reason: refused }) }
  }
  const wallet: TestedWallet<IssuerSession> = {
    take,
    takeTogether: (held) => takeTogether(take, held, clock),
    close: async () => {},
  }
  const showCertificate: ShowCertificate = (fault) => {
    certificate = fault
  }
  return playWallet({ open, wallet, profile, hasProbes, options, announce, showCertificate })
}
