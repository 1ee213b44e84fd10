import type { Evidence, Exhibit, Kind } from '../protocol/evidence.ts'
import type { Context, Inspection } from './check.ts'
import type { Probed } from './probe.ts'
import type { Requirement, Role } from './requirement.ts'
import type { Endpoint, Hop } from './wire.ts'

/** A message between two actors with both of its sides taken apart. */
export interface Passage {
  readonly hop: Hop
  readonly asked: readonly Exhibit[]
  readonly replied: readonly Exhibit[]
}

/** A whole play as a check sees it: every message of every session, in the order of sending. */
export interface Exchange {
  readonly passages: readonly Passage[]
  /** Whose messages count: those of the actors under test. */
  readonly tested: ReadonlySet<Role>
  /** What was put before the judges among them, and what they made of it. Absent where nothing was. */
  readonly probes?: readonly Probed[]
  /** What was asked for in the name of whom, by session. */
  readonly uids: Readonly<Record<string, string>>
}

/** A check on a whole exchange: on the order of messages, and on what they say of one another. */
export interface ExchangeCheck {
  readonly requirement: Requirement
  readonly inspect: (exchange: Exchange, context: Context) => Inspection
}

/** A check looks at everything that was said and yields what is wrong with it. Yielding nothing is passing. */
export const across = (
  requirement: Requirement,
  inspect: (exchange: Exchange, context: Context) => Inspection,
): ExchangeCheck => ({ requirement, inspect })

/** The messages of each session. */
export const sessionsIn = ({ passages }: Exchange): ReadonlyMap<string, readonly Passage[]> =>
  Map.groupBy(passages, ({ hop }) => hop.session)

/** The messages to an endpoint. */
export const at = (passages: readonly Passage[], endpoint: Endpoint): readonly Passage[] =>
  passages.filter(({ hop }) => hop.endpoint === endpoint)

/** Whether a call was answered, and with success. */
export const isAnswered = ({ hop: { replied } }: Passage): boolean =>
  replied !== undefined && replied.status >= 200 && replied.status < 300

/** Every layer of a kind that could be read, in messages and answers. */
export function readIn<K extends Kind>(passages: readonly Passage[], kind: K): readonly Evidence[K][] {
  return passages
    .flatMap(({ asked, replied }) => [...asked, ...replied])
    .flatMap((exhibit) =>
      exhibit.kind === kind && exhibit.content !== undefined ? [exhibit.content as Evidence[K]] : [],
    ) // of this kind
}
