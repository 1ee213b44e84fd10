import type { StandardProfile } from '../model/decision.ts'
import type { KnownFacts } from '../model/finding.ts'
import type { Requirement } from '../model/requirement.ts'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import { faults as haipFaults } from './haip/faults.ts'
import { haipIssuerFaults, haipIssuerVariants } from './haip/issuers.ts'
import { haipPresenterFaults, haipPresenterVariants } from './haip/presenters.ts'
import { makeSample as makeHaipSample } from './haip/sample.ts'
import { variants as haipVariants } from './haip/variants.ts'
import { haipVerifierFaults, haipVerifierVariants } from './haip/verifiers.ts'
import { haipWalletFaults, haipWalletVariants } from './haip/wallets.ts'
import type { ReceiverAnswer, ReceiverTask, SampleFault, SampleVariant } from './kit/samples.ts'
import { faults as mdocFaults } from './mdoc/faults.ts'
import { makeMdocSample } from './mdoc/sample.ts'
import { variants as mdocVariants } from './mdoc/variants.ts'
import { faults as vciFaults } from './openid4vci/faults.ts'
import { issuerFaults } from './openid4vci/issuer-faults.ts'
import { issuerVariants } from './openid4vci/issuer-variants.ts'
import { makeSample as makeVciSample } from './openid4vci/sample.ts'
import { variants as vciVariants } from './openid4vci/variants.ts'
import { walletFaults } from './openid4vci/wallet/faults.ts'
import { walletVariants } from './openid4vci/wallet/variants.ts'
import { faults as vpFaults } from './openid4vp/faults.ts'
import { describeVpTask } from './openid4vp/receiver.ts'
import { makeSample as makeVpSample } from './openid4vp/sample.ts'
import { variants as vpVariants } from './openid4vp/variants.ts'
import { verifierFaults } from './openid4vp/verifier/faults.ts'
import { verifierVariants } from './openid4vp/verifier/variants.ts'
import { presenterFaults } from './openid4vp/wallet/faults.ts'
import { presenterVariants } from './openid4vp/wallet/variants.ts'
import { faults } from './sd-jwt/faults.ts'
import { holderFaults, holderVariants } from './sd-jwt/holder/faults.ts'
import { describeTask } from './sd-jwt/receiver.ts'
import { makeSample } from './sd-jwt/sample.ts'
import { variants } from './sd-jwt/variants.ts'
import { faults as faultsOfVc } from './sd-jwt-vc/faults.ts'
import { describeVcTask } from './sd-jwt-vc/receiver.ts'
import { makeVcSample } from './sd-jwt-vc/sample.ts'
import { variants as variantsOfVc } from './sd-jwt-vc/variants.ts'
import { faults as statusListFaults } from './token-status-list/faults.ts'
import { describeStatusTask, findStatusMistake, needsRejection } from './token-status-list/receiver.ts'
import { makeSample as makeStatusSample } from './token-status-list/sample.ts'
import { variants as statusListVariants } from './token-status-list/variants.ts'

/** An artefact, and what is known beside it. */
export interface Sample {
  readonly kind: ArtefactKind
  readonly text: string
  readonly facts: KnownFacts
}

/** What shows that the checks of a standard can fail, and that they accuse no legal artefact. */
export interface StandardCatalogue {
  readonly faults: readonly SampleFault<object>[]
  readonly variants: readonly SampleVariant<object>[]
  readonly makeSample: (change: object) => Sample
  /** Parties that do one thing wrong, or something unusual, in a whole exchange. */
  readonly exchange?: {
    readonly faults: readonly SampleFault<unknown>[]
    readonly variants: readonly SampleVariant<unknown>[]
  }
  /** What a receiver is asked; nothing, for what no receiver gets. */
  readonly describeTask: (change: object) => ReceiverTask | undefined
  /** In what an answer contradicts the standard, whether it accepts or not. */
  readonly findMistake?: (change: object, answer: ReceiverAnswer, breaks?: Requirement) => string | undefined
  /** The sentence that such a mistake breaks. */
  readonly obligation?: string
  /** Whether a receiver has to reject what breaks a requirement; otherwise it may accept without a statement. */
  readonly needsRejection?: (breaks: Requirement) => boolean
}

export const standardProofs: Readonly<Record<StandardProfile, StandardCatalogue>> = {
  'sd-jwt': {
    ...{ faults, variants, makeSample, describeTask },
    exchange: { faults: holderFaults, variants: holderVariants },
  },
  'sd-jwt-vc': {
    faults: faultsOfVc,
    variants: variantsOfVc,
    makeSample: makeVcSample,
    describeTask: describeVcTask,
  },
  'token-status-list': {
    faults: statusListFaults,
    variants: statusListVariants,
    makeSample: makeStatusSample,
    describeTask: describeStatusTask,
    findMistake: findStatusMistake,
    obligation: 'draft-ietf-oauth-status-list-20, section 8.3, step 6',
    needsRejection,
  },
  'openid4vci-1.0': {
    faults: vciFaults,
    variants: vciVariants,
    makeSample: makeVciSample,
    exchange: { faults: [...issuerFaults, ...walletFaults], variants: [...issuerVariants, ...walletVariants] },
    describeTask: () => undefined, // no receiver gets one message alone
  },
  'openid4vp-1.0': {
    faults: vpFaults,
    variants: vpVariants,
    makeSample: makeVpSample,
    exchange: {
      faults: [...verifierFaults, ...presenterFaults],
      variants: [...verifierVariants, ...presenterVariants],
    },
    describeTask: describeVpTask,
  },
  mdoc: { faults: mdocFaults, variants: mdocVariants, makeSample: makeMdocSample, describeTask: () => undefined },
  'haip-1.0': {
    faults: haipFaults,
    variants: haipVariants,
    makeSample: makeHaipSample,
    exchange: {
      faults: [...haipIssuerFaults, ...haipVerifierFaults, ...haipWalletFaults, ...haipPresenterFaults],
      variants: [...haipIssuerVariants, ...haipVerifierVariants, ...haipWalletVariants, ...haipPresenterVariants],
    },
    describeTask: () => undefined, // nor does it set tasks of its own
  },
}
