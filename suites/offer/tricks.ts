import { type Answer, type Trick, trick } from '../../src/model/probe.ts'
import { headersOf, message, put } from '../deviations.ts'
import { afterwards, answerIn, session } from '../tricking.ts'
import { PRESENTED, SINGLE_USE } from './decisions.ts'
import { OFFER } from './requirements.ts'

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

/** One that got through is one too many. */
const worst = (answers: readonly Answer[]): Answer =>
  answers.find((each) => each === 'accepted') ?? answers.find((each) => each === 'undecided') ?? 'refused'

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(OFFER['SINGLE-USE'], 'issuer', 'uses a code again after it was good for a credential', 'refused', usedAgain(1)),
  trick(OFFER['SINGLE-USE'], 'issuer', `uses a code ${runners} times at once`, 'refused', usedAgain(runners)),
  trick(OFFER.REFUSED, 'wallet', 'serves offers as plain text', 'refused', session(headersOf('issuer', 'offer', { 'content-type': 'text/plain' })), { breaks: OFFER['MEDIA-TYPE'] }),
]
