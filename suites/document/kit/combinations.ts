import * as fc from 'fast-check'
import { type Decision, type Profile, profiles } from '../../../model/decision.ts'
import type { ActorMutation } from '../model/actors.ts'
import type { FaultSettings, Variant } from '../model/fault.ts'
import { sampleMembers } from './family.ts'
import { combineMutations } from './mutations.ts'

/** Some unusual behaviour that is legal, all at once, under answers that were drawn. */
export interface Combination extends FaultSettings {
  readonly variants: readonly Variant[]
}

/** What combinations are drawn from. */
export interface LegalSettings {
  readonly variants: readonly Variant[]
  readonly decisions: readonly Decision[]
  /** Whether a combination is legal: some variants and answers exclude one another. */
  readonly isLegal: (combination: Combination) => boolean
}

/** Draws combinations: up to three variants, and answers to up to three decisions that none of them needs otherwise. */
export const drawCombinations = (settings: LegalSettings, seed: number, count: number): readonly Combination[] =>
  fc.sample(createArbitrary(settings), { seed, numRuns: count })

function createArbitrary({ variants, decisions, isLegal }: LegalSettings): fc.Arbitrary<Combination> {
  const open = decisions.filter(({ answers }) => Object.keys(answers).length > 1)
  const answer = fc
    .constantFrom(...open)
    .chain(({ id, answers }) => fc.constantFrom(...Object.keys(answers)).map((value) => [id, value] as const))
  return fc
    .record({
      profile: fc.constantFrom(...profiles),
      answers: fc.array(answer, { maxLength: 3 }),
      some: fc.uniqueArray(fc.constantFrom(...variants), { maxLength: 3, selector: ({ id }) => id }),
    })
    .map(({ profile, answers, some }) => combine(profile, Object.fromEntries(answers), some))
    .filter(
      (each) => each !== undefined && each.variants.length + Object.keys(each.decisions).length > 1 && isLegal(each),
    )
    .map((each) => each as Combination) // those that are undefined were left out
}

/**
 * A variant is legal under its own profile, so that one is used; a profile is drawn where there is no variant. The answers
 * that variants need come first. There is no combination of variants that need different ones.
 */
function combine(
  drawn: Profile,
  answers: Readonly<Record<string, string>>,
  variants: readonly Variant[],
): Combination | undefined {
  const [profile = drawn, ...others] = new Set(variants.map((each) => each.profile))
  const decisions: Readonly<Record<string, string>> = Object.assign(
    {},
    answers,
    ...variants.map((each) => each.decisions),
  )
  const isAgreed = variants.every((each) =>
    Object.entries(each.decisions).every(([id, value]) => decisions[id] === value),
  )
  const [asks, ...further] = variants.flatMap(({ responseEncryption: own }) => (own ? [own] : []))
  if (!isAgreed || others.length + further.length > 0) return undefined
  return { profile, decisions, variants, ...(asks && { responseEncryption: asks }) }
}

/** What the actors of a combination do: one member of each family. */
export const mutateAsCombined = ({ variants }: Combination, seed: number): ActorMutation =>
  variants
    .flatMap((each) => sampleMembers(each, seed, 1))
    .map(({ mutation }) => mutation)
    .reduce(combineMutations, {})

/** A combination in one line: its variants, and the answers under which they are. */
export const describeCombination = ({ profile, decisions, variants }: Combination): string =>
  [
    ...variants.map(({ id }) => id),
    ...(profile === 'document' ? [] : [`profile ${profile}`]),
    ...Object.entries(decisions).map(([id, value]) => `${id}=${value}`),
  ].join(' + ')
