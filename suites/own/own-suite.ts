import type { Check } from '../../model/check.ts'
import { toSlug } from '../../model/ids.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import type { MdocElement } from '../../protocol/mdoc/issuer-signed.ts'
import type { ClaimSet } from '../../protocol/sd-jwt/hide-claims.ts'
import { changeConfigurations, changeMetadata, combine, type IssuerMutation } from '../openid4vci/issuer-changes.ts'
import type { WalletMutation } from '../openid4vci/wallet/faults.ts'
import { changeRequest, combine as combineVerifiers, type VerifierMutation } from '../openid4vp/verifier/faults.ts'
import type { PresenterMutation } from '../openid4vp/wallet/faults.ts'
import { changeCredentials } from '../openid4vp/wallet/requests.ts'
import type { HolderMutation } from '../sd-jwt/holder/faults.ts'
import type { PlayedStandard } from '../suites.ts'

type Change = (members: JsonObject) => JsonObject

/** What an issuer does otherwise. Each member gets what the issuer sends without it. */
export interface IssuerChange {
  /** The claims of an SD-JWT that are not selectively disclosable. */
  readonly claims?: Change
  /** The header of an SD-JWT. */
  readonly header?: Change
  /** The claims of an SD-JWT that its holder may hide; `hide` marks what may be hidden inside of them. */
  readonly hidden?: (claims: ClaimSet) => ClaimSet
  /** The elements of an mdoc. */
  readonly elements?: (elements: readonly MdocElement[]) => readonly MdocElement[]
  /** Each credential configuration in the metadata. */
  readonly configuration?: Change
  /** The metadata of the issuer. */
  readonly metadata?: Change
}

/** What a wallet does otherwise. Each member gets what the wallet sends without it. */
export interface WalletChange {
  /** The claims of the proof of a key, in a credential request. */
  readonly proof?: Change
  /** The claims of a key attestation. */
  readonly attestation?: Change
  /** The claims of a Key Binding JWT. */
  readonly binding?: Change
}

/** What a verifier does otherwise. Each member gets what the verifier sends without it. */
export interface VerifierChange {
  /** The parameters of a request. */
  readonly request?: Change
  /** The metadata in a request. */
  readonly metadata?: Change
  /** Each query for a credential. */
  readonly query?: Change
}

/** An actor that does one thing wrong, and everything else right. */
export interface OwnFault<C = IssuerChange> {
  readonly id: string
  readonly breaks: Requirement
  /** Further requirements that the same change cannot avoid breaking. */
  readonly alsoBreaks: readonly Requirement[]
  readonly description: string
  readonly change: C
}

/** An actor that does something unusual that is legal: no check may fail. */
export interface OwnVariant<C = IssuerChange> {
  readonly id: string
  readonly description: string
  readonly change: C
}

/** The reference actor of a role, and what it can do otherwise. */
export interface OwnActor<C> {
  /** What the reference actor does so that it meets the requirements. */
  readonly reference: C
  readonly faults: readonly OwnFault<C>[]
  readonly variants: readonly OwnVariant<C>[]
}

/** Requirements of your own over a standard, such as those of a national profile. `reference`, `faults` and `variants` are of issuers. */
export interface OwnSuite extends OwnActor<IssuerChange> {
  /** Its name, for `suite` in the configuration. */
  readonly name: string
  readonly title: string
  /** The standard of which all requirements apply as well. */
  readonly on: PlayedStandard
  readonly requirements: readonly Requirement[]
  readonly checks: readonly Check[]
  /** Wallets that obtain credentials, or present them, or both, as the standard has it; holders of SD-JWTs, by RFC 9901. */
  readonly wallet?: OwnActor<WalletChange>
  /** Whether the reference issuer issues mdocs as well. */
  readonly hasDocuments?: true
  readonly verifier?: OwnActor<VerifierChange>
}

/** The faults of all roles. */
export const listFaults = ({ faults, wallet, verifier }: OwnSuite): readonly OwnFault<object>[] => [
  ...faults,
  ...(wallet?.faults ?? []),
  ...(verifier?.faults ?? []),
]

/** Declares a suite, so that editors complete and check it. */
export const defineSuite = (suite: OwnSuite): OwnSuite => suite

/** Makes a fault: the requirement, what the actor does, and how. */
export const makeFault = <C>(
  breaks: Requirement,
  description: string,
  change: C,
  alsoBreaks: readonly Requirement[] = [],
): OwnFault<C> => ({ id: `${breaks.id}/${toSlug(description)}`, breaks, alsoBreaks, description, change })

/** Makes a variant: what the actor does, and how. */
export const makeVariant = <C>(description: string, change: C): OwnVariant<C> => ({
  id: toSlug(description),
  description,
  change,
})

const keep: Change = (members) => members

/** What the reference issuer of the standard does otherwise. */
export const toIssuerMutation = ({
  claims = keep,
  header = keep,
  hidden = (all) => all,
  elements = (all) => all,
  configuration,
  metadata = keep,
}: IssuerChange): IssuerMutation =>
  combine(
    (steps) => ({
      ...steps,
      credentialClaims: (all) => claims(steps.credentialClaims(all)),
      credentialHeader: (all) => header(steps.credentialHeader(all)),
      hiddenClaims: Object.entries(hidden(Object.fromEntries(steps.hiddenClaims))),
      elements: (all) => elements(steps.elements(all)),
    }),
    configuration ? changeConfigurations(configuration) : (steps) => steps,
    changeMetadata(metadata),
  )

/** What a wallet of the standard does otherwise that obtains credentials. */
export const toWalletMutation =
  ({ proof = keep, attestation = keep }: WalletChange): WalletMutation =>
  (steps) => ({
    ...steps,
    proofClaims: (claims, facts) => proof(steps.proofClaims(claims, facts)),
    attestation: (claims, facts) => attestation(steps.attestation(claims, facts)),
  })

/** What a wallet of the standard does otherwise that presents a credential of an issuer. */
export const toPresenterMutation =
  ({ binding = keep }: WalletChange, { claims = keep, header = keep }: IssuerChange = {}): PresenterMutation =>
  (steps) => ({
    ...steps,
    credentialClaims: (all) => claims(steps.credentialClaims(all)),
    credentialHeader: (all) => header(steps.credentialHeader(all)),
    bindingClaims: (all, facts) => binding(steps.bindingClaims(all, facts)),
  })

/** What a holder of SD-JWTs does otherwise. */
export const toHolderMutation =
  ({ binding = keep }: WalletChange): HolderMutation =>
  (steps) => ({ ...steps, binding: (payload) => binding(steps.binding(payload)) })

/** What a verifier of the standard does otherwise. */
export const toVerifierMutation = ({
  request = keep,
  metadata = keep,
  query = keep,
}: VerifierChange): VerifierMutation =>
  combineVerifiers(
    changeCredentials(query),
    changeRequest(({ client_metadata: known, ...all }) => ({
      ...request(all),
      client_metadata: metadata(isObject(known) ? known : {}),
    })),
  )
