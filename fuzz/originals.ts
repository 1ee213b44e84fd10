import { type StandardProfile, standardProfiles } from '../model/decision.ts'
import type { KnownFacts } from '../model/finding.ts'
import { type ArtefactKind, documentKinds } from '../protocol/artefacts/artefact-kinds.ts'
import type { DecisionAnswers } from '../schemas/types.ts'
import { runOffline } from '../suites/document/reference/offline-exchange.ts'
import { standardProofs } from '../suites/proofs.ts'
import { makeSample, type SampleChange } from '../suites/sd-jwt/sample.ts'

/** An artefact that conforms, and how it is judged. */
export interface Original {
  readonly kind: ArtefactKind
  readonly text: string
  readonly known: KnownFacts
  readonly decisions: Readonly<DecisionAnswers>
  /** The standard that it is judged by, if not by its kind. */
  readonly profile?: StandardProfile
}

/** How digests are made by other readings of the document. */
const settings: readonly DecisionAnswers[] = [
  {},
  { 'sd.digest': 'disclosure', 'sd.order': 'salt-name-value', 'sd.serialization': 'tilde-terminated' },
]

/** An artefact of every kind, under two constructions of a digest. */
export const makeDocumentOriginals = (): readonly Original[] =>
  settings.flatMap((decisions) => {
    const { artefacts, known } = runOffline({}, { profile: 'document', decisions })
    return documentKinds.flatMap((kind) => {
      const found = artefacts.find((each) => each.kind === kind)
      return found ? [{ kind, text: found.text, known, decisions }] : []
    })
  })

const samples: readonly SampleChange[] = [
  {},
  { binding: null },
  { alg: 'ES384' },
  { alg: 'EdDSA' },
  { hash: null, decoys: 3 },
  { hash: 'sha-512' },
  { form: 'flattened' },
  { form: 'general', binding: null },
]

/** SD-JWTs of RFC 9901 by themselves. */
export const makeSdJwtOriginals = (): readonly Original[] =>
  samples.map((change) => {
    const { text, facts } = makeSample(change)
    return { kind: 'sd-jwt', text, known: facts, decisions: {} }
  })

/** Everything that is legal under each of the other standards. */
export const makeStandardOriginals = (): readonly Original[] =>
  standardProfiles
    .filter((profile) => profile !== 'sd-jwt')
    .flatMap((profile) => {
      const { variants, makeSample: make } = standardProofs[profile]
      return variants.map(({ change }) => {
        const { kind, text, facts } = make(change)
        return { kind, text, known: facts, decisions: {}, profile }
      })
    })
