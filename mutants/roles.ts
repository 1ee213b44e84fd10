import type { Seen } from '../src/harness/seen.ts'
import { haipIssuerVariants, makeHaip } from '../suites/haip/issuers.ts'
import { haipPresenterVariants, makeHaipPresenter } from '../suites/haip/presenters.ts'
import { haipVerifierVariants, makeHaipVerifier } from '../suites/haip/verifiers.ts'
import { haipWalletVariants, makeHaipWallet } from '../suites/haip/wallets.ts'
import { issuerVariants } from '../suites/openid4vci/issuer-variants.ts'
import { walletVariants } from '../suites/openid4vci/wallet/variants.ts'
import { verifierVariants } from '../suites/openid4vp/verifier/variants.ts'
import { presenterVariants } from '../suites/openid4vp/wallet/variants.ts'
import { sampleTime } from '../suites/sd-jwt/sample.ts'
import { places } from './load.ts'

/** A legal way of being an actor: the usual one, or a few variants together. */
export interface Setting {
  readonly profile: string
  readonly names: readonly string[]
  /** Changes the steps of an actor, whatever they are. */
  readonly change: (steps: never) => never
}

/** A role whose reference actor is mutated. */
export interface MutatedRole {
  readonly folder: string
  /** The module that tests an actor in this process, and the name of its function. */
  readonly test: readonly [module: string, name: string]
  readonly question: object
  readonly profiles: Readonly<Record<string, MutatedProfile>>
  /** Whether what is sent to it can be changed in every place. */
  readonly isCalled: boolean
}

interface MutatedProfile {
  /** The module of what the test is given, and its name there. */
  readonly from: readonly [module: string, name: string]
  /** What its test is asked beside the question of the role. */
  readonly question?: object
  /** What the usual actor does otherwise. */
  readonly usual: unknown
  readonly variants: readonly Variant[]
}

interface Variant {
  readonly id: string
  readonly change: unknown
}

const keep = <T>(value: T): T => value
const served = { hasProbes: true, allowPrivate: false, options: { now: sampleTime } }
const driven = {
  ...served,
  place: { host: '127.0.0.1', port: 0 },
  patience: { before: 5, after: 2 },
  show: async () => undefined,
  announce: () => {},
}

export const mutatedRoles: Readonly<Record<string, MutatedRole>> = {
  'openid4vci-issuer': {
    folder: places.issuer,
    test: ['suites/openid4vci/harness/issuer/try-issuer.ts', 'tryIssuer'],
    question: { ...served, offers: [], patience: 60 },
    profiles: {
      'openid4vci-1.0': {
        from: ['suites/openid4vci/harness/issuer/profile.ts', 'issuerProfile'],
        usual: keep,
        variants: issuerVariants,
      },
      'haip-1.0': {
        from: ['suites/haip/harness/issuer-profile.ts', 'issuerProfile'],
        usual: makeHaip,
        variants: haipIssuerVariants,
      },
    },
    isCalled: true,
  },
  'openid4vp-verifier': {
    folder: places.verifier,
    test: ['suites/openid4vp/harness/verifier/try-served-verifier.ts', 'tryServedVerifier'],
    question: { ...served, requests: [], patience: 0, hasStatus: true },
    profiles: {
      'openid4vp-1.0': {
        from: ['suites/openid4vp/harness/verifier/profile.ts', 'verifierProfile'],
        usual: keep,
        variants: verifierVariants,
      },
      'haip-1.0': {
        from: ['suites/haip/harness/verifier-profile.ts', 'verifierProfile'],
        usual: makeHaipVerifier,
        variants: haipVerifierVariants,
      },
    },
    isCalled: true,
  },
  'openid4vci-wallet': {
    folder: places.issuanceWallet,
    test: ['suites/openid4vci/harness/wallet/try-wallet.ts', 'tryWallet'],
    question: driven,
    profiles: {
      'openid4vci-1.0': {
        from: ['suites/openid4vci/harness/wallet/profile.ts', 'walletProfile'],
        usual: keep,
        variants: walletVariants,
      },
      'openid4vci-1.0 with mdocs': {
        from: ['suites/openid4vci/harness/wallet/profile.ts', 'walletProfile'],
        question: { isMdoc: true },
        usual: keep,
        variants: [],
      },
      'haip-1.0': {
        from: ['suites/haip/harness/wallet-profile.ts', 'walletProfile'],
        usual: makeHaipWallet,
        variants: haipWalletVariants,
      },
    },
    isCalled: false,
  },
  'openid4vp-wallet': {
    folder: places.presentationWallet,
    test: ['suites/openid4vp/harness/wallet/try-vp-wallet.ts', 'tryPresenter'],
    question: driven,
    profiles: {
      'openid4vp-1.0': {
        from: ['suites/openid4vp/harness/wallet/profile.ts', 'presenterProfile'],
        usual: keep,
        variants: presenterVariants,
      },
      'haip-1.0': {
        from: ['suites/haip/harness/presenter-profile.ts', 'presenterProfile'],
        usual: makeHaipPresenter,
        variants: haipPresenterVariants,
      },
    },
    isCalled: false,
  },
}

export type Play = (question: { readonly profile: string; readonly [name: string]: unknown }) => Promise<Seen>
