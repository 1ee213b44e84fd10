// What a suite of your own is made of: `suites` in the configuration names its file.

export { checkArtefact } from '../model/check.ts'
export { expectOneOf, expectSame, finding, inconclusive, notApplicable, showValue } from '../model/finding.ts'
export {
  hygiene,
  interoperability,
  must,
  mustNot,
  privacy,
  type Requirement,
  section,
  security,
  should,
  stated,
} from '../model/requirement.ts'
export { type ClaimSet, hide } from '../protocol/sd-jwt/hide-claims.ts'
export {
  defineSuite,
  type IssuerChange,
  makeFault,
  makeVariant,
  type OwnActor,
  type OwnFault,
  type OwnSuite,
  type OwnVariant,
  type VerifierChange,
  type WalletChange,
} from '../suites/own/own-suite.ts'
