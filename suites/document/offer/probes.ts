import type { ProbeAnswer } from '../../../model/probe.ts'
import { change, put } from '../kit/edits.ts'
import { legalProbe } from '../kit/legal-probe.ts'
import { readMediaType } from '../kit/media-type.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeResponse } from '../kit/mutations.ts'
import { sendOutdated, withNonce } from '../kit/outdated-probes.ts'
import {
  afterSession,
  fetchNonceAgain,
  findRequest,
  readResponse,
  repeatSession,
  runSession,
} from '../kit/probe-sessions.ts'
import { isCodePresented, isCodeSingleUse } from '../kit/single-use.ts'
import type { Endpoint, Message } from '../model/endpoints.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { CODE_LIFETIME } from '../undefined-points/decisions.ts'
import { GRANTS } from './decisions.ts'
import { OFFER } from './requirements.ts'

const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** Derives the code in the offer from that of the session. */
const changeCode = (how: (own: string) => string) =>
  mutate.offer(change(`${grant}/pre-authorized_code`, (own) => how(String(own))))

const unknownValue = { since: 1, notes: ['x', null] }

/** Sends the expired code with a fresh nonce of its own session. */
const sendExpired = sendOutdated(CODE_LIFETIME, async function* ({ opened, takeNonce }) {
  yield { outdated: withNonce(opened, await takeNonce()) }
})

/** How often a code is used at the same time. */
const parallelUses = 20

const useAgain = (times: number): StatefulProbe['run'] =>
  afterSession(async (messages, context) => {
    const nonces: string[] = []
    for (let i = 0; i < times; i++) nonces.push(await fetchNonceAgain(messages, context))
    const sessions = nonces.map((nonce) =>
      context.runRequest({ mutation: repeatSession(messages, nonce, context.decide) }),
    )
    return selectWorst((await Promise.all(sessions)).map(context.readSessionAnswer))
  }, isCodeSingleUse)

/** Whether the wallet uses the authorization code grant. */
const usesAuthorizationCode = ({ from, request: { url, body = '' } }: Message): boolean =>
  from === 'wallet' && /\bresponse_type=|\bgrant_type=authorization_code\b/.test(`${url} ${body}`)

/** Offers both grants, where that is allowed. */
const offerBothGrants: StatefulProbe['run'] = async (context) => {
  if (context.decide(GRANTS) === 'one') return undefined
  const messages = await context.runSession({ mutation: mutate.offer(put('/grants/authorization_code', {})) })
  return messages.some(usesAuthorizationCode) ? 'refused' : context.readSessionAnswer(messages)
}

/** One accepted request is a failure. */
const selectWorst = (answers: readonly ProbeAnswer[]): ProbeAnswer =>
  answers.find((each) => each === 'accepted') ?? answers.find((each) => each === 'inconclusive') ?? 'refused'

/** Fetches an offer at a URL whose identifier no session has. */
const fetchUnknown: StatefulProbe['run'] = async ({ runSession, send, readAnswer }) => {
  const messages = await runSession()
  const request = findRequest(messages, 'offer')
  const { credential_identifier: id } = readResponse(messages, 'issuerConfig')
  if (!request || typeof id !== 'string' || !request.url.includes(id)) return undefined
  const response = await send('offer', { ...request, url: request.url.replace(id, unknownSession) })
  return response && !response.body.includes('pre-authorized_code') ? 'refused' : readAnswer(response)
}

/** Fetches an offer, and accepts only a JWT. The issuer may reject that, or return JSON all the same. */
const fetchAsJwt: StatefulProbe['run'] = async ({ runSession, send }) => {
  const request = findRequest(await runSession(), 'offer')
  if (!request) return undefined
  const response = await send('offer', { ...request, headers: { ...request.headers, accept: 'application/jwt' } })
  if (!response) return 'inconclusive'
  const isJwt = readMediaType(response) === 'application/jwt' || /^\s*[\w-]+\.[\w-]+\.[\w-]*\s*$/.test(response.body)
  return { answer: 'accepted', ...(response.status < 300 && isJwt && { wrong: 'with a JWT' }) }
}

/** Answers as usual, with the status of an error. */
const failWith = (endpoint: Endpoint, status: number): StatefulProbe['run'] =>
  runSession(changeResponse('issuer', endpoint, (response) => ({ ...response, status })))

const unknownSession = '00000000-0000-4000-8000-000000000000'

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(OFFER['SINGLE-USE'], 'issuer', 'uses a code again after a credential was issued for it', 'refused', useAgain(1)),
  statefulProbe(OFFER.NEGOTIATED, 'issuer', 'fetches an offer and accepts only a JWT', 'accepted', fetchAsJwt),
  legalProbe(OFFER.OPAQUE, 'wallet', 'offers a code of 512 characters', changeCode((own) => own.padEnd(512, 'c'))),
  legalProbe(OFFER.OPAQUE, 'wallet', 'offers a code that looks like a JWT', changeCode((own) => `eyJhbGciOiJub25lIn0.${own}.AAAA`)),
  legalProbe(OFFER.OPAQUE, 'wallet', 'offers a code of characters that a URL has to escape', changeCode((own) => `+/=%&#? ${own}`)),
  legalProbe(OFFER.OPAQUE, 'wallet', 'offers a code that looks like JSON', changeCode((own) => JSON.stringify({ code: own }))),
  legalProbe(OFFER.EXTRAS, 'wallet', 'sends an offer with an unknown member', mutate.offer(put('/assay_extra', unknownValue))),
  legalProbe(OFFER.EXTRAS, 'wallet', 'sends an offer with an unknown member in the grant', mutate.offer(put(`${grant}/assay_extra`, unknownValue))),
  statefulProbe(OFFER.OTHER, 'wallet', 'offers the authorization code grant as well', 'accepted', offerBothGrants),
  statefulProbe(OFFER.UNTRUSTED, 'wallet', 'sends an offer from an unknown issuer', 'refused', runSession(mutate.offer(put('/credential_issuer', 'https://unknown.example')))),
  statefulProbe(OFFER.STATUS, 'wallet', 'serves an offer with status 404', 'refused', failWith('offer', 404)),
  statefulProbe(OFFER.STATUS, 'wallet', 'serves metadata with status 404', 'refused', failWith('issuerMetadata', 404)),
  statefulProbe(OFFER.STATUS, 'wallet', 'returns a nonce with status 500', 'refused', failWith('nonce', 500)),
  statefulProbe(OFFER.UNKNOWN, 'issuer', 'fetches the offer of a session that was never opened', 'refused', fetchUnknown),
  statefulProbe(OFFER.SHORT, 'issuer', 'sends an expired code', 'refused', async (context) =>
    isCodePresented(context.decide) ? sendExpired(context) : undefined, { isLate: true }),
  statefulProbe(OFFER['SINGLE-USE'], 'issuer', `uses a code ${parallelUses} times at the same time`, 'refused', useAgain(parallelUses), { isAlone: true }),
]
