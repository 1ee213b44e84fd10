import type { JsonObject } from '../protocol/encoding/json.ts'
import type { Draw } from './draw.ts'
import type { PackageCopy } from './package-copy.ts'

/** A published package that is mutated, and how it is tested in processes of its own. */
export interface Subject {
  readonly copy: PackageCopy
  /** The tests, the shortest first. */
  readonly phases: readonly string[]
  /** Whether it says the same in the same order each time, apart from what is drawn. */
  readonly isOrdered: boolean
  readonly play: (phase: string) => Promise<SubjectEnd>
  /** The lines of a mutant without differences that are legal for every implementation. */
  readonly excuse?: (usual: readonly string[], own: readonly string[]) => readonly string[]
  /** Further messages: what a mutant answers to them otherwise than the original. */
  readonly drawAttempts?: (count: number, draw: Draw, usual: SubjectEnd) => () => string | undefined
}

/** How a test of a package ended, and what was seen. */
export interface SubjectEnd {
  readonly failed: ReadonlySet<string>
  readonly advice: ReadonlySet<string>
  readonly doubtful: ReadonlySet<string>
  readonly leftOut: ReadonlySet<string>
  /** What ended early. */
  readonly stopped: ReadonlySet<string>
  readonly lines: readonly string[]
  readonly questions: readonly { readonly question: JsonObject; readonly answer: string }[]
}
