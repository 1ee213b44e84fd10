import type { Decision, StandardProfile } from '../model/decision.ts'
import type { Requirement } from '../model/requirement.ts'
import type { ReportedResult } from '../model/run-report.ts'
import type { NamedSession } from '../model/session-end.ts'
import { decisions } from './document/all/decisions.ts'
import { requirements } from './document/all/requirements.ts'
import { claimSet } from './document/claims/claim-set.ts'
import { CRED } from './document/credential/requirements.ts'
import { SD } from './document/disclosure/requirements.ts'
import { linkFailures } from './document/kit/link-failures.ts'
import { probeLeads } from './document/kit/rejection.ts'
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
  /** Requirements that are judged by what the probes of another one bring, with that one. */
  readonly probeLeads: ReadonlyMap<string, string>
  /** What fails where a character of an artefact was changed. */
  readonly brokenByChange: ReadonlySet<string>
  /** The standard that a credential is of which breaks all of these requirements. */
  readonly otherwise: { readonly standard: StandardProfile; readonly broken: readonly string[] }
  /** Says which failures may follow from another one. */
  readonly linkFailures: (results: readonly ReportedResult[]) => readonly ReportedResult[]
}

export const defaultSuite: DefaultSuite = {
  requirements,
  decisions,
  sessions: sessionPlan,
  publicNames: [...Object.keys(claimSet), ...endpoints],
  edges,
  probeLeads,
  brokenByChange: new Set([CRED.COMPACT, CRED.SIGNED, SD.INCLUDED, SD.ENCODED].map(({ id }) => id)),
  otherwise: { standard: 'sd-jwt-vc', broken: [CRED.TYP.id, CRED.ID.id] },
  linkFailures,
}
