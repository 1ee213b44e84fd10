import { standards } from '../../suites/standards.ts'
import { type JudgeOptions, judgeText } from './judge-text.ts'
import type { Verdict } from './verdict.ts'

/** Judges an artefact as `verify` does, with options that were validated before: once for many artefacts. */
export const verifyText = (artefact: string, options: JudgeOptions): Verdict => judgeText(artefact, options, standards)
