import type { Requirement } from '../../model/requirement.ts'
import { isObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readReferencedToken, readSecuredToken } from '../../protocol/status-list/secured-token.ts'
import { describeStatus, openStatusList, readStatus } from '../../protocol/status-list/status-list.ts'
import type { ReceiverAnswer, ReceiverTask } from '../kit/samples.ts'
import { isUri } from '../kit/values.ts'
import { TSREF } from './requirements.ts'
import {
  listUri,
  makeListToken,
  makeReferencedToken,
  makeSample,
  type StatusSampleChange,
  sampleIndex,
  type TokenChange,
} from './sample.ts'

/** The token and the list that a relying party gets. */
interface Pair {
  readonly token: string
  readonly list: string
}

function makePair({ about = 'list', token = {}, list }: StatusSampleChange): Pair {
  const text = makeListToken(list)
  return { list: text, token: makeReferencedToken(about === 'list' ? referTo(text, token) : token) }
}

/** Lets a token refer to a list by its own name, whatever that is. */
function referTo(list: string, token: TokenChange): TokenChange {
  const read = attempt(() => readSecuredToken(list))
  const sub = 'value' in read ? read.value.claims.sub : undefined
  const uri = isUri(sub) ? sub : listUri
  return { ...token, claims: (claims) => ({ ...claims, status: { status_list: { idx: sampleIndex, uri } } }) }
}

/** Entries of the longest list that relying parties are asked about. */
const longest = 1 << 24

/** What a relying party is asked; nothing, where it is no relying party that gets it. */
export function describeStatusTask(change: StatusSampleChange): ReceiverTask | undefined {
  const { about = 'list', list: { length = 4096 } = {} } = change
  const isUnfit = (about === 'list' && length <= sampleIndex) || length > longest
  if (isUnfit || about === 'response' || about === 'aggregation') return undefined
  const { token, list } = makePair(change)
  const { jwks = {}, now = 0 } = makeSample(change).facts
  return {
    question: { referencedToken: token, statusListToken: list, jwks, now },
    features: listFeatures(change),
    hasStatus: readActualStatus(change) !== undefined,
  }
}

/** Features that the specification leaves to a relying party. */
const listFeatures = ({ token = {}, list = {} }: StatusSampleChange): readonly string[] => [
  ...(token.format === 'jwt' ? ['a JWT as the token'] : token.format === 'cwt' ? ['a CWT as the token'] : []),
  ...(list.format === 'cwt' ? ['a CWT as the list'] : []),
  ...[token.alg, list.alg].flatMap((alg) => (alg === undefined || alg === 'ES256' ? [] : [`the algorithm ${alg}`])),
]

/** Step 6: reads the status as section 4.1 says. */
function readActualStatus(change: StatusSampleChange): number | undefined {
  const { token, list } = makePair(change)
  const read = attempt(() => ({ token: readReferencedToken(token), list: openStatusList(readSecuredToken(list)) }))
  if ('problem' in read || 'problem' in read.value.list) return undefined
  const { status } = read.value.token.claims
  const reference = isObject(status) ? status.status_list : undefined
  const index = isObject(reference) ? reference.idx : undefined
  return typeof index === 'number' ? readStatus(read.value.list.list, index) : undefined
}

/** In what a relying party reads another status than the list has. An acceptance without a status states that it is valid. */
export function findStatusMistake(
  change: StatusSampleChange,
  { accepted, status }: ReceiverAnswer,
  breaks?: Requirement,
): string | undefined {
  const stated = status === undefined && accepted ? 0 : status
  // What breaks a binding requirement has no status that one could state.
  if (stated === undefined || stated === null || (breaks && breaks.force !== 'should')) return undefined
  const actual = readActualStatus(change)
  if (actual === undefined || actual === stated) return undefined
  return `it states the status ${describeStatus(stated)}; the list has ${describeStatus(actual)}`
}

/** Where section 8.3 says that the token must be rejected, and not only that nothing can be stated about its status. */
const refusedAlways: ReadonlySet<Requirement> = new Set([TSREF.FORM, TSREF.SIGNED, TSREF.CURRENT, TSREF.BOUNDS])

export const needsRejection = (breaks: Requirement): boolean => refusedAlways.has(breaks)
