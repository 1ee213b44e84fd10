import type { Source } from './decision.ts'
import type { Probed } from './probe.ts'
import type { RecordLine } from './record.ts'
import type { Located, Outcome, Proof } from './report.ts'
import type { Force, Role } from './requirement.ts'
import type { Loss } from './wire.ts'

/** What a run comes to. */
export const verdicts = ['conformant', 'nonconformant', 'inconclusive', 'unavailable', 'defect', 'interrupted'] as const
export type RunVerdict = (typeof verdicts)[number]

/** A sentence of the verdict: why it is what it is. */
export interface Reason {
  readonly code:
    | 'failed'
    | 'undecided'
    | 'assumed'
    | 'lost'
    | 'stopped'
    | 'defect'
    | 'interrupted'
    | 'selection'
    | 'drift'
  readonly text: string
  /** How many requirements, decisions or sessions it is about. */
  readonly count: number
}

/** One actor of the cast, and who plays it. */
export interface Player {
  readonly role: Role
  /** A target's address; absent for the reference actor. */
  readonly url?: string
}

/** One session of a play, and how far it came. */
export interface SessionTold {
  readonly session: string
  readonly why: string
  readonly ended: 'completed' | 'stopped' | 'lost'
  /** Where it ended, if it was before its end. */
  readonly reason?: string
  readonly loss?: Loss
  readonly hops: number
}

/** The judgement of one requirement, as a report tells it. */
export interface ResultTold {
  readonly id: string
  readonly section: string
  readonly standard?: string
  readonly force: Force
  readonly binds: Role
  readonly text: string
  readonly outcome: Outcome
  readonly findings: readonly Located[]
  readonly reason?: string
  readonly passesUnder?: readonly string[]
  readonly hangsOn: readonly string[]
  readonly proof?: Proof
}

/** What a run did to its targets. */
export interface Effects {
  readonly calls: number
  readonly sessions: number
  readonly nonces: number
  readonly requests: number
  readonly credentials: number
  readonly refusals: number
  /** Calls in the busiest second. */
  readonly peak: number
}

/** A share of the requirements, where several runs divide them among themselves. */
export interface Shard {
  /** Which of them, from 1. */
  readonly index: number
  readonly count: number
}

/** The one truth about a run; every other form is made from it. */
export interface RunReport {
  readonly schemaVersion: 1
  readonly tool: { readonly name: string; readonly version: string; readonly registry: string }
  readonly subject: { readonly vendor?: string; readonly product?: string; readonly version?: string }
  /** ISO 8601. */
  readonly startedAt: string
  readonly milliseconds: number
  readonly seed: string
  /** Seconds since 1970, if it was not the clock. */
  readonly now?: number
  /** The record that the report was made with; absent where none was kept. */
  readonly record?: { readonly sha256: string; readonly messages: number }
  readonly profile: string
  /** Whether what is only recommended decided as well; absent where it did not. */
  readonly strict?: boolean
  readonly decisions: readonly { readonly id: string; readonly value: string; readonly source: Source }[]
  readonly cast: readonly Player[]
  readonly selection: {
    readonly only: readonly string[]
    readonly skip: readonly string[]
    readonly shard?: Shard
    readonly complete: boolean
  }
  readonly sessions: readonly SessionTold[]
  readonly results: readonly ResultTold[]
  /** What was put before those under test beside honest messages, and what they made of it. */
  readonly probes: readonly Probed[]
  readonly effects: Effects
  readonly verdict: {
    readonly result: RunVerdict
    readonly exitCode: number
    /** Whether it may be said of the target without a footnote. */
    readonly claimable: boolean
    readonly reasons: readonly Reason[]
  }
}

/** Makes a text of a run, line by line. Reads no clock and no file. */
export interface Reporter {
  readonly name: string
  readonly render: (report: RunReport, record?: readonly RecordLine[]) => Iterable<string>
}
