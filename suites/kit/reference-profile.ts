import { HarnessError } from '../../model/errors.ts'
import { suggestWord } from '../../model/suggest-word.ts'

/** The reference actor of a suite: how it differs from that of the suite below, and what it can do otherwise. */
export interface ReferenceProfile<Mutation> {
  /** Whose reference actor it is, in words. */
  readonly name: string
  readonly change: Mutation
  /** The authorities that its certificates lead to, as PEM. */
  readonly anchors?: readonly string[]
  readonly faults: readonly NamedChange<Mutation>[]
  readonly variants: readonly NamedChange<Mutation>[]
}

/** Something that an actor does otherwise, and its id. */
interface NamedChange<Mutation> {
  readonly id: string
  readonly change: Mutation
}

/** The fault or the variant of an id. */
export const findChange =
  <Mutation>({ name, faults, variants }: ReferenceProfile<Mutation>) =>
  (kind: 'fault' | 'variant', id: string): Mutation => {
    const all = kind === 'fault' ? faults : variants
    const found = all.find((each) => each.id === id)
    if (found) return found.change
    const ids = all.map((each) => each.id)
    throw new HarnessError('ERR_UNKNOWN_ID', `there is no \`${id}\`, ${kind} of ${name}${suggestWord(id, ids)}`)
  }
