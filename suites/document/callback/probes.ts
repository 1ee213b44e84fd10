import { isObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { CRED } from '../credential/requirements.ts'
import { CREDENTIAL_FORM } from '../encryption/decisions.ts'
import { editPart, flipLastBit } from '../kit/compact-text.ts'
import { change } from '../kit/edits.ts'
import { mutate } from '../kit/message-mutations.ts'
import { runSession } from '../kit/probe-sessions.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { CALLBACK } from './requirements.ts'

/** The credential with another signature. */
function invalidate(credential: JsonValue): JsonValue {
  if (typeof credential !== 'string') return credential
  const [jwt = '', ...disclosures] = credential.split('~')
  return [editPart(2, flipLastBit)(jwt), ...disclosures].join('~')
}

/** Adds a second element, whose credential is not signed by its issuer. */
const addInvalid = change('/credentials', (all) => {
  const [first] = Array.isArray(all) ? all : []
  return isObject(first)
    ? [first, Object.fromEntries(Object.entries(first).map(([name, text]) => [name, invalidate(text)]))]
    : all
})

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(CALLBACK.VERIFIED, 'wallet backend', 'delivers an invalid credential after a valid one', 'refused', runSession(({ decide }) =>
    decide(CREDENTIAL_FORM) === 'encrypted' ? undefined : mutate.callback(addInvalid)), { breaks: CRED.SIGNED }),
]
