import type { StandardProfile } from '../model/decision.ts'
import type { KnownFacts } from '../model/finding.ts'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import type { JsonObject } from '../protocol/encoding/json.ts'
import { readAnySdJwt } from '../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../protocol/sd-jwt/processing.ts'
import type { SampleFault, SampleVariant } from './kit/samples.ts'
import { faults } from './sd-jwt/faults.ts'
import { describeNeeds, makeSample } from './sd-jwt/sample.ts'
import { variants } from './sd-jwt/variants.ts'
import { faults as faultsOfVc } from './sd-jwt-vc/faults.ts'
import { applyVcDisclosures, describeVcNeeds, makeVcSample } from './sd-jwt-vc/sample.ts'
import { variants as variantsOfVc } from './sd-jwt-vc/variants.ts'
import { faults as statusListFaults } from './token-status-list/faults.ts'
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
    describeNeeds: () => ({ features: [], keyBinding: 'allowed' }),
    process: () => undefined,
  },
}
