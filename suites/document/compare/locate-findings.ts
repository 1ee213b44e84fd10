import type { LocatedFinding } from '../../../model/report.ts'
import type { Message as AnyMessage } from '../../../model/wire.ts'
import { listSides } from '../../../src/judge/sides.ts'
import { type Message, toOwnMessages } from '../model/endpoints.ts'
import { parseMessage } from '../model/parse-message.ts'
import { decryptionKeys } from '../reference/actors.ts'

/** Where findings were made, in words: the numbers of the messages, and their session. */
export const locateFindings = (
  findings: readonly LocatedFinding[],
  messages: readonly AnyMessage[],
): ReadonlySet<string> => new Set(findings.map((finding) => locateFinding(finding, toOwnMessages(messages))))

/** The messages that contain the layer of a finding; if none does, all messages of its session. */
function locateFinding({ session, kind, in: layers }: LocatedFinding, messages: readonly Message[]): string {
  const own = messages.filter((message) => session === undefined || message.session === session)
  const isThere = (message: Message): boolean =>
    listSides(parseMessage(message, decryptionKeys)).some(({ artefacts }) =>
      artefacts.some((each) => each.kind === kind && each.at === layers),
    )
  const there = own.filter(isThere)
  const numbers = (there.length > 0 ? there : own).map(({ number }) => number)
  return `${numbers.join(', ')}${session === undefined ? '' : ` in session ${session}`}`
}
