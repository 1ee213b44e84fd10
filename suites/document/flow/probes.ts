import type { HttpResponse } from '../../../model/wire.ts'
import { changeResponse } from '../kit/mutations.ts'
import { runSession } from '../kit/probe-sessions.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { FLOW } from './requirements.ts'

/** Changes what the issuer answers to a validation request. */
const changeAnswer = (change: (response: HttpResponse) => Partial<HttpResponse>) =>
  runSession(changeResponse('issuer', 'validate', (response) => ({ ...response, ...change(response) })))

const body = JSON.stringify({ error: 'invalid_request' })

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(FLOW.UNDELIVERED, 'identity app', 'answers a validation request with status 400', 'refused', changeAnswer(() => ({ status: 400, body }))),
  statefulProbe(FLOW.UNDELIVERED, 'identity app', 'answers a validation request with status 401', 'refused', changeAnswer(() => ({ status: 401, body }))),
  statefulProbe(FLOW.UNDELIVERED, 'identity app', 'answers a validation request with status 403 and no body', 'refused', changeAnswer(() => ({ status: 403, headers: {}, body: '' }))),
  statefulProbe(FLOW.UNDELIVERED, 'identity app', 'answers a validation request with status 500', 'refused', changeAnswer(() => ({ status: 500, body }))),
  statefulProbe(FLOW.UNDELIVERED, 'identity app', 'answers a validation request with status 400 and a credential response', 'refused', changeAnswer(() => ({ status: 400 }))),
]
