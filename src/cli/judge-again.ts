import { isStandardProfile } from '../../model/decision.ts'
import type { JudgeAgain } from '../compare/check-outcomes.ts'
import { readProfileChoice } from '../config/profile-choice.ts'
import type { Arguments } from '../terminal/arguments.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Judges a kept run again: of the document under the answers that are chosen, of a standard as it is. */
export const createJudge =
  (args: Arguments, terminal: Terminal): JudgeAgain =>
  async (kept) =>
    isStandardProfile(kept.report.profile)
      ? (await import('./commands/standard/rejudge-test.ts')).rejudgeTest(kept, terminal)
      : (await import('../compare/rejudge-under.ts')).rejudgeUnder(kept, readProfileChoice(args))
