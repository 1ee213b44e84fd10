import { type Exploration, tryValues } from '../../kit/exploration.ts'
import type { IssuerCalls, ProbeContext, ProbeOutcome, StatefulProbe } from '../model/probe.ts'

/** A probe that runs generated sequences and reports the shortest one with an unexpected answer. */
export const runExploration =
  <T>(
    expected: StatefulProbe['expected'],
    exploration: Exploration<T, IssuerCalls>,
  ): ((context: ProbeContext) => Promise<ProbeOutcome | undefined>) =>
  async ({ runCalls: runSequence, members, seed }) => {
    if (!runSequence || members < 1) return undefined
    const result = await tryValues(exploration, { members, seed }, runSequence)
    const { answered, isLost, hasTooFewAccounts, tries, failures, counterexample } = result
    if (hasTooFewAccounts) return undefined
    const answer = answered > 0 ? expected : 'inconclusive'
    if (!counterexample && isLost) return { answer, detail: `${answered} times, until a message was lost` }
    const detail = `not found in ${tries} ${tries === 1 ? 'try' : 'tries'}`
    if (!counterexample) return { answer, ...(exploration.isTimed && tries > 0 && { detail }) }
    const { steps, session } = counterexample
    return {
      answer: expected === 'refused' ? 'accepted' : 'refused',
      detail: exploration.isTimed
        ? `${steps.join(', ')}; ${failures} of ${tries} tries with the same \`--seed\` (as a number: ${seed})`
        : `${steps.join(', ')}; the same \`--seed\` reproduces it (as a number: ${seed})`,
      ...(session !== undefined && { session }),
    }
  }
