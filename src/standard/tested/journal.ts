import type { StandardProfile } from '../../../model/decision.ts'
import type { KnownFacts } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import type { SessionResult } from '../../../suites/openid4vci/session-checks.ts'
import { exitCodesByConclusion } from '../../terminal/exit-codes.ts'
import type { JudgedCase } from '../../verify/cases.ts'
import { type VerifyOptions, verifyText } from '../../verify/verify.ts'

/** How one thing ended that was tried on an issuer. */
export interface TestTrial {
  readonly id: string
  readonly row: Requirement
  readonly description: string
  readonly outcome: 'held' | 'failed' | 'remark' | 'inconclusive'
  /** What the issuer did, in words. */
  readonly actual: string
  /** The sentence that obliges it; absent where it may do as it likes. */
  readonly obligation?: string
}

/** All that was seen of an issuer. */
export interface Journal {
  readonly cases: JudgedCase[]
  readonly trials: TestTrial[]
  /** What cannot be said, or is said beside the results. */
  readonly notes: string[]
  readonly judge: (source: string, text: string, as: ArtefactKind, facts: KnownFacts, profile?: StandardProfile) => void
  readonly add: (trial: TestTrial) => void
  /** A requirement on the session: the worst that was seen counts. */
  readonly mark: (source: string, results: Iterable<SessionResult>) => void
}

export function openJournal(options: VerifyOptions): Journal {
  const cases: JudgedCase[] = []
  const trials: TestTrial[] = []
  const add = (trial: TestTrial): void => {
    const known = trials.findIndex(({ id }) => id === trial.id)
    if (known < 0) trials.push(trial)
    else if (trials[known]?.outcome === 'held') trials[known] = trial
  }
  return {
    cases,
    trials,
    notes: [],
    add,
    judge: (source, text, as, facts, profile) => {
      const { isEncryptionRequested: _, ...known } = facts
      const verdict = verifyText(text, { ...options, ...known, as, ...(profile && { profile }) })
      const kind = verdict.kind ?? as
      const code = exitCodesByConclusion[verdict.conclusion]
      // An answer without a body may have nothing to judge, such as a 401 whose header says it all.
      if (verdict.results.some(({ outcome }) => outcome !== 'inapplicable' && outcome !== 'untested'))
        cases.push({ source, verdict: { ...verdict, kind }, code })
    },
    mark: (source, results) => {
      for (const { row, problem } of results)
        add({
          id: row.id,
          row,
          description: source,
          outcome: problem === undefined ? 'held' : 'failed',
          actual: problem ?? 'as required',
          obligation: row.standard ?? '',
        })
    },
  }
}
