import type { LocatedFinding } from '../../model/report.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { Message as AnyMessage } from '../../model/wire.ts'
import { type Message, toOwnMessages } from '../../suites/document/model/endpoints.ts'
import { parseMessage } from '../../suites/document/model/parse-message.ts'
import { decryptionKeys } from '../../suites/document/reference/actors.ts'
import { listSides } from '../judge/sides.ts'
import type { KeptRun } from '../run-folder/kept-run.ts'
import { rejudgeUnder } from './rejudge-under.ts'

/** Judges a kept run again by one requirement. */
export const rejudgeOne = (kept: KeptRun, id: string): RunReport =>
  rejudgeUnder({ ...kept, head: { ...kept.head, selection: { only: [id], skip: [] } } }, { decisions: {} })

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
