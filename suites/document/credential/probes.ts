import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import { afterSession } from '../kit/probe-sessions.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { changedCopies } from './changed-copies.ts'
import { CRED } from './requirements.ts'

/** Presents a credential once more, with a change. The first presentation of a session has all disclosures. */
const presentAgain = (change: (credential: string) => string): StatefulProbe['run'] =>
  afterSession(async (messages, { send, readAnswer }) => {
    const request = messages.find(({ endpoint }) => endpoint === 'presentation')?.request
    const { presentation, ...rest } = request?.body === undefined ? {} : parseJsonObject(request.body)
    if (!request || typeof presentation !== 'string') return 'inconclusive'
    const body = JSON.stringify({ ...rest, presentation: change(presentation) })
    return readAnswer(await send('presentation', { ...request, body }))
  })

export const probes: readonly StatefulProbe[] = changedCopies.map(({ breaks, description, change }) =>
  statefulProbe(
    CRED.REFUSED,
    'verifier',
    `presents a credential that was accepted before, ${description}`,
    'refused',
    presentAgain(change),
    { breaks },
  ),
)
