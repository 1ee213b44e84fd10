import type { StandardProfile } from '../model/decision.ts'
import type { KnownFacts } from '../model/finding.ts'
import type { Requirement } from '../model/requirement.ts'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import type { JsonObject } from '../protocol/encoding/json.ts'
import { readAnySdJwt } from '../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../protocol/sd-jwt/processing.ts'
import type { ReceiverAnswer, SampleFault, SampleVariant } from './kit/samples.ts'
import { faults } from './sd-jwt/faults.ts'
import { describeNeeds, makeSample } from './sd-jwt/sample.ts'
import { variants } from './sd-jwt/variants.ts'
import { faults as faultsOfVc } from './sd-jwt-vc/faults.ts'
import { applyVcDisclosures, describeVcNeeds, makeVcSample } from './sd-jwt-vc/sample.ts'
import { variants as variantsOfVc } from './sd-jwt-vc/variants.ts'
import { faults as statusListFaults } from './token-status-list/faults.ts'
import {
  describeStatusNeeds,
  describeStatusQuestion,
  findStatusMistake,
  needsRejection,
} from './token-status-list/receiver.ts'
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
  readonly describeNeeds: (change: object) => SampleNeeds
  /** What a receiver hands on; nothing, if that cannot be said. */
  readonly process: (text: string) => JsonObject | undefined
  /** What a receiver is asked, where that is more than the artefact; nothing, for what no receiver gets. */
  readonly describeQuestion?: (change: object) => JsonObject | undefined
  /** In what an answer contradicts the standard, whether it accepts or not. */
  readonly findMistake?: (change: object, answer: ReceiverAnswer, breaks?: Requirement) => string | undefined
  /** The sentence that such a mistake breaks. */
  readonly obligation?: string
  /** Whether a receiver has to reject what breaks a requirement; otherwise it may accept without a statement. */
  readonly needsRejection?: (breaks: Requirement) => boolean
}

/** What a receiver has to do to judge a sample. */
export interface SampleNeeds {
  /** Optional features of the standard. */
  readonly features: readonly string[]
  readonly keyBinding: 'required' | 'allowed'
  /** The feature among them that a receiver may leave out without a word. */
  readonly silent?: string
}

export const standardProofs: Readonly<Record<StandardProfile, StandardCatalogue>> = {
  'sd-jwt': {
    faults,
    variants,
    makeSample,
    describeNeeds,
    process: (text) => applyDisclosures(readAnySdJwt(text))?.payload,
  },
  'sd-jwt-vc': {
    faults: faultsOfVc,
    variants: variantsOfVc,
    makeSample: makeVcSample,
    describeNeeds: describeVcNeeds,
    process: applyVcDisclosures,
  },
  'token-status-list': {
    faults: statusListFaults,
    variants: statusListVariants,
    makeSample: makeStatusSample,
    describeNeeds: describeStatusNeeds,
    process: () => undefined,
    describeQuestion: describeStatusQuestion,
    findMistake: findStatusMistake,
    obligation: 'draft-ietf-oauth-status-list-20, section 8.3, step 6',
    needsRejection,
  },
}
