import { readFormLink } from '../../../protocol/artefacts/deeplink.ts'
import { readText } from '../../../protocol/encoding/json.ts'
import { readParameters } from '../../../protocol/openid4vp/parameters.ts'
import type { Journal } from '../../../src/harness/journal.ts'
import { listProblem } from '../../kit/results.ts'
import type { ProbePlan } from '../../openid4vp/harness/wallet/send-vp-probes.ts'
import {
  type ConnectionEnds,
  describeEnding,
  hasPresented,
  type PlayRequest,
} from '../../openid4vp/harness/wallet/session-end.ts'
import { combine } from '../../openid4vp/verifier/faults.ts'
import { checkReturn, findAuthorityKeys } from '../presenter-checks.ts'
import {
  askPlain,
  askReturn,
  haipConnections,
  haipDcConnections,
  haipRequestProbes,
  haipVerifiers,
  makeAuthorityProbes,
  requestDemands,
} from '../presenter-probes.ts'
import { HAIPPRESENT } from '../requirements.ts'

const usual = haipConnections.hash

/** Plays the session of a usual verifier of HAIP 1.0, and one whose verifier has its user come back. */
export async function playHaip(play: PlayRequest, journal: Journal): Promise<ConnectionEnds> {
  const hash = await play('a request by HAIP', usual, true)
  if (!hasPresented(hash)) return { hash: await findDemand(play, journal) }
  const source = 'a request by HAIP, as every usual one'
  journal.mark(
    source,
    requestDemands.map(({ row }) => ({ row })),
  )
  await playReturn(play, journal)
  return { hash }
}

/** Finds out what of this profile a wallet does not take: it takes a request that does without. */
async function findDemand(play: PlayRequest, journal: Journal) {
  for (const { row, description, change } of requestDemands) {
    if (!hasPresented(await play(`a request that differs: ${description}`, combine(usual, change), false))) continue
    // A user may have been away, or a wallet late: the request is made once more.
    const last = await play('the request by HAIP, once more', usual, true)
    if (hasPresented(last)) return last
    const { request_uri: address } = readParameters(readFormLink(last.session.link).parameters)
    // A `request_uri` without TLS may be refused for that (RFC 9101, section 5.2).
    const isDoubtful = row === HAIPPRESENT.URI && readText(address).startsWith('http:')
    journal.add({
      ...{ id: row.id, row, description: 'a request by HAIP', obligation: row.standard ?? '' },
      outcome: isDoubtful ? 'inconclusive' : 'failed',
      actual: `it presents for ${description}, and not by this profile: ${describeEnding(last)}`,
    })
  }
  return play('the request by HAIP, for the last time', usual, true)
}

/** A user may have been away: the request is made once more. */
async function playReturn(play: PlayRequest, journal: Journal): Promise<void> {
  const description = 'a request whose answer has a `redirect_uri`'
  const change = combine(usual, askReturn)
  const first = await play(description, change, true)
  const [result] = checkReturn(first.session)
  const isMissed = result === undefined || result.problem !== undefined
  const { session } = isMissed ? await play(`${description}, once more`, change, true) : first
  journal.mark(description, checkReturn(session))
}

/** Judges which requests of the Digital Credentials API a wallet takes, if it takes any. */
export async function checkDc(ends: ConnectionEnds, play: PlayRequest, journal: Journal): Promise<void> {
  const source = 'the requests of the Digital Credentials API'
  const missed = dcForms.filter(([name]) => !ends[name] || !hasPresented(ends[name]))
  if (missed.length === dcForms.length) return findPlain(play, journal, source)
  const refused: string[] = []
  for (const [name, form] of missed) {
    // A user may have been away, or a wallet late: the request is made once more.
    const last = await play(`${form} request of the Digital Credentials API, once more`, haipDcConnections[name], true)
    if (!hasPresented(last)) refused.push(form)
  }
  const problem = refused.length > 0 ? `${refused.join(' and ')} request is not answered` : ''
  journal.mark(source, [{ row: HAIPPRESENT['DC-MODE'] }, listProblem(HAIPPRESENT['DC-FORMS'], problem)])
}

const dcForms = [
  ['dcSigned', 'a signed'],
  ['dcUnsigned', 'an unsigned'],
  ['dcMultisigned', 'a multi-signed'],
] as const

/** Finds out whether a wallet takes such requests only for responses in plain text. */
async function findPlain(play: PlayRequest, journal: Journal, source: string): Promise<void> {
  for (const [name, form] of dcForms) {
    const description = `${form} request of the Digital Credentials API`
    const change = haipDcConnections[name]
    if (!hasPresented(await play(`${description} for a response in plain text`, combine(change, askPlain), false)))
      continue
    if (hasPresented(await play(`${description}, once more`, change, true))) return
    const problem = 'it presents in plain text, and not encrypted'
    journal.mark(source, [listProblem(HAIPPRESENT['DC-MODE'], problem)])
    return
  }
}

/** What a wallet is asked that presents by HAIP 1.0, by what it has presented. */
export function planHaip(ends: ConnectionEnds, { notes }: Journal): ProbePlan {
  const taken = Object.values(ends).find(hasPresented)
  const keys = taken ? findAuthorityKeys(taken.session) : new Map<string, readonly string[]>()
  if (keys.size === 0)
    notes.push('not sent, as no certificate in the presentation names the key of an authority: HAIPPRESENT-AKI')
  return {
    connections: haipVerifiers,
    probes: [...haipRequestProbes, ...(keys.size > 0 ? makeAuthorityProbes(keys) : [])],
  }
}
