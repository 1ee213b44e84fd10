import type { Decision } from '../model/decision.ts'
import type { Requirement } from '../model/requirement.ts'
import type { ReportedResult } from '../model/run-report.ts'
import type { NamedSession } from '../model/session-end.ts'
import { decisions } from './document/all/decisions.ts'
import { requirements } from './document/all/requirements.ts'
import { claimSet } from './document/claims/claim-set.ts'
import { linkFailures } from './document/kit/link-failures.ts'
import { type Edge, edges } from './document/model/edges.ts'
import { endpoints } from './document/model/endpoints.ts'
import { sessionPlan } from './document/model/session-plan.ts'

/** What is known of the suite of every command to which no standard is named, before its checks are loaded. */
export interface DefaultSuite {
  readonly requirements: readonly Requirement[]
  /** The questions that it leaves open. */
  readonly decisions: readonly Decision[]
  /** The valid sessions of every run. */
  readonly sessions: readonly NamedSession[]
  /** The names that its messages may have, of claims and endpoints: they may be shown anywhere. */
  readonly publicNames: readonly string[]
  /** The steps of its flow between two parties, in their order. */
  readonly edges: readonly Edge[]
  /** Says which failures may follow from another one. */
  readonly linkFailures: (results: readonly ReportedResult[]) => readonly ReportedResult[]
}

export const defaultSuite: DefaultSuite = {
  requirements,
  decisions,
  sessions: sessionPlan,
  publicNames: [...Object.keys(claimSet), ...endpoints],
  edges,
  linkFailures,
}
