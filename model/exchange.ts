import type { Artefact, ArtefactContents } from '../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import type { ProbeResult } from './probe.ts'
import type { Role } from './role.ts'
import type { Message } from './wire.ts'

/** A message between two actors, with its request and its response parsed. */
export interface ParsedMessage<E extends string = string> {
  readonly message: Message<E>
  readonly request: readonly Artefact[]
  readonly response: readonly Artefact[]
}

/** All messages of a run, in the order of sending. A suite knows more of its exchanges. */
export interface Exchange<E extends string = string> {
  readonly messages: readonly ParsedMessage<E>[]
  /** The roles under test: checks look at their messages only. */
  readonly tested: ReadonlySet<Role>
  /** The results of the probes. Absent where none was sent. */
  readonly probes?: readonly ProbeResult[]
}

/** The messages of each session. */
export const groupBySession = <E extends string>({
  messages,
}: Exchange<E>): ReadonlyMap<string, readonly ParsedMessage<E>[]> =>
  Map.groupBy(messages, ({ message }) => message.session)

/** The messages to one endpoint. */
export const selectMessagesTo = <E extends string>(
  messages: readonly ParsedMessage<E>[],
  endpoint: NoInfer<E>,
): readonly ParsedMessage<E>[] => messages.filter(({ message }) => message.endpoint === endpoint)

/** Whether a request got a response with a status of 2xx. */
export const hasSucceeded = ({ message: { response } }: ParsedMessage): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300

/** The content of every layer of one kind that could be read, in requests and responses. */
export function collectContents<K extends ArtefactKind>(
  messages: readonly ParsedMessage[],
  kind: K,
): readonly ArtefactContents[K][] {
  return messages
    .flatMap(({ request, response }) => [...request, ...response])
    .flatMap((artefact) =>
      artefact.kind === kind && artefact.content !== undefined ? [artefact.content as ArtefactContents[K]] : [],
    ) // the kind was compared
}
