import { setTimeout as sleep } from 'node:timers/promises'
import { HarnessError } from '../../../../model/errors.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import { openCalls, openWhenCalled, type Send } from '../../../../src/harness/calls.ts'
import { stop } from '../../../../src/harness/obstacle.ts'
import { commandPrefix } from '../../../../src/harness/run-command.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import { chooseConcurrency } from '../../../../src/harness/side-by-side/probe-queue.ts'
import { takeFromTape } from '../../../../src/harness/tape/tape.ts'
import type { TestOptions } from '../../../../src/harness/test-options.ts'
import { readWallClock } from '../../../../src/runtime/clock.ts'
import { oneAtATime } from '../../../../src/wire/client/tempo.ts'
import { secondClient } from '../../actors/names.ts'
import type { IssuerMutation } from '../../issuer-changes.ts'
import { playUser } from '../authorization/authorize-user.ts'
import { chooseUser, type UserChoice, usualRedirectUri } from '../authorization/choose-user.ts'
import { createReferenceVciIssuer, providerKey } from '../reference-issuer.ts'
import type { GrantName } from './grant-names.ts'
import { createOfferSource, findHome } from './offer-sources.ts'
import { playIssuer } from './play-issuer.ts'
import { issuerProfile } from './profile.ts'
import type { IssuerProfile } from './wallet.ts'

/** What `assay test issuer` was asked. */
export interface IssuerQuestion {
  readonly profile?: IssuerProfile
  /** Offers, or where they come from; none, for the reference issuer in this process. */
  readonly offers: readonly string[]
  readonly txCode?: string
  readonly clientId?: string
  readonly secondClientId?: string
  /** The grant that is preferred, where an offer has several. */
  readonly grant?: GrantName
  /** How its user authorizes the wallet, and where the user comes back to. */
  readonly user?: UserChoice
  readonly attestationKey?: Jwk
  readonly hasProbes: boolean
  readonly patience: number
  /** A CA to trust, as PEM. */
  readonly ca?: string
  readonly allowPrivate: boolean
  readonly options: TestOptions
  /** What the reference issuer does otherwise. */
  readonly change?: IssuerMutation
  /** Lets seconds pass for an issuer whose clock is not ours; absent where they are waited for. */
  readonly passTime?: (seconds: number) => Promise<void>
}

const sleepFor = (seconds: number): Promise<void> => sleep(seconds * 1000)

/** Where the reference issuer is that no socket reaches. */
const origin = 'https://issuer.example'

/** Tests an issuer of OpenID4VCI 1.0, or the reference issuer where no offer is given. */
export async function tryIssuer(question: IssuerQuestion): Promise<Seen> {
  if (question.offers.length === 0) return testReference(question)
  const { profile = issuerProfile, offers, txCode, hasProbes, patience, options, ca, allowPrivate } = question
  const { attestationKey } = profile
  const calls = await openTarget(offers, { allowPrivate, ...(ca !== undefined && { ca }) })
  const user = await chooseUser(question.user ?? silentUser, calls.send)
  try {
    const nextOffer = createOfferSource(offers, txCode, calls.send)
    const { passTime = sleepFor } = question
    const wait = (seconds: number): Promise<void> => takeFromTape('waiting', () => passTime(seconds))
    const seen = await playIssuer({
      send: calls.send,
      nextOffer,
      profile,
      hasProbes,
      patience,
      options,
      concurrency: chooseConcurrency(isUnattended(question), options.concurrency),
      wallet: { ...chooseWallet({ ...(attestationKey && { attestationKey }), ...question }), ...user, wait },
    })
    const isOfTests = attestationKey && !question.attestationKey
    return isOfTests ? { ...seen, notes: [...seen.notes, noteOnProvider] } : seen
  } finally {
    await user.close()
    await calls.close()
  }
}

const noteOnProvider =
  'wallet attestations, if there were any, are signed by a test provider: trust the root that --write-trust writes, or pass --attestation-key'

/** A command is asked later: until then nothing is known of the issuer. */
function openTarget(offers: readonly string[], settings: { readonly ca?: string; readonly allowPrivate: boolean }) {
  const home = findHome(offers)
  if (home !== undefined) return openCalls(home, settings)
  if (!offers[0]?.startsWith('command:'))
    throw new HarnessError('ERR_INPUT', '--offer: this is neither an offer nor the address of one', {
      hint: 'pass a link with `credential_offer` or `credential_offer_uri`, its JSON, a URL that returns offers, or `command:…`',
    })
  return openWhenCalled(settings)
}

/** Whether no person and no command has to act in between: these do one thing at a time. */
const isUnattended = ({ offers, user }: IssuerQuestion): boolean =>
  user?.authorize === undefined && !offers.some((each) => each.startsWith(commandPrefix))

const silentUser: UserChoice = { show: () => {} }

function chooseWallet({ options, clientId, secondClientId, attestationKey, grant, user }: IssuerQuestion) {
  const fixed = options.now
  return {
    asksPerson: user?.authorize === 'browser',
    now: fixed === undefined ? readWallClock : () => fixed,
    ...(clientId !== undefined && { clientId }),
    ...(secondClientId !== undefined && { secondClientId }),
    ...(attestationKey && { attestationKey }),
    ...(grant && { grant }),
  }
}

/** Plays the reference issuer in this process, as it is or with a change. */
function testReference(question: IssuerQuestion): Promise<Seen> {
  const { profile = issuerProfile, hasProbes, patience } = question
  const { reference } = profile
  const { attestationKey = profile.attestationKey ?? providerKey, change = reference.change } = question
  const usualWallet = chooseWallet({ secondClientId: secondClient, ...question, attestationKey })
  let passed = 0
  const wallet = { ...usualWallet, now: () => usualWallet.now() + passed }
  const anchors = question.options.anchors ?? reference.anchors
  const options = { ...question.options, ...(anchors && { anchors }) }
  const issuer = createReferenceVciIssuer(origin, wallet.now, change)
  const send: Send = async (request) => {
    if (new URL(request.url).origin !== origin) return stop('the reference issuer names an address that is not its own')
    return issuer.handle(request)
  }
  return playIssuer({
    send,
    nextOffer: createOfferSource([issuer.offers], undefined, send),
    profile,
    hasProbes,
    patience,
    options,
    concurrency: oneAtATime,
    wallet: {
      ...wallet,
      redirectUri: usualRedirectUri,
      authorizeUser: (visit) => playUser(send, visit),
      wait: async (seconds) => {
        passed += seconds
      },
    },
  })
}
