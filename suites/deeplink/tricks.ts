import { type Answer, type Trick, trick } from '../../src/model/probe.ts'
import type { Hop } from '../../src/model/wire.ts'
import { acting, after } from '../deviations.ts'
import { session } from '../tricking.ts'
import { LINK } from './requirements.ts'

/** What is small enough for every system that hands on links. */
const long = 50_000

const linked = (how: (link: string) => string) => session(after('wallet', 'link', how))

/** Opens its link, and when all that comes of it is done, opens it again. */
const twice = acting('wallet', 'deeplink', async (open) => {
  await open()
  await open()
})

/** What became of the second link, where the first had led to a delivery before: until then the session is open. */
function secondOf(hops: readonly Hop[]): Answer {
  const [, again] = hops.filter(({ endpoint }) => endpoint === 'deeplink')
  const callbacks = hops.filter(({ endpoint }) => endpoint === 'walletCallback')
  if (!again || hops.some(({ lost }) => lost !== undefined)) return 'undecided'
  const isOver = callbacks.some((hop) => hop.number < again.number && isTaken(hop))
  if (!isOver) return 'undecided'
  return callbacks.some(({ number }) => number > again.number) ? 'accepted' : 'refused'
}

const isTaken = ({ replied }: Hop): boolean => replied !== undefined && replied.status >= 200 && replied.status < 300

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(LINK.CALM, 'identity app', 'opens a link without a request', 'refused', linked((link) => link.replace(/[?].*/, ''))),
  trick(LINK.CALM, 'identity app', 'opens a link with an empty request', 'refused', linked((link) => link.replace(/=.*/, '='))),
  trick(LINK.CALM, 'identity app', 'opens a link with another parameter, which is long', 'refused', linked((link) => link.replace(/[?].*/, `?assay=${'x'.repeat(long)}`))),
  trick(LINK.OPEN, 'identity app', 'opens a link again when its session is over', 'refused', async ({ play }) => secondOf(await play({ deviation: twice }))),
]
