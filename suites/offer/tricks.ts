import { type Answer, type Trick, trick } from '../../src/model/probe.ts'
import type { Hop } from '../../src/model/wire.ts'
import { outdated } from '../aging.ts'
import { change, headersOf, message, put } from '../deviations.ts'
import { CODE_LIFETIME } from '../silence/decisions.ts'
import { surprise } from '../surprising.ts'
import { afterwards, answerIn, isCodeShown, session } from '../tricking.ts'
import { GRANTS, PRESENTED, SINGLE_USE } from './decisions.ts'
import { OFFER } from './requirements.ts'

const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** Codes that look like something else, each made from the one of the session. */
const coded = (how: (own: string) => string) =>
  message.offer(change(`${grant}/pre-authorized_code`, (own) => how(String(own))))

const further = { since: 1, notes: ['x', null] }

const stale = outdated(CODE_LIFETIME, ({ opened }) => opened)

/** How often a code is used at once. */
const runners = 20

const usedAgain = (times: number): Trick['play'] =>
  afterwards(async (hops, director) => {
    if (director.decide(PRESENTED) !== 'request' || director.decide(SINGLE_USE) !== 'once') return undefined
    const { nonce: code = '', credential_identifier: dataset = '' } = answerIn(hops, 'issuerConfig')
    const again = (made: Parameters<ReturnType<typeof put>>[0]) =>
      put('/credential_identifier', dataset)(put('/pre-authorized_code', code)(made))
    const plays = Array.from({ length: times }, () => director.play({ deviation: message.request(again) }))
    return worst((await Promise.all(plays)).map(director.endOf))
  })

/** Who opens a page to log in, or asks for a token with that, uses the other grant. */
const isOther = ({ from, asked: { url, body = '' } }: Hop): boolean =>
  from === 'wallet' && /\bresponse_type=|\bgrant_type=authorization_code\b/.test(`${url} ${body}`)

/** Both grants in one offer, where that is allowed. */
const both: Trick['play'] = async (director) => {
  if (director.decide(GRANTS) === 'one') return undefined
  const hops = await director.play({ deviation: message.offer(put('/grants/authorization_code', {})) })
  return hops.some(isOther) ? 'refused' : director.endOf(hops)
}

/** One that got through is one too many. */
const worst = (answers: readonly Answer[]): Answer =>
  answers.find((each) => each === 'accepted') ?? answers.find((each) => each === 'undecided') ?? 'refused'

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(OFFER['SINGLE-USE'], 'issuer', 'uses a code again after it was good for a credential', 'refused', usedAgain(1)),
  surprise(OFFER.OPAQUE, 'wallet', 'offers a code of 512 characters', coded((own) => own.padEnd(512, 'c'))),
  surprise(OFFER.OPAQUE, 'wallet', 'offers a code that looks like a JWT', coded((own) => `eyJhbGciOiJub25lIn0.${own}.AAAA`)),
  surprise(OFFER.OPAQUE, 'wallet', 'offers a code of signs that a URL has to escape', coded((own) => `+/=%&#? ${own}`)),
  surprise(OFFER.OPAQUE, 'wallet', 'offers a code that looks like JSON', coded((own) => JSON.stringify({ code: own }))),
  surprise(OFFER.EXTRAS, 'wallet', 'offers with a member that nobody defined', message.offer(put('/assay_extra', further))),
  surprise(OFFER.EXTRAS, 'wallet', 'offers with a member in the grant that nobody defined', message.offer(put(`${grant}/assay_extra`, further))),
  trick(OFFER.OTHER, 'wallet', 'offers the authorization code grant as well', 'accepted', both),
  trick(OFFER.UNTRUSTED, 'wallet', 'offers in the name of an issuer that nobody knows', 'refused', session(message.offer(put('/credential_issuer', 'https://stranger.example')))),
  trick(OFFER.SHORT, 'issuer', 'shows a code that is older than it may be', 'refused', async (director) =>
    isCodeShown(director.decide) ? stale(director) : undefined, { isLate: true }),
  trick(OFFER['SINGLE-USE'], 'issuer', `uses a code ${runners} times at once`, 'refused', usedAgain(runners)),
  trick(OFFER.REFUSED, 'wallet', 'serves offers as plain text', 'refused', session(headersOf('issuer', 'offer', { 'content-type': 'text/plain' })), { breaks: OFFER['MEDIA-TYPE'] }),
]
