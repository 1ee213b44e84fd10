import type { Profile, StandardProfile } from '../model/decision.ts'
import type { Outcome } from '../model/report.ts'
import type { TargetRole } from '../model/role.ts'

/** What a plan may ask of a configuration or of a target, and what to give where it lacks. */
export const planNeeds = {
  probes: 'negative tests: leave out `--members 0`',
  'second account': 'a second account with a device and a session token: `accounts`',
  'status change': 'a hook that changes a status: `status.set`',
} as const satisfies Readonly<Record<string, string>>
export type PlanNeed = keyof typeof planNeeds

/** A requirement that decides whether a role may claim conformance. */
export interface PlanRow {
  readonly id: string
  /** Why it counts: it is mandatory, it follows from the answer to a decision, or its violation is a risk. */
  readonly counts: 'mandatory' | 'agreed' | 'risk'
  /** Where it shows: kinds of artefacts, or what has to be seen in an exchange. */
  readonly shows: string
  readonly needs?: readonly PlanNeed[]
  /** It is about something that the document lets a target leave out. What was not shown is not part of the claim. */
  readonly optional?: true
  /** The profiles under which it applies; absent for all. */
  readonly profiles?: readonly Profile[]
  /** What of a role is tested, where that is done in several ways: it has to be judged if others of this way were. */
  readonly way?: PlanWay
}

/** How a wallet is tested by HAIP: by what it obtains, or by what it presents. */
export type PlanWay = 'issuance' | 'presentation' | 'sd-jwt' | 'mdoc'

/** The plans of one version of the registry. */
export interface Plans {
  /** The version of assay. */
  readonly version: string
  /** SHA-256 over the requirements, to distinguish two plans of one version. */
  readonly registry: string
  readonly roles: Readonly<Record<TargetRole, readonly PlanRow[]>>
  /** The plans of the standards that are tested by themselves. */
  readonly standards: Readonly<Partial<Record<StandardProfile, StandardPlans>>>
}

/** The plans of a standard. */
export interface StandardPlans {
  readonly registry: string
  readonly roles: Readonly<Partial<Record<TargetRole, readonly PlanRow[]>>>
}

/** A row of the plan that keeps a run from a claim. */
export interface PlanGap {
  readonly id: string
  readonly role: TargetRole
  /** Absent where the report does not have the requirement. */
  readonly outcome?: Outcome
  /** What has to be given. */
  readonly give: string
}
