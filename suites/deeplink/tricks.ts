import { type Trick, trick } from '../../src/model/probe.ts'
import { after } from '../deviations.ts'
import { session } from '../tricking.ts'
import { LINK } from './requirements.ts'

/** What is small enough for every system that hands on links. */
const long = 50_000

const linked = (how: (link: string) => string) => session(after('wallet', 'link', how))

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(LINK.CALM, 'identity app', 'opens a link without a request', 'refused', linked((link) => link.replace(/[?].*/, ''))),
  trick(LINK.CALM, 'identity app', 'opens a link with an empty request', 'refused', linked((link) => link.replace(/=.*/, '='))),
  trick(LINK.CALM, 'identity app', 'opens a link with another parameter, which is long', 'refused', linked((link) => link.replace(/[?].*/, `?assay=${'x'.repeat(long)}`))),
]
