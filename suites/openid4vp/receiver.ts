import { isObject, type JsonObject, parseTolerantly } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import type { ReceiverTask } from '../kit/samples.ts'
import type { Sample } from '../suite.ts'
import { makeSample, type VpChange } from './sample.ts'
import { isOverDc, listQueries } from './values.ts'

/** What a verifier is asked: its request, and the response that it got. Nothing, for what no verifier gets. */
export function describeVpTask(change: VpChange): ReceiverTask | undefined {
  const isUsual = Object.keys(change).length === 0
  const sample = makeSample(isUsual ? { about: 'vp-response' } : change)
  const response = readResponse(sample)
  const { presentationRequest: request, now = 0, jwks = {}, keys = [], origin, typeMetadata } = sample.facts
  // What a scope asks for is known to its wallet and its verifier alone.
  if (!response || !request || !isObject(request.dcql_query) || response.error !== undefined) return undefined
  // The roots of the issuers of mdocs are in no question.
  if (listQueries(request.dcql_query).every(([, { format }]) => format === 'mso_mdoc')) return undefined
  const types = typeMetadata?.map(({ text }) => text)
  return {
    question: {
      request: JSON.parse(JSON.stringify(request)),
      response,
      now,
      jwks,
      keys: [...keys],
      ...(origin !== undefined && isOverDc(request) && { origin }),
      ...(types && { typeMetadata: types }),
    },
    features: listFeatures(sample, response, request),
  }
}

/** The parameters of a response, as they arrive. */
function readResponse({ kind, text }: Sample): JsonObject | undefined {
  if (kind === 'vp-encrypted-response') return { response: text }
  const read = kind === 'vp-response' ? attempt(() => parseTolerantly(text)) : undefined
  return read && 'value' in read ? read.value : undefined
}

/** What a verifier may leave out. */
const listFeatures = ({ facts }: Sample, response: JsonObject, request: JsonObject): readonly string[] => [
  ...(isOverDc(request) ? ['the Digital Credentials API'] : []),
  ...(response.response === undefined ? [] : ['encrypted responses']),
  ...(facts.typeMetadata ? ['type metadata'] : []),
  ...(/"(w3c|ldp|mdl)":|jwt_vc_json","require|x-format/.test(JSON.stringify(response)) ? ['other formats'] : []),
  ...(/"payload":/.test(JSON.stringify(response)) ? ['JWS JSON serialization'] : []),
]
