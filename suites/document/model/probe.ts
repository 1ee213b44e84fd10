import type { Decide } from '../../../model/decision.ts'
import type { CertificateFault } from '../../../model/probe.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { Role } from '../../../model/role.ts'
import type { ProbeAnswer, ProbeResult } from '../../../model/run-report.ts'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import type { Artefact } from '../../../protocol/artefacts/artefact.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { ActorMutation } from './actors.ts'
import type { Endpoint, Message } from './endpoints.ts'

/** How a session of a probe is run. */
export interface ProbeSession {
  readonly mutation?: ActorMutation
  /** What the wallet requests for its response, where it is not the usual. */
  readonly responseEncryption?: JsonObject
  /** The index of the account that shares. */
  readonly account?: number
  /** Private keys of the issuer, where they are not the usual. Both are published; the first one signs. */
  readonly issuerKeys?: { readonly issuer: JsonObject; readonly issuerNext: JsonObject }
}

/** The names that an issuer gave to a session that it opened. */
export interface OpenedSession {
  readonly dataset: string
  readonly code: string
}

/** What a request asks for, and who sends it. Accounts are counted from 0. */
export interface RequestPlan extends OpenedSession {
  /** The account whose token is sent. */
  readonly caller: number
  /** The account whose `uid` is sent. */
  readonly holder: number
  readonly nonce: string
}

/** A validation request, and the response of the issuer. */
export interface ValidationReply {
  readonly caller: number
  /** Absent if nothing was sent: the request could not be encrypted. */
  readonly request?: HttpRequest
  readonly answer: ProbeAnswer
  /** The body of the response; empty if it was lost. */
  readonly body: string
  /** The artefacts in the response. */
  readonly readArtefacts: () => readonly Artefact[]
}

/** Single requests to an issuer, each as the reference wallet and identity app would send it. */
export interface IssuerCalls {
  /** The session in the record of each distinct account. */
  readonly sessions: readonly string[]
  /** Whether the issuer gives nonces for open sessions only, because its nonce endpoint wants a value of Issuer Config. */
  readonly isNonceBound: boolean
  /** `undefined` if the issuer opened no session. */
  readonly openSession: (account: number) => Promise<OpenedSession | undefined>
  /** `undefined` if the issuer returned no nonce. */
  readonly takeNonce: (account: number) => Promise<string | undefined>
  /** Sends a new request: attested, encrypted and signed. */
  readonly sendRequest: (plan: RequestPlan) => Promise<ValidationReply>
  /** Prepares the request now and sends it later: preparing takes longer than a race condition lasts. */
  readonly prepareRequest: (plan: RequestPlan) => () => Promise<ValidationReply>
  /** Sends the same request once more. */
  readonly resend: (reply: ValidationReply) => Promise<ValidationReply>
}

/** A sequence of calls. Returns whether all of them ended as they must. */
export type CallSequence = (steps: IssuerCalls) => Promise<boolean>

/** Values that an issuer gave early in the run and that were never used. */
export interface AgedValues {
  readonly opened?: OpenedSession
  readonly nonce?: string
  /** Fetches a nonce in the session of these values. */
  readonly takeNonce: () => Promise<string | undefined>
  /** Seconds since then. */
  readonly seconds: number
}

/** The status service, as a verifier sees it. */
export interface StatusCalls {
  /** Issues a credential, and returns its id; `undefined` if none was issued. */
  readonly issue: (account?: number) => Promise<string | undefined>
  /** An id that no credential has. */
  readonly inventId: () => string
  /** Asks for the status of a credential; `undefined` if the answer is lost. */
  readonly ask: (id: string) => Promise<HttpResponse | undefined>
  /** The mandatory requirements that an answer about a credential breaks. */
  readonly findBroken: (id: string, response: HttpResponse) => readonly string[]
  /** Changes the status of a credential. Returns why it could not be changed. Absent if nothing can change it. */
  readonly set?: (id: string, status: string) => Promise<string | undefined>
}

/** What several probes have to know about a receiver. */
export interface ReceiverQuestion<T> {
  readonly name: string
  readonly ask: (context: ProbeContext) => Promise<T>
}

