import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { concludeIssuer, type IssuerReport } from './play-issuer.ts'

/** How an issuer ended, for programs. */
export function makeIssuerDocument(report: IssuerReport, exitCode: number): JsonObject {
  const { cases, trials, notes, obstacle, untested } = report
  return {
    profile: 'openid4vci-1.0',
    conclusion: concludeIssuer(report),
    messages: cases.map(({ source, verdict: { kind, conclusion, results } }) => ({
      source,
      kind,
      conclusion,
      results: results
        .filter(({ outcome }) => outcome !== 'inapplicable' && outcome !== 'untested')
        .map(({ requirement: { id }, outcome, reason, findings }) => ({
          id,
          outcome,
          ...(reason !== undefined && { reason }),
          ...(findings.length > 0 && {
            findings: findings.map(({ at, expected, actual }) => ({ at, expected, actual })),
          }),
        })),
    })),
    trials: trials.map(({ id, row, description, outcome, actual, obligation }) => ({
      id,
      requirement: row.id,
      description,
      outcome,
      actual,
      ...(obligation !== undefined && { obligation }),
    })),
    notes: [...notes],
    ...(obstacle !== undefined && { obstacle }),
    untested: untested.map(({ id }) => id),
    exitCode,
  }
}
