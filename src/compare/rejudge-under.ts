import { isStandardProfile, profiles } from '../../model/decision.ts'
import { HarnessError } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import { comparedSuite } from '../../suites/compared.ts'
import type { ProfileChoice } from '../config/profile-choice.ts'
import type { KeptRun } from '../run-folder/kept-run.ts'
import { tool } from '../runtime/tool.ts'
import { parseChoice } from '../terminal/values.ts'

/** Judges a kept run again, with its own answers and those that are chosen now. */
export function rejudgeUnder(kept: KeptRun, { profile, decisions }: ProfileChoice): RunReport {
  if (isStandardProfile(kept.head.profile))
    throw new HarnessError('ERR_INPUT', 'a test by a standard is judged again by `assay rejudge`')
  return comparedSuite.rejudgeRun(
    kept,
    {
      profile: profile ?? parseChoice('the profile in the record', kept.head.profile, profiles),
      decisions: { ...kept.head.decisions, ...decisions },
    },
    tool,
  )
}
