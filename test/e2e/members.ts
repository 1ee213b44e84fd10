import type { JsonValue, Writable } from '../../protocol/encoding/json.ts'
import type { Edit } from '../../suites/document/kit/edits.ts'
import { mutate } from '../../suites/document/kit/message-mutations.ts'
import { changeResult } from '../../suites/document/kit/mutations.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import { run } from '../../suites/document/run/run.ts'
import { settings } from '../whole-run.ts'
import { type Place, senders } from './places.ts'
import { quiet, time } from './playing.ts'

/** Where each message is made, those included that no fault changes. */
export const edits: Readonly<Record<Place, (edit: Edit) => ActorMutation>> = {
  ...mutate,
  decision: (edit: Edit) => changeResult('verifier', 'decide', edit),
  acknowledgement: (edit: Edit) => changeResult('walletBackend', 'acknowledge', edit),
}

const listPointers = (content: JsonValue, at = ''): readonly string[] =>
  typeof content === 'object' && content !== null
    ? Object.entries(Array.isArray(content) ? content.slice(0, 1) : content).flatMap(([name, value]) => [
        `${at}/${name}`,
        ...listPointers(value, `${at}/${name}`),
      ])
    : []

/** The members of a message, as the reference actors send it. */
export async function findMembers(place: Place): Promise<readonly string[]> {
  const found = new Set<string>()
  const watch: Edit = (content: Writable) => {
    for (const pointer of listPointers(content as JsonValue)) found.add(pointer) // reference actors send JSON values
    return content
  }
  const tested = new Set([senders[place]])
  await run({ ...settings, now: time }, { ...quiet, tested, mutation: edits[place](watch), routes: {} })
  // The other members of the payload are those of `credentialPayload`.
  return [...found].filter((pointer) => !pointer.includes('~') && (place !== 'embedded' || pointer.startsWith('/_sd')))
}
