import { requirements } from '../../../suites/openid4vp/requirements.ts'
import { type VerifierFault, type VerifierMutation, verifierFaults } from '../../../suites/openid4vp/verifier/faults.ts'
import { type VerifierVariant, verifierVariants } from '../../../suites/openid4vp/verifier/variants.ts'
import { sampleTime } from '../../../suites/sd-jwt/sample.ts'
import type { SampleTrial, StandardProof } from '../prove-standard.ts'
import { listDoubtful, listFailed, type Seen } from '../tested/seen.ts'
import { tryServedVerifier } from './try-served-verifier.ts'

/** Adds verifiers with one fault, and unusual ones, each played with all probes. */
export async function proveVerifiers(proof: StandardProof): Promise<StandardProof> {
  const faults: SampleTrial[] = []
  for (const fault of verifierFaults) faults.push(await tryVerifierFault(fault))
  const variants: SampleTrial[] = []
  for (const variant of verifierVariants) variants.push(await tryVerifierVariant(variant))
  const broken = new Set(verifierFaults.flatMap(({ breaks, alsoBreaks }) => [breaks, ...alsoBreaks].map(readId)))
  const unproven = requirements
    .filter(({ id, seen, binds }) => 'exchange' in seen && binds === 'verifier' && !broken.has(id))
    .map(readId)
  return {
    ...proof,
    faults: [...proof.faults, ...faults],
    variants: [...proof.variants, ...variants],
    unproven: [...proof.unproven, ...unproven],
  }
}

const readId = ({ id }: { readonly id: string }): string => id

export async function tryVerifierFault(fault: VerifierFault): Promise<SampleTrial> {
  const { id, description, breaks, alsoBreaks } = fault
  const expected = [breaks, ...alsoBreaks].map((row) => row.id).toSorted()
  const failed = listFailed(await play(fault.change))
  return { id, description, section: breaks.section, expected, failed, doubtful: [] }
}

export async function tryVerifierVariant({ id, description, change }: VerifierVariant): Promise<SampleTrial> {
  const report = await play(change)
  return { id, description, section: '', expected: [], failed: listFailed(report), doubtful: listDoubtful(report) }
}

const play = (change: VerifierMutation): Promise<Seen> =>
  tryServedVerifier({
    requests: [],
    hasProbes: true,
    patience: 0,
    allowPrivate: false,
    options: { now: sampleTime },
    change,
  })