/** What a stateful probe can do: run sessions and send single messages. */
export interface ProbeContext {
  readonly decide: Decide
  /** How often something random is tried, and with which seed. */
  readonly members: number
  readonly seed: number
  /** The metadata of an issuer under test, where they are known. */
  readonly metadata?: JsonObject | undefined
  /** Runs a session as far as it goes, and returns its messages. */
  readonly runSession: (part?: ProbeSession) => Promise<readonly Message[]>
  /** The same with the fewest messages that lead to a request, where the receiver can take that. */
  readonly runRequest: (part?: ProbeSession) => Promise<readonly Message[]>
  /** Several of these, at the same time where the receiver can take that. */
  readonly runRequests: (parts: readonly ProbeSession[]) => Promise<readonly (readonly Message[])[]>
  /**
   * Several that have to be refused, in one session, and the valid one after them; `undefined` if that is not accepted. Absent
   * where the receiver is not known to take several requests for a session.
   */
  readonly runInOneSession?: (
    parts: readonly ProbeSession[],
    valid: ProbeSession,
  ) => Promise<readonly (readonly Message[])[] | undefined>
  /** The answer to a question about the receiver, which is the same for all probes of a run: it is found out once. */
  readonly askOnce: <T>(question: ReceiverQuestion<T>) => Promise<T>
  /**
   * Issues a credential, and presents it after it got each of these statuses: the last answer counts if those before it
   * were right. `undefined` if the issuer or the status service is a target.
   */
  readonly presentWithStatus: (
    statuses: readonly string[],
    disclosing: 'everything' | 'nothing',
  ) => Promise<ProbeAnswer | undefined>
  /** Changes the keys of the issuer. Returns why they could not be changed. Absent if nothing can change them. */
  readonly rotateKeys?: () => Promise<string | undefined>
  /** Runs something while our server shows a faulty certificate. Absent where no target calls us over TLS of ours. */
  readonly withCertificate?: <T>(fault: CertificateFault, run: () => Promise<T>) => Promise<T>
  /** Calls to the status service; absent where only one of issuer and status service is a target. */
  readonly statusCalls?: StatusCalls
  /** Runs a sequence of calls against the issuer; absent where the wallet or the identity app is a target. */
  readonly runCalls?: (calls: CallSequence) => Promise<boolean>
  /** Takes values that are old by now; absent where the wallet or the identity app is a target. */
  readonly takeAgedValues?: () => Promise<AgedValues>
  /** Sends one request; `undefined` if it is lost. */
  readonly send: (endpoint: Endpoint, request: HttpRequest) => Promise<HttpResponse | undefined>
  /** What a response means, under the decisions. */
  readonly readAnswer: (response: HttpResponse | undefined) => ProbeAnswer
  /** How the receiver under test answered in a session. */
  readonly readSessionAnswer: (messages: readonly Message[]) => ProbeAnswer
  /** Whether our own checks find no mistake in the messages of anyone but the receiver. */
  readonly isLegal: (messages: readonly Message[]) => boolean
  /** The mandatory requirements that the messages of the receiver under test break, as far as one session shows it. */
  readonly findBroken: (messages: readonly Message[]) => readonly string[]
}

/** The outcome of a stateful probe whose details differ from run to run. */
export interface ProbeOutcome extends Pick<ProbeResult, 'reason' | 'wrong' | 'session'> {
  readonly answer: ProbeAnswer
  /** What was done in particular, as the rest of a sentence. */
  readonly detail?: string
}

/** A probe that depends on what was sent before: a replay, a race, a mix-up of sessions. */
export interface StatefulProbe {
  readonly id: string
  readonly requirement: Requirement
  /** The requirement that it breaks, where that is another. */
  readonly breaks?: Requirement
  readonly receiver: Role
  readonly description: string
  readonly expected: 'refused' | 'accepted'
  /** Whether it runs after all others, because some value has to expire first. It is sent alone. */
  readonly isLate?: boolean
  /** Whether nothing else is sent meanwhile: it changes keys or statuses, needs all of the receiver, or depends on the moment. */
  readonly isAlone?: boolean
  /** Runs the probe; `undefined` if it does not apply under these decisions. */
  readonly run: (context: ProbeContext) => Promise<ProbeAnswer | ProbeOutcome | undefined>
}

/** A stateful probe. Its id is the id of the requirement and the words of the description. */
export const statefulProbe = (
  requirement: Requirement,
  receiver: Role,
  description: string,
  expected: StatefulProbe['expected'],
  run: StatefulProbe['run'],
  { breaks, isLate, isAlone }: Pick<StatefulProbe, 'breaks' | 'isLate' | 'isAlone'> = {},
): StatefulProbe => ({
  id: `${requirement.id}/${description.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '-')}`,
  requirement,
  receiver,
  description,
  expected,
  run,
  ...(breaks && { breaks }),
  ...(isLate && { isLate }),
  ...(isAlone && { isAlone }),
})
