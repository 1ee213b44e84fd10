import type { AppliedBaseline } from './baseline.ts'
import type { AnswerSource } from './decision.ts'
import type { DecidingReason, Gate } from './gate.ts'
import type { LocatedFinding, Outcome, TamperingProof } from './report.ts'
import type { Consequence, Force } from './requirement.ts'
import type { Role } from './role.ts'
import type { TransportErrorKind } from './wire.ts'

/** The verdicts of a run. */
export const verdicts = [
  'conformant',
  'nonconformant',
  'unsafe',
  'inconclusive',
  'unavailable',
  'harnessError',
  'interrupted',
] as const
export type RunVerdict = (typeof verdicts)[number]

/** One reason for the verdict. */
export interface VerdictReason {
  readonly code:
    | 'failed'
    | 'risk'
    | 'inconclusive'
    | 'defaults'
    | 'unavailable'
    | 'stopped'
    | 'harnessError'
    | 'interrupted'
    | 'partial'
    | 'unprobed'
    | 'plan'
    | 'expired'
    | 'privacy'
  readonly text: string
  /** The number of requirements, decisions, sessions or values that it counts. */
  readonly count: number
}

/** One actor, and whether it was a target. */
export interface ReportedActor {
  readonly role: Role
  /** The address of the target; absent for a reference actor. */
  readonly url?: string
}

/** One session, and how far it came. */
export interface ReportedSession {
  readonly session: string
  readonly purpose: string
  readonly ended: 'completed' | 'stopped' | 'unavailable'
  /** Why it ended early. */
  readonly reason?: string
  readonly transportError?: TransportErrorKind
  /** The settings that are probably wrong, such as `accounts[0].sessionToken`. */
  readonly settings?: readonly string[]
  readonly messages: number
}

/** Why requirements could not be judged, and all that waits for it. */
export interface ReportedCause {
  readonly text: string
  /** The sessions that ended early for it; empty for any other reason. */
  readonly sessions: readonly string[]
  /** The requirement whose failure is the cause. */
  readonly failure?: string
  /** The settings that are probably wrong. */
  readonly settings: readonly string[]
  /** The requirements that could not be judged. Where a message was lost, those that failed are among them. */
  readonly waiting: readonly string[]
}

/** The result of one requirement in a report. */
export interface ReportedResult {
  readonly id: string
  readonly section: string
  readonly standard?: string
  /** The third-party suite that the requirement is from; absent for requirements of Assay. */
  readonly suite?: string
  readonly force: Force
  readonly binds: Role
  readonly text: string
  /** Why it counts for the verdict; absent if it does not. */
  readonly decides?: DecidingReason
  /** What follows from a breach. */
  readonly consequence: Consequence
  readonly outcome: Outcome
  readonly findings: readonly LocatedFinding[]
  readonly reason?: string
  readonly passesUnder?: readonly string[]
  readonly inapplicableUnder?: readonly string[]
  /** The failure that it may follow from, and the one mistake that is known to fail both, if there is one only. */
  readonly followsFrom?: { readonly id: string; readonly mistake?: string }
  readonly dependsOn: readonly string[]
  readonly tampering?: TamperingProof
}

/** How a target answered a probe. `inconclusive` says nothing about the target: the message was lost, or never sent. */
export type ProbeAnswer = 'refused' | 'accepted' | 'inconclusive'

/** A probe, and how its receiver answered. */
export interface ProbeResult {
  readonly id: string
  /** The requirement of the receiver that this probe tests. */
  readonly requirement: string
  readonly receiver: Role
  /** What the probe does, as the rest of a sentence. */
  readonly description: string
  /** The requirement that the message breaks; absent where the message is valid. */
  readonly breaks?: string
  readonly expected: 'refused' | 'accepted'
  readonly answer: ProbeAnswer
  /** Why it is inconclusive. */
  readonly reason?: string
  /** The answers to decisions under which its message breaks nothing. */
  readonly passesUnder?: readonly string[]
  /** What is wrong with a response that has the expected outcome. */
  readonly wrong?: string
  /** A command line with the smallest message that did it, where it crashed the receiver. */
  readonly reproduce?: string
  /** What its receiver did, in words, where more than its answer is known. */
  readonly actual?: string
  /** The sentence that obliges its receiver. */
  readonly obligation?: string
  /** The session of the probe in the record. */
  readonly session?: string
  /** How many members of a family this result counts, where it counts several. */
  readonly members?: number
}

/** What a run sent to its targets, and what they issued. */
export interface Traffic {
  readonly calls: number
  readonly sessions: number
  readonly nonces: number
  readonly credentialRequests: number
  readonly credentials: number
  readonly rejections: number
  /** The number of requests in the busiest second. */
  readonly peakPerSecond: number
}

/** The tool that made a report, and how much it tests. */
export interface ReportedTool {
  readonly name: string
  readonly version: string
  readonly requirements: number
  readonly decisions: number
}

/** A share of the requirements, where several runs divide them. */
export interface Shard {
  /** Its number, from 1. */
  readonly index: number
  readonly count: number
}

/** The report of a run; every other form is made from it. */
export interface RunReport {
  readonly schemaVersion: 2
  readonly tool: ReportedTool
  readonly subject: { readonly vendor?: string; readonly product?: string; readonly version?: string }
  /** ISO 8601. */
  readonly startedAt: string
  readonly milliseconds: number
  readonly seed: string
  /** Seconds since 1970, if it was not the clock. */
  readonly now?: number
  /** The record that belongs to the report; absent where none was kept. */
  readonly record?: { readonly sha256: string; readonly messages: number; readonly private?: string }
  readonly profile: string
  /** The texts that the requirements cite, each with its version. Absent in reports of Assay before 1.0.0. */
  readonly specifications?: readonly string[]
  /** The documentation site with a page for each requirement, if one is configured. */
  readonly docsUrl?: string
  /** The configuration file, relative to the folder of the command. */
  readonly config?: string
  /** What had to pass. */
  readonly gate: Gate
  /** Whether recommendations counted as well; absent where they did not. */
  readonly strict?: boolean
  /** The known failures, where a baseline was given. They change the exit code and never the verdict. */
  readonly baseline?: AppliedBaseline
  readonly decisions: readonly { readonly id: string; readonly value: string; readonly source: AnswerSource }[]
  readonly actors: readonly ReportedActor[]
  readonly selection: {
    readonly only: readonly string[]
    readonly skip: readonly string[]
    readonly shard?: Shard
    readonly complete: boolean
  }
  readonly sessions: readonly ReportedSession[]
  readonly results: readonly ReportedResult[]
  /** Why requirements could not be judged, made from the sessions and the results. */
  readonly causes?: readonly ReportedCause[]
  /** The probes that were sent, and how they were answered. */
  readonly probes: readonly ProbeResult[]
  readonly traffic: Traffic
  /** What cannot be said, or is said beside the results. */
  readonly notes?: readonly string[]
  /** The command that repeats the run, where it is not `assay run`; what was secret in it is described. */
  readonly command?: readonly string[]
  readonly verdict: {
    readonly result: RunVerdict
    readonly exitCode: number
    /** Whether conformance may be claimed without reservation. */
    readonly claimable: boolean
    readonly reasons: readonly VerdictReason[]
  }
}
