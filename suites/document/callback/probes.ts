import { isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import { changedCopies } from '../credential/changed-copies.ts'
import { CREDENTIAL_FORM } from '../encryption/decisions.ts'
import { change } from '../kit/edits.ts'
import { mutate } from '../kit/message-mutations.ts'
import { runSession } from '../kit/probe-sessions.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { CALLBACK } from './requirements.ts'

/** Delivers the first credential together with a changed copy of it. */
const deliverBoth = (
  copy: (credential: string) => string,
  arrange: (valid: JsonObject, invalid: JsonObject) => readonly JsonObject[],
): StatefulProbe['run'] => {
  const edit = change('/credentials', (all) => {
    const [first] = Array.isArray(all) ? all : []
    if (!isObject(first)) return all
    const changed = Object.entries(first).map(([name, text]) => [name, typeof text === 'string' ? copy(text) : text])
    return [...arrange(first, Object.fromEntries(changed))]
  })
  return runSession(({ decide }) => (decide(CREDENTIAL_FORM) === 'encrypted' ? undefined : mutate.callback(edit)))
}

/** Where the copy is in the delivery. */
const places: readonly (readonly [place: string, arrange: Parameters<typeof deliverBoth>[1]])[] = [
  ['after a valid credential', (valid, invalid) => [valid, invalid]],
  ['before the valid credential', (valid, invalid) => [invalid, valid]],
]

export const probes: readonly StatefulProbe[] = changedCopies.flatMap(({ breaks, description, change: copy }) =>
  places.map(([place, arrange]) =>
    statefulProbe(
      CALLBACK.VERIFIED,
      'wallet backend',
      `delivers a copy ${description} ${place}`,
      'refused',
      deliverBoth(copy, arrange),
      { breaks },
    ),
  ),
)
