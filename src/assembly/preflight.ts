import { called } from '../actors/parties/http.ts'
import type { Ending } from '../harness/play.ts'
import type { Episode } from '../harness/program.ts'
import type { Switchboard } from '../harness/switchboard.ts'
import { WireError } from '../model/errors.ts'
import type { Terms } from '../model/terms.ts'
import type { Replied } from '../model/wire.ts'

/** The look at an issuer before anything is asked of it. */
export const preflight: Episode = {
  session: 'preflight',
  why: 'whether the issuer can be reached: its metadata and its keys',
  account: 0,
  offer: 'reference',
  responseKey: 'RSA',
}

/** One thing that was looked at. */
export interface Sighting {
  readonly what: string
  readonly ok: boolean
  readonly detail: string
}

/** Seconds that two clocks may differ before somebody ought to know. */
const tolerable = 60

/** Fetches what can be fetched without leaving a trace, and looks at it. */
export async function lookAt(board: Switchboard, terms: Terms, now: () => number): Promise<readonly Sighting[]> {
  const metadata = await fetched(board, 'issuerMetadata', terms)
  const jwks = await fetched(board, 'jwks', terms)
  const isElsewhere = metadata.status === 404 && jwks.status === 404
  return [
    sightingOf('metadata', terms.addresses.issuerMetadata.url, metadata),
    sightingOf('keys', terms.addresses.jwks.url, jwks),
    ...(isElsewhere ? [elsewhere(terms.addresses.jwks.url)] : []),
    skewOf(metadata, now()),
  ]
}

const fetched = (board: Switchboard, endpoint: 'issuerMetadata' | 'jwks', { addresses }: Terms): Promise<Replied> =>
  board.call(preflight.session, endpoint, 'verifier', called(addresses[endpoint]))

const sightingOf = (what: string, url: string, { status }: Replied): Sighting => ({
  what,
  ok: status === 200,
  detail: `${status} from ${url}${isRedirect(status) ? ', and no redirect is followed' : ''}`,
})

const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** Most wrong addresses have a right host. */
const elsewhere = (url: string): Sighting => ({
  what: 'address',
  ok: false,
  detail: `neither the metadata nor the keys of an issuer are at ${new URL(url).host}: look at the path of targets.issuer.url`,
})

/** How far the clock of a target is from ours, as far as it says. */
function skewOf({ headers }: Replied, now: number): Sighting {
  const theirs = Date.parse(headers.date ?? '')
  if (Number.isNaN(theirs)) return { what: 'clock', ok: true, detail: 'the target does not say what time it is' }
  const skew = Math.round(theirs / 1000 - now)
  const detail = `the clock of the target is ${Math.abs(skew)} s ${skew < 0 ? 'behind' : 'ahead'}`
  return { what: 'clock', ok: Math.abs(skew) <= tolerable, detail }
}

/** The look, as a session of the play. Wrong answers are for the judges; here only silence counts. */
export async function playPreflight(look: () => Promise<readonly Sighting[]>): Promise<Ending> {
  try {
    const reason = reasonOf(await look())
    return { episode: preflight, ended: 'completed', ...(reason !== '' && { reason }) }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return { episode: preflight, ended: 'lost', reason: error.message, loss: error.loss }
  }
}

/** All that is not as it should be. Where the address itself is wrong, that says why nothing is found there. */
function reasonOf(sightings: readonly Sighting[]): string {
  const broken = sightings.filter(({ ok }) => !ok)
  const isWrong = broken.some(({ what }) => what === 'address')
  const telling = broken.filter(({ what }) => !isWrong || (what !== 'metadata' && what !== 'keys'))
  return telling.map(({ detail }) => detail).join('; ')
}
