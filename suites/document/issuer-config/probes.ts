import { put } from '../kit/edits.ts'
import { mutate } from '../kit/message-mutations.ts'
import { afterSession, readText, runSession } from '../kit/probe-sessions.ts'
import { isCodePresented } from '../kit/single-use.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { CFG } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(CFG.CORRELATES, 'issuer', 'sends a code that was never issued', 'refused', runSession(({ decide }) =>
    isCodePresented(decide) ? mutate.request(put('/pre-authorized_code', 'never-issued-code')) : undefined)),
  statefulProbe(CFG.CORRELATES, 'issuer', 'requests the credential identifier of another session with its own code', 'refused', afterSession(async (messages, context) => {
    const identifier = readText(messages, 'issuerConfig', 'credential_identifier')
    const probe = await context.runRequest({ mutation: mutate.request(put('/credential_identifier', identifier)) })
    // An issuer may name the dataset of a holder in the same way in every session.
    return readText(probe, 'issuerConfig', 'credential_identifier') === identifier ? undefined : context.readSessionAnswer(probe)
  }, isCodePresented)),
]
