import type { Outcome } from '../../src/model/report.ts'
import type { Force, Role } from '../../src/model/requirement.ts'
import type { ResultTold, RunReport } from '../../src/model/run-report.ts'
import type { Endpoint } from '../../src/model/wire.ts'

/** How an outcome is called, its sign (so that colour is never alone), and what kind of news it is. */
export const tellings: Readonly<
  Record<Outcome, { readonly words: string; readonly sign: string; readonly tone: Tone }>
> = {
  failed: { words: 'failed', sign: '✕', tone: 'bad' },
  harnessError: { words: 'defect of Assay', sign: '!', tone: 'bad' },
  cantTell: { words: 'cannot be told', sign: '?', tone: 'doubt' },
  passed: { words: 'passed', sign: '✓', tone: 'good' },
  passedNonStrict: { words: 'passed with a remark', sign: '≈', tone: 'good' },
  untested: { words: 'not tested', sign: '·', tone: 'quiet' },
  inapplicable: { words: 'does not apply', sign: '–', tone: 'quiet' },
}
export type Tone = 'bad' | 'doubt' | 'good' | 'quiet'

/** Outcomes that are in the way of going live, the worst first. */
export const open: readonly Outcome[] = ['failed', 'harnessError', 'cantTell']

const required: readonly Force[] = ['must', 'must not', 'stated']

/** Whether a requirement decides what a run comes to. */
export const isRequired = ({ force }: ResultTold): boolean => required.includes(force)

/** A requirement that decides, and that did not pass although it was looked at. */
export const isInTheWay = (result: ResultTold): boolean =>
  result.outcome === 'harnessError' || (isRequired(result) && open.includes(result.outcome))

/** The endpoints as they are spoken of. */
export const endpointNames: Readonly<Record<Endpoint, string>> = {
  issuerConfig: 'issuer config',
  offerPush: 'offer push',
  offer: 'offer',
  issuerMetadata: 'issuer metadata',
  nonce: 'nonce',
  deeplink: 'deeplink',
  validate: 'validate',
  walletCallback: 'wallet callback',
  jwks: 'key set',
  status: 'status',
  presentation: 'presentation',
}

/** Who is under test; nobody where the reference cast plays alone. */
export const targetsOf = ({ cast }: RunReport): readonly { readonly role: Role; readonly url: string }[] =>
  cast.flatMap(({ role, url }) => (url === undefined ? [] : [{ role, url }]))

/** Things in a row, as one says them: `a, b and c`. */
export const inARow = (things: readonly string[]): string =>
  things.length < 2 ? things.join('') : `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`

/** Groups in the order in which their keys first occur. */
export const grouped = <T, K>(all: readonly T[], key: (one: T) => K): readonly (readonly [K, readonly T[]])[] => [
  ...Map.groupBy(all, key),
]
