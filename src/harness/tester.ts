import type { IsChosen } from '../../model/ids.ts'
import type { TestedRole } from '../../suites/suite.ts'
import type { PlayedStandard } from '../../suites/suites.ts'
import type { StandardProof } from '../prove/prove-standard.ts'
import type { Arguments } from '../terminal/arguments.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { addParties, type Parties } from './parties.ts'
import type { Seen } from './seen.ts'
import type { TestOptions } from './test-options.ts'

/** What a test is given, on the command line or by a configuration. */
export interface TestInput {
  readonly args: Arguments
  readonly terminal: Terminal
  readonly profile: PlayedStandard
  readonly options: TestOptions
}

/** What a test saw, and of what. */
export interface Tested {
  readonly seen: Seen
  /** Where the target is; absent for the reference actor. */
  readonly target?: string | undefined
}

/** Adds what whole exchanges show to the proof of a suite. */
type Addition = (proof: StandardProof, isChosen: IsChosen) => Promise<StandardProof>

/** Tests one role. */
export type Tester = (input: TestInput) => Promise<Tested>

/** How the roles of a suite are tested: `harness/roles.ts` in its folder. */
export interface Harness {
  readonly testers: { readonly [R in TestedRole]?: Tester }
  /** The parties of each role that prove it. */
  readonly parties: readonly Addition[]
}

/** Parties that are loaded when they prove something. */
export const proveBy =
  <Change>(load: () => Promise<Parties<Change>>): Addition =>
  async (proof, isChosen) =>
    addParties(proof, await load(), isChosen)
