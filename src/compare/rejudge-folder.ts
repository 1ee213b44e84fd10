import { type Profile, profiles } from '../../model/decision.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { DecisionAnswers } from '../../schemas/types.ts'

/** The answers to use instead of those of the run. */
export interface RejudgeOptions {
  readonly profile?: Profile
  readonly decisions?: Readonly<DecisionAnswers>
}

/**
 * Judges the messages of a stored run again, as `assay rejudge` does: with the checks of this version, and perhaps with
 * other answers. No message is sent. The run must have been stored with `keepPrivate`.
 *
 * @example
 * const report = await rejudge('out', { profile: 'document-rfc9901' })
 */
export async function rejudge(folder: string, { profile, decisions = {} }: RejudgeOptions = {}): Promise<RunReport> {
  const [{ readKeptRun }, { rejudgeUnder }, { requireKnownAnswers }, { parseChoice }] = await Promise.all([
    import('../run-folder/kept-run.ts'),
    import('./rejudge-under.ts'),
    import('../config/check-values.ts'),
    import('../terminal/values.ts'),
  ])
  return rejudgeUnder(readKeptRun(folder), {
    ...(profile !== undefined && { profile: parseChoice('profile', profile, profiles) }),
    decisions: requireKnownAnswers('decisions', decisions),
  })
}
