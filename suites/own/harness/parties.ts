import type { IsChosen } from '../../../model/ids.ts'
import { openJournal } from '../../../src/harness/journal.ts'
import { addParties, inProcess, type Parties } from '../../../src/harness/parties.ts'
import type { Seen } from '../../../src/harness/seen.ts'
import type { StandardProof } from '../../../src/prove/prove-standard.ts'
import { tryIssuer } from '../../openid4vci/harness/issuer/try-issuer.ts'
import { tryWallet } from '../../openid4vci/harness/wallet/try-wallet.ts'
import { combine as combineIssuers } from '../../openid4vci/issuer-changes.ts'
import { combine as combineWallets } from '../../openid4vci/wallet/faults.ts'
import { tryServedVerifier } from '../../openid4vp/harness/verifier/try-served-verifier.ts'
import { tryPresenter } from '../../openid4vp/harness/wallet/try-vp-wallet.ts'
import { combine as combineVerifiers } from '../../openid4vp/verifier/faults.ts'
import { combine as combinePresenters } from '../../openid4vp/wallet/faults.ts'
import { issueBy } from '../../sd-jwt/harness/holder-profile.ts'
import { tryHolder } from '../../sd-jwt/harness/try-holder.ts'
import { makeSample, sampleTime } from '../../sd-jwt/sample.ts'
import {
  type IssuerChange,
  listFaults,
  type OwnActor,
  type OwnSuite,
  toHolderMutation,
  toIssuerMutation,
  toPresenterMutation,
  toVerifierMutation,
  toWalletMutation,
  type VerifierChange,
  type WalletChange,
} from '../own-suite.ts'
import {
  makeHolderProfile,
  makeIssuerProfile,
  makePresenterProfile,
  makeVerifierProfile,
  makeWalletProfile,
} from './profiles.ts'

/** Proves a third-party suite: each reference actor is tested as it is, with each fault, and with each variant. */
export async function proveOwnSuite(own: OwnSuite, isChosen?: IsChosen): Promise<StandardProof> {
  const broken = new Set(
    listFaults(own).flatMap(({ breaks, alsoBreaks }) => [breaks, ...alsoBreaks].map(({ id }) => id)),
  )
  const unproven = own.requirements.filter(({ id, seen }) => 'in' in seen && !broken.has(id)).map(({ id }) => id)
  const proof = { profile: own.on, title: own.title, faults: [], variants: [], unproven }
  const withIssuers = own.on === 'openid4vp-1.0' ? proof : await addParties(proof, listIssuers(own), isChosen)
  const withWallets = own.wallet ? await addParties(withIssuers, listWallets(own, own.wallet), isChosen) : withIssuers
  return own.verifier ? addParties(withWallets, listVerifiers(own, own.verifier), isChosen) : withWallets
}

/** The reference actor as it is comes before all variants. */
const makeParties = <C extends object>(
  role: 'issuer' | 'wallet' | 'verifier',
  { faults, variants }: OwnActor<C>,
  play: (change: C) => Promise<Seen>,
): Parties<C> => {
  const asItIs = { id: `reference-${role}`, description: `is the reference ${role}`, change: {} as C } // no member is required
  return { role, rows: [], faults, variants: [asItIs, ...variants], play }
}

const served = { hasProbes: false, allowPrivate: false } as const
const driven = { ...inProcess, hasProbes: false } as const

function listIssuers(own: OwnSuite): Parties<IssuerChange> {
  if (own.on === 'sd-jwt') return makeParties('issuer', own, async (change) => judgeSdJwt(own, change))
  const profile = makeIssuerProfile(own)
  const options = { now: sampleTime, own }
  return makeParties('issuer', own, (change) => {
    const changed = combineIssuers(profile.reference.change, toIssuerMutation(change))
    return tryIssuer({ ...served, profile, offers: [], patience: 120, options, change: changed })
  })
}

/** RFC 9901 has no exchange with an issuer: its SD-JWT is judged as it is issued. */
function judgeSdJwt(own: OwnSuite, change: IssuerChange): Seen {
  const journal = openJournal({ now: sampleTime, own })
  const { claims = keep, header = keep } = change
  const { issued } = makeHolderProfile(own)
  const { text, facts } = makeSample(issueBy(issued, { binding: null, payload: claims, header }))
  journal.judge('an SD-JWT, as it is issued', text, 'sd-jwt', { ...facts, keyBinding: 'refused' }, 'sd-jwt')
  const { cases, trials, notes } = journal
  return { cases, trials, notes, untested: [] }
}

const keep = <T>(value: T): T => value

function listVerifiers(own: OwnSuite, verifier: OwnActor<VerifierChange>): Parties<VerifierChange> {
  const profile = makeVerifierProfile(own)
  const options = { now: sampleTime, own }
  return makeParties('verifier', verifier, (change) => {
    const changed = combineVerifiers(profile.reference.change, toVerifierMutation(change))
    return tryServedVerifier({ ...served, profile, requests: [], patience: 0, options, change: changed })
  })
}

/** A wallet is tested by what it obtains, and by what it presents, as far as the standard has that. */
function listWallets(own: OwnSuite, wallet: OwnActor<WalletChange>): Parties<WalletChange> {
  const [obtains, presents] = [makeWalletProfile(own), makePresenterProfile(own)]
  const options = { now: sampleTime, own }
  const hold = (change: WalletChange): Promise<Seen> =>
    tryHolder({ hasProbes: false, profile: makeHolderProfile(own), options, change: toHolderMutation(change) })
  const obtain = (change: WalletChange): Promise<Seen> => {
    const changed = combineWallets(obtains.reference.change, toWalletMutation(change))
    return tryWallet({ ...driven, profile: obtains, options, change: changed })
  }
  const present = (change: WalletChange): Promise<Seen> => {
    const changed = combinePresenters(presents.reference.change, toPresenterMutation(change))
    return tryPresenter({ ...driven, profile: presents, options, change: changed })
  }
  return makeParties('wallet', wallet, async (change) => {
    if (own.on === 'sd-jwt') return hold(change)
    if (own.on === 'openid4vp-1.0') return present(change)
    if (own.on === 'openid4vci-1.0') return obtain(change)
    return joinSeen(await obtain(change), await present(change))
  })
}

function joinSeen(first: Seen, second: Seen): Seen {
  const obstacle = first.obstacle ?? second.obstacle
  return {
    cases: [...first.cases, ...second.cases],
    trials: [...first.trials, ...second.trials],
    notes: [...first.notes, ...second.notes],
    untested: [...first.untested, ...second.untested],
    ...(obstacle !== undefined && { obstacle }),
  }
}
