import type { Conclusion, Outcome } from '../../model/report.ts'
import type { Force } from '../../model/requirement.ts'
import type { Role } from '../../model/role.ts'

/** One artefact of an audit that breaks a requirement. It has no private value. */
export interface AuditExample {
  /** The `id` of the credential, or the name that its line has for it. */
  readonly id?: string
  /** The source and the line. */
  readonly place: string
  readonly findings: readonly AuditFinding[]
}

export interface AuditFinding {
  readonly at: string
  readonly expected: string
  readonly actual: string
}

/** What an audit found about one requirement. */
export interface AuditedRequirement {
  readonly id: string
  readonly text: string
  readonly force: Force
  readonly binds: Role
  /** Whether it counts for the conclusion. */
  readonly decides: boolean
  /** Whether every artefact is judged by itself, or all credentials together. */
  readonly scope: 'artefact' | 'population'
  /** How many artefacts have each outcome; for all credentials together, the one outcome. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
  /** Why all credentials together have that outcome, where nothing was found. */
  readonly reason?: string
  readonly findings?: readonly AuditFinding[]
  readonly examples?: readonly AuditExample[]
}

/** How many artefacts have a property, and how many of them break a requirement that counts. */
export interface AuditCount {
  readonly key: string
  readonly artefacts: number
  readonly failed: number
}

/** The results of an audit: `schemas/audit-report.schema.json`. */
export interface AuditReport {
  readonly schema: 'audit-report'
  readonly schemaVersion: 1
  readonly tool: { readonly name: string; readonly version: string }
  readonly startedAt: string
  readonly endedAt: string
  readonly conclusion: Conclusion
  readonly exitCode: number
  readonly sources: readonly { readonly name: string; readonly form: string; readonly octets: number }[]
  readonly profile: string
  readonly decisions: Readonly<Record<string, string>>
  /** What was left out on purpose. */
  readonly extent: {
    readonly sample?: number
    readonly seed?: string
    readonly limit?: number
    readonly stopped?: true
  }
  readonly artefacts: number
  readonly credentials: number
  /** Lines that could not be read or recognised. */
  readonly unread: {
    readonly lines: number
    readonly examples: readonly { readonly place: string; readonly problem: string }[]
  }
  /** Credentials that the statistical tests looked at. */
  readonly compared: number
  readonly requirements: readonly AuditedRequirement[]
  /** Artefacts by their kind, and credentials by month, issuer key, claim and so on. */
  readonly counts: Readonly<Record<string, readonly AuditCount[]>>
  readonly groups?: {
    readonly by: string
    readonly rows: readonly { readonly key: string; readonly failed: Readonly<Record<string, number>> }[]
  }
}
