import type { Requirement } from '../../../model/requirement.ts'
import type { IssuerFault, IssuerMutation } from '../../../suites/openid4vci/issuer-changes.ts'
import { issuerFaults } from '../../../suites/openid4vci/issuer-faults.ts'
import { type IssuerVariant, issuerVariants } from '../../../suites/openid4vci/issuer-variants.ts'
import { requirements } from '../../../suites/openid4vci/requirements.ts'
import { sampleTime } from '../../../suites/sd-jwt/sample.ts'
import type { SampleTrial, StandardProof } from '../prove-standard.ts'
import { listDoubtful, listFailed, type Seen } from '../tested/seen.ts'
import { tryIssuer } from './try-issuer.ts'

/** Adds issuers with one fault, and unusual ones, each played with all probes. */
export async function proveIssuers(proof: StandardProof): Promise<StandardProof> {
  const faults: SampleTrial[] = []
  for (const fault of issuerFaults) faults.push(await tryFault(fault))
  const variants: SampleTrial[] = []
  for (const variant of issuerVariants) variants.push(await tryVariant(variant))
  return addPlayed(proof, { faults, variants, role: 'issuer' })
}

/** What was played of one role. */
interface PlayedParties extends Pick<StandardProof, 'faults' | 'variants'> {
  readonly role: Requirement['binds']
}

/** Adds parties that were played. Every requirement on their role that an exchange shows has to be broken by one. */
export function addPlayed(proof: StandardProof, { faults, variants, role }: PlayedParties): StandardProof {
  const broken = new Set(faults.flatMap(({ expected }) => expected))
  const unproven = requirements
    .filter(({ id, binds, seen }) => binds === role && 'exchange' in seen && !broken.has(id))
    .map(readId)
  return {
    ...proof,
    faults: [...proof.faults, ...faults],
    variants: [...proof.variants, ...variants],
    unproven: [...proof.unproven, ...unproven],
  }
}

const readId = ({ id }: { readonly id: string }): string => id

export async function tryFault({ id, description, breaks, alsoBreaks, change }: IssuerFault): Promise<SampleTrial> {
  const report = await play(change)
  return {
    id,
    description,
    section: breaks.section,
    expected: [breaks, ...alsoBreaks].map(readId).toSorted(),
    failed: listFailed(report),
    doubtful: [],
  }
}

export async function tryVariant({ id, description, change }: IssuerVariant): Promise<SampleTrial> {
  const report = await play(change)
  return { id, description, section: '', expected: [], failed: listFailed(report), doubtful: listDoubtful(report) }
}

const play = (change: IssuerMutation): Promise<Seen> =>
  tryIssuer({
    offers: [],
    hasProbes: true,
    patience: 60,
    allowPrivate: false,
    options: { now: sampleTime },
    change,
  })
