import type { StandardProfile } from '../model/decision.ts'
import type { KnownFacts } from '../model/finding.ts'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import type { SampleFault, SampleVariant } from './kit/samples.ts'
import { faults } from './sd-jwt/faults.ts'
import { makeSample } from './sd-jwt/sample.ts'
import { variants } from './sd-jwt/variants.ts'

/** An artefact, and what is known beside it. */
export interface Sample {
  readonly text: string
  readonly facts: KnownFacts
}

/** What shows that the checks of a standard can fail, and that they accuse no legal artefact. */
export interface StandardCatalogue {
  readonly kind: ArtefactKind
  readonly faults: readonly SampleFault<object>[]
  readonly variants: readonly SampleVariant<object>[]
  readonly makeSample: (change: object) => Sample
}

export const standardProofs: Readonly<Record<StandardProfile, StandardCatalogue>> = {
  'sd-jwt': { kind: 'sd-jwt', faults, variants, makeSample },
}
