import type { Artefact, ArtefactContents } from '../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import type { ProblemCode, ProtocolError } from '../protocol/encoding/problem.ts'
import type { Exchange } from './exchange.ts'
import {
  type CheckContext,
  explainText,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  nothingFound,
  type Remark,
} from './finding.ts'
import type { Requirement } from './requirement.ts'

export interface ArtefactCheck<K extends ArtefactKind = ArtefactKind> {
  readonly requirement: Requirement
  readonly kind: K
  readonly inspect: (artefact: Artefact<K>, context: CheckContext) => Inspection
}

/** A check looks at one kind of artefact and yields a finding for each mistake. No finding is a pass. */
export const checkArtefact = <K extends ArtefactKind>(
  requirement: Requirement,
  kind: K,
  inspect: (content: ArtefactContents[K], context: CheckContext) => Inspection,
): ArtefactCheck => ({
  requirement,
  kind,
  inspect(artefact, context) {
    if (artefact.content === undefined) return reportUnreadable(artefact)
    return inspect(artefact.content as ArtefactContents[K], context) // a check gets artefacts of its kind only
  },
})

/** A check on the form of an artefact: it fails where reading failed for one of these causes. */
export const checkReadable = (
  requirement: Requirement,
  kind: ArtefactKind,
  codes: readonly ProblemCode[],
): ArtefactCheck => ({
  requirement,
  kind,
  inspect: ({ problem, withheld, text }) =>
    problem || withheld !== undefined ? reportForm(problem, withheld, codes, text) : nothingFound,
})

function* reportForm(
  problem: ProtocolError | undefined,
  withheld: string | undefined,
  codes: readonly ProblemCode[],
  text: string,
): Inspection {
  if (withheld !== undefined) return inconclusive(withheld)
  if (problem && codes.includes(problem.code)) {
    yield finding('', 'a well-formed text', problem.message, explainText(text))
  } else if (problem) return inconclusive(`it cannot be read: ${problem.message}`)
  return undefined
}

/** A check that does not apply to what is encrypted to another party: its content is theirs. */
export const skipWithheld = (check: ArtefactCheck): ArtefactCheck => ({
  ...check,
  inspect: (artefact, context) =>
    artefact.withheld === undefined ? check.inspect(artefact, context) : remarkOnly(notApplicable(artefact.withheld)),
})

// biome-ignore lint/correctness/useYield: there is nothing to find.
function* remarkOnly(remark: Remark): Inspection {
  return remark
}

/** Says that nothing could be judged, since the artefact was not read or not opened. */
export const reportUnreadable = ({ kind, problem, withheld }: Artefact): Inspection =>
  remarkOnly(inconclusive(withheld ?? `the ${kind} cannot be read: ${problem?.message}`))

/** A check on a whole exchange: on the order of messages, and on how they agree with one another. */
export interface ExchangeCheck {
  readonly requirement: Requirement
  readonly inspect: (exchange: Exchange, context: CheckContext) => Inspection
  /** Whether it looks at each message, or at each request with what answers it, by itself: then it applies in the sessions of probes. */
  readonly isPerMessage?: true
}

/** A check looks at every message of a run and yields a finding for each mistake. No finding is a pass. */
export const checkExchange = (
  requirement: Requirement,
  inspect: (exchange: Exchange, context: CheckContext) => Inspection,
): ExchangeCheck => ({ requirement, inspect })

/** A check that looks at each message by itself. It applies in any part of any session. */
export const checkMessages = (...given: Parameters<typeof checkExchange>): ExchangeCheck => ({
  ...checkExchange(...given),
  isPerMessage: true,
})

/** A check looks at artefacts of one kind, or at a whole exchange. */
export type Check = ArtefactCheck | ExchangeCheck

export const isArtefactCheck = (check: Check): check is ArtefactCheck => 'kind' in check

/** What one requirement comes to in a session: what is wrong, or nothing. */
export interface SessionResult {
  readonly row: Requirement
  readonly problem?: string
}
