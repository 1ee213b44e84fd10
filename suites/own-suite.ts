import type { Check } from '../model/check.ts'
import { toSlug } from '../model/ids.ts'
import type { Requirement } from '../model/requirement.ts'
import type { JsonObject } from '../protocol/encoding/json.ts'
import { makeHaip } from './haip/issuers.ts'
import { changeConfigurations, changeMetadata, combine, type IssuerMutation } from './openid4vci/issuer-changes.ts'

type Change = (members: JsonObject) => JsonObject

/** What an issuer does otherwise. Each member gets what the issuer sends without it. */
export interface IssuerChange {
  /** The claims of an SD-JWT VC that are not selectively disclosable. */
  readonly claims?: Change
  /** The header of an SD-JWT VC. */
  readonly header?: Change
  /** Each credential configuration in the metadata. */
  readonly configuration?: Change
  /** The metadata of the issuer. */
  readonly metadata?: Change
}

/** An issuer that does one thing wrong, and everything else right. */
export interface OwnFault {
  readonly id: string
  readonly breaks: Requirement
  /** Further requirements that the same change cannot avoid breaking. */
  readonly alsoBreaks: readonly Requirement[]
  readonly description: string
  readonly change: IssuerChange
}

/** An issuer that does something unusual that is legal: no check may fail. */
export interface OwnVariant {
  readonly id: string
  readonly description: string
  readonly change: IssuerChange
}

/** Requirements of your own over a standard, such as those of a national profile. */
export interface OwnSuite {
  /** Its name, for `suite` in the configuration. */
  readonly name: string
  readonly title: string
  /** The standard of which all requirements apply as well. */
  readonly on: 'openid4vci-1.0' | 'haip-1.0'
  readonly requirements: readonly Requirement[]
  readonly checks: readonly Check[]
  /** What the reference issuer does so that it meets the requirements. */
  readonly reference: IssuerChange
  readonly faults: readonly OwnFault[]
  readonly variants: readonly OwnVariant[]
}

/** Declares a suite, so that editors complete and check it. */
export const defineSuite = (suite: OwnSuite): OwnSuite => suite

/** Makes a fault: the requirement, what the issuer does, and how. */
export const makeFault = (
  breaks: Requirement,
  description: string,
  change: IssuerChange,
  alsoBreaks: readonly Requirement[] = [],
): OwnFault => ({ id: `${breaks.id}/${toSlug(description)}`, breaks, alsoBreaks, description, change })

/** Makes a variant: what the issuer does, and how. */
export const makeVariant = (description: string, change: IssuerChange): OwnVariant => ({
  id: toSlug(description),
  description,
  change,
})

const keep: Change = (members) => members

const toMutation = ({ claims = keep, header = keep, configuration, metadata = keep }: IssuerChange): IssuerMutation =>
  combine(
    (steps) => ({
      ...steps,
      credentialClaims: (all) => claims(steps.credentialClaims(all)),
      credentialHeader: (all) => header(steps.credentialHeader(all)),
    }),
    configuration ? changeConfigurations(configuration) : (steps) => steps,
    changeMetadata(metadata),
  )

/** The reference issuer of a suite, with a further change or without. */
export const changeReference = ({ on, reference }: OwnSuite, change: IssuerChange = {}): IssuerMutation =>
  combine(on === 'haip-1.0' ? makeHaip : (steps) => steps, toMutation(reference), toMutation(change))
