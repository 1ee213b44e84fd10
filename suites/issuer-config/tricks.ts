import { type Trick, trick } from '../../src/model/probe.ts'
import { message, put } from '../deviations.ts'
import { PRESENTED } from '../offer/decisions.ts'
import { afterwards, session, textIn } from '../tricking.ts'
import { CFG } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(CFG.CORRELATES, 'issuer', 'shows a code that nobody gave', 'refused', session(({ decide }) =>
    decide(PRESENTED) === 'request' ? message.request(put('/pre-authorized_code', 'nobody-gave-this-code')) : undefined)),
  trick(CFG.CORRELATES, 'issuer', 'asks for the dataset of another session with the code of its own', 'refused', afterwards(async (hops, director) => {
    if (director.decide(PRESENTED) !== 'request') return undefined
    const dataset = textIn(hops, 'issuerConfig', 'credential_identifier')
    return director.endOf(await director.play({ deviation: message.request(put('/credential_identifier', dataset)) }))
  })),
]
