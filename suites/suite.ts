import type { Check } from '../model/check.ts'
import type { Decision, Profile, StandardProfile } from '../model/decision.ts'
import type { KnownFacts } from '../model/finding.ts'
import type { LaidFacet } from '../model/foundation/facet.ts'
import type { ProbeResult } from '../model/probe.ts'
import type { RecordHead, RecordLine } from '../model/record.ts'
import type { Requirement } from '../model/requirement.ts'
import type { TargetRole } from '../model/role.ts'
import type { RunReport } from '../model/run-report.ts'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import type { RecognisedArtefact } from '../protocol/artefacts/recognised-artefact.ts'
import type { CoseRule } from './cose/header-rules.ts'
import type { MessageRule } from './http/message-rules.ts'
import type { JweRule } from './jose/jwe-rules.ts'
import type { JwtRule } from './jose/jwt-rules.ts'
import type { KeyRule } from './jose/key-rules.ts'
import type { MemberRule } from './json/member-types.ts'
import type { TextRule } from './json/text-rules.ts'
import type { ReceiverAnswer, ReceiverTask, SampleFault, SampleVariant } from './kit/samples.ts'

/** The roles that a suite can test. A holder of SD-JWTs is a wallet that is called as a command or a module. */
export type TestedRole = 'issuer' | 'verifier' | 'wallet' | 'holder'

/** What is known of a suite before its rules are loaded: `suite.ts` in its folder. */
export interface Suite {
  readonly title: string
  /** What it is about, and the commands that judge by it. */
  readonly about: string
  /** The text that its requirements cite. */
  readonly version: string
  /** The suites whose requirements apply as well; they are proven there. */
  readonly on?: readonly StandardProfile[]
  /** The roles that it tests in an exchange; without a target, the first one. */
  readonly roles?: readonly TestedRole[]
  /** What wallets do in it. In a suite about both, the flags with which one is tested by what it presents. */
  readonly wallets?: 'obtain' | 'present' | { readonly presentWith: readonly string[] }
  /** The profile of the document that had its name before. */
  readonly namesake?: Profile
  /** The schemes of its links. */
  readonly schemes?: RegExp
  /** What its messages are judged beside, where files of their folder have it. */
  readonly beside?: readonly ('nonce' | 'session' | 'issuer metadata')[]
  /** The kinds of artefacts that its requirements are about. */
  readonly kinds: readonly ArtefactKind[]
  /** Why no message of a kind was seen, and how one is had. */
  readonly absentKinds?: { readonly [K in ArtefactKind]?: string }
  /** Why nothing was seen of a part of an exchange, by the ids of requirements or their beginning. */
  readonly absentParts?: Readonly<Record<string, string>>
  readonly recognise: (text: string) => RecognisedArtefact | undefined
}

/** What a suite requires, and what looks at it: `rules.ts` in its folder. */
export interface Rules {
  readonly requirements: readonly Requirement[]
  readonly checks: readonly Check[]
  /** Where public keys are. */
  readonly keys?: readonly LaidFacet<KeyRule>[]
  /** What is a JSON text. */
  readonly texts?: readonly LaidFacet<TextRule>[]
  /** Where members have a JSON type. */
  readonly types?: readonly LaidFacet<MemberRule>[]
  /** Where messages of COSE are. */
  readonly cose?: readonly LaidFacet<CoseRule>[]
  /** What is carried by messages of HTTP. */
  readonly messages?: readonly LaidFacet<MessageRule>[]
  /** What is encrypted. */
  readonly jwes?: readonly LaidFacet<JweRule>[]
  /** Where signed tokens are. */
  readonly jwts?: readonly LaidFacet<JwtRule>[]
}

/** An artefact, and what is known beside it. */
export interface Sample {
  readonly kind: ArtefactKind
  readonly text: string
  readonly facts: KnownFacts
}

/** What shows that the checks of a suite can fail, and that they accuse no legal artefact: `proofs.ts` in its folder. */
export interface Proofs {
  readonly faults: readonly SampleFault<object>[]
  readonly variants: readonly SampleVariant<object>[]
  readonly makeSample: (change: object) => Sample
  /** Parties that do one thing wrong, or something unusual, in a whole exchange. */
  readonly exchange?: {
    readonly faults: readonly SampleFault<unknown>[]
    readonly variants: readonly SampleVariant<unknown>[]
    /** What shows where a wallet presents a credential, in a suite in which it obtains one as well. */
    readonly presented?: readonly Requirement[]
  }
  /** What a receiver is asked; nothing, for what no receiver gets. */
  readonly describeTask: (change: object) => ReceiverTask | undefined
  /** In what an answer contradicts the standard, whether it accepts or not. */
  readonly findMistake?: (change: object, answer: ReceiverAnswer, breaks?: Requirement) => string | undefined
  /** The sentence that such a mistake breaks. */
  readonly obligation?: string
  /** Whether a receiver has to reject what breaks a requirement; otherwise it may accept without a statement. */
  readonly needsRejection?: (breaks: Requirement) => boolean
}

/** What a report has to agree with beside its record, and what no record can show: `claim/claimed.ts` in the folder of a suite. */
export interface Claimed {
  readonly decisions: readonly Decision[]
  /** The requirement of a result, or the part of one. */
  readonly findRow: (id: string) => Requirement | undefined
  /** The rows that have a result in every whole test of some roles. */
  readonly listExpected: (roles: readonly TargetRole[]) => readonly Requirement[]
  /** How many rows a report may have that the registry has not. */
  readonly countAdded: (report: RunReport) => number
  /** Whether a session was planned: such a session is reported if it is in the record. */
  readonly isPlanned: (session: string) => boolean
  /** Whether the receiver of a probe has to answer it in one way. */
  readonly isObliging: (probe: ProbeResult) => boolean
  /** Whether a test may end for what no result shows: its verdict may be worse than the results, and never better. */
  readonly mayBeWorse: boolean
  /** What else a report says and its record does not bear out. */
  readonly findOthers: (report: RunReport, head: RecordHead, lines: readonly RecordLine[]) => Iterable<string>
  /** The same of what only this version of the registry has. */
  readonly findOthersOfVersion: (report: RunReport, lines: readonly RecordLine[]) => Iterable<string>
  /** What a statement says and no record can show. */
  readonly listStated: (report: RunReport) => Iterable<string>
  /** The endpoint whose messages show the answer to a decision. */
  readonly findEndpoint?: (decision: string) => string
}
