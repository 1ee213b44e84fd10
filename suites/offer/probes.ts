import { type ProbeAnswer, type StatefulProbe, statefulProbe } from '../../model/probe.ts'
import type { Message } from '../../model/wire.ts'
import { change, put } from '../kit/edits.ts'
import { legalProbe } from '../kit/legal-probe.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders } from '../kit/mutations.ts'
import { sendOutdated } from '../kit/outdated-probes.ts'
import { afterSession, readResponse, runSession } from '../kit/probe-sessions.ts'
import { isCodePresented } from '../kit/single-use.ts'
import { CODE_LIFETIME } from '../undefined-points/decisions.ts'
import { GRANTS, PRESENTED, SINGLE_USE } from './decisions.ts'
import { OFFER } from './requirements.ts'

const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** Codes that look like something else, each made from the one of the session. */
const coded = (how: (own: string) => string) =>
  mutate.offer(change(`${grant}/pre-authorized_code`, (own) => how(String(own))))

const further = { since: 1, notes: ['x', null] }

const stale = sendOutdated(CODE_LIFETIME, ({ opened }) => opened)

/** How often a code is used at once. */
const runners = 20

const usedAgain = (times: number): StatefulProbe['run'] =>
  afterSession(async (hops, director) => {
    if (director.decide(PRESENTED) !== 'request' || director.decide(SINGLE_USE) !== 'once') return undefined
    const { nonce: code = '', credential_identifier: dataset = '' } = readResponse(hops, 'issuerConfig')
    const again = (made: Parameters<ReturnType<typeof put>>[0]) =>
      put('/credential_identifier', dataset)(put('/pre-authorized_code', code)(made))
    const plays = Array.from({ length: times }, () => director.runSession({ mutation: mutate.request(again) }))
    return worst((await Promise.all(plays)).map(director.readSessionAnswer))
  })

/** Who opens a page to log in, or asks for a token with that, uses the other grant. */
const isOther = ({ from, request: { url, body = '' } }: Message): boolean =>
  from === 'wallet' && /\bresponse_type=|\bgrant_type=authorization_code\b/.test(`${url} ${body}`)

/** Both grants in one offer, where that is allowed. */
const both: StatefulProbe['run'] = async (director) => {
  if (director.decide(GRANTS) === 'one') return undefined
  const hops = await director.runSession({ mutation: mutate.offer(put('/grants/authorization_code', {})) })
  return hops.some(isOther) ? 'refused' : director.readSessionAnswer(hops)
}

/** One that got through is one too many. */
const worst = (answers: readonly ProbeAnswer[]): ProbeAnswer =>
  answers.find((each) => each === 'accepted') ?? answers.find((each) => each === 'inconclusive') ?? 'refused'

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(OFFER['SINGLE-USE'], 'issuer', 'uses a code again after it was good for a credential', 'refused', usedAgain(1)),
  legalProbe(OFFER.OPAQUE, 'wallet', 'offers a code of 512 characters', coded((own) => own.padEnd(512, 'c'))),
  legalProbe(OFFER.OPAQUE, 'wallet', 'offers a code that looks like a JWT', coded((own) => `eyJhbGciOiJub25lIn0.${own}.AAAA`)),
  legalProbe(OFFER.OPAQUE, 'wallet', 'offers a code of signs that a URL has to escape', coded((own) => `+/=%&#? ${own}`)),
  legalProbe(OFFER.OPAQUE, 'wallet', 'offers a code that looks like JSON', coded((own) => JSON.stringify({ code: own }))),
  legalProbe(OFFER.EXTRAS, 'wallet', 'offers with a member that nobody defined', mutate.offer(put('/assay_extra', further))),
  legalProbe(OFFER.EXTRAS, 'wallet', 'offers with a member in the grant that nobody defined', mutate.offer(put(`${grant}/assay_extra`, further))),
  statefulProbe(OFFER.OTHER, 'wallet', 'offers the authorization code grant as well', 'accepted', both),
  statefulProbe(OFFER.UNTRUSTED, 'wallet', 'offers in the name of an issuer that nobody knows', 'refused', runSession(mutate.offer(put('/credential_issuer', 'https://stranger.example')))),
  statefulProbe(OFFER.SHORT, 'issuer', 'shows a code that is older than it may be', 'refused', async (director) =>
    isCodePresented(director.decide) ? stale(director) : undefined, { isLate: true }),
  statefulProbe(OFFER['SINGLE-USE'], 'issuer', `uses a code ${runners} times at once`, 'refused', usedAgain(runners)),
  statefulProbe(OFFER.REFUSED, 'wallet', 'serves offers as plain text', 'refused', runSession(changeHeaders('issuer', 'offer', { 'content-type': 'text/plain' })), { breaks: OFFER['MEDIA-TYPE'] }),
]
