import type { Requirement } from '../../model/requirement.ts'
import { type SampleFault, type SampleVariant, sampleFault, sampleVariant } from './samples.ts'

/** A change of what a reference actor does. */
export type Mutation<Steps> = (steps: Steps) => Steps

/** An actor that does one thing wrong. */
export type ActorFault<Steps> = SampleFault<Mutation<Steps>>

/** An actor that does something unusual that is legal. */
export type ActorVariant<Steps> = SampleVariant<Mutation<Steps>>

/** The change of several steps, one after the other. */
export const combineMutations =
  <Steps>(...changes: readonly Mutation<Steps>[]): Mutation<Steps> =>
  (steps) =>
    changes.reduce((all, change) => change(all), steps)

/** Sets steps. */
export const setActorSteps =
  <Steps>(members: Partial<Steps>): Mutation<Steps> =>
  (steps) => ({ ...steps, ...members })

interface ActorKind<Steps> {
  /** Who does it, in ids. */
  readonly subject?: string
  /** What all of this kind do. */
  readonly base?: Mutation<Steps>
}

/** Makes faults of actors of one kind. */
export const makeActorFault =
  <Steps>({ subject = '', base = (steps) => steps }: ActorKind<Steps> = {}) =>
  (
    breaks: Requirement,
    description: string,
    change: Mutation<Steps>,
    alsoBreaks: readonly Requirement[] = [],
  ): ActorFault<Steps> => ({
    ...sampleFault<Mutation<Steps>>()(breaks, `${subject}${description}`, combineMutations(base, change), alsoBreaks),
    description,
  })

/** Makes variants of actors of one kind. */
export const makeActorVariant =
  <Steps>(about: string, { subject = '', base = (steps) => steps }: ActorKind<Steps> = {}) =>
  (description: string, change: Mutation<Steps>): ActorVariant<Steps> => ({
    ...sampleVariant<Mutation<Steps>>(about)(`${subject}${description}`, combineMutations(base, change)),
    description,
  })

/** Steps of an actor that looks at what it gets. */
interface Validating<Name extends string, Facts> {
  readonly validations: Readonly<Record<Name, (facts: Facts) => boolean>>
}

/** What changes actors of one kind that look at what they get. */
export function makeActorChanges<Steps extends Validating<Name, Facts>, Name extends string, Facts>() {
  /** Looks at something in another way. */
  const look =
    (name: Name, see: (usual: (facts: Facts) => boolean, facts: Facts) => boolean): Mutation<Steps> =>
    (steps) => ({
      ...steps,
      validations: { ...steps.validations, [name]: (facts: Facts) => see(steps.validations[name], facts) },
    })
  /** Looks at something else instead. */
  const demand = (names: readonly Name[], isGood: (facts: Facts) => boolean): Mutation<Steps> =>
    combineMutations(...names.map((name) => look(name, (_, facts) => isGood(facts))))
  return {
    set: setActorSteps<Steps>,
    combine: combineMutations<Steps>,
    look,
    demand,
    /** Does not look at something. */
    skip: (...names: readonly Name[]) => demand(names, () => true),
    /** Does not look at something where what it gets has a certain form. */
    skipWhere: (name: Name, isSkipped: (facts: Facts) => boolean) =>
      look(name, (usual, facts) => isSkipped(facts) || usual(facts)),
    /** Refuses what it may not refuse. */
    validateMore: (name: Name, isGood: (facts: Facts) => boolean) =>
      look(name, (usual, facts) => isGood(facts) && usual(facts)),
  }
}
