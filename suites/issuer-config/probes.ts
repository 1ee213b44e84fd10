import { type StatefulProbe, statefulProbe } from '../../model/probe.ts'
import { put } from '../kit/edits.ts'
import { mutate } from '../kit/message-mutations.ts'
import { afterSession, readText, runSession } from '../kit/probe-sessions.ts'
import { PRESENTED } from '../offer/decisions.ts'
import { CFG } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(CFG.CORRELATES, 'issuer', 'shows a code that nobody gave', 'refused', runSession(({ decide }) =>
    decide(PRESENTED) === 'request' ? mutate.request(put('/pre-authorized_code', 'nobody-gave-this-code')) : undefined)),
  statefulProbe(CFG.CORRELATES, 'issuer', 'asks for the dataset of another session with the code of its own', 'refused', afterSession(async (hops, director) => {
    if (director.decide(PRESENTED) !== 'request') return undefined
    const dataset = readText(hops, 'issuerConfig', 'credential_identifier')
    return director.readSessionAnswer(await director.runSession({ mutation: mutate.request(put('/credential_identifier', dataset)) }))
  })),
]
