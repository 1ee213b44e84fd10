import { HarnessError, TransportError } from '../../../model/errors.ts'
import type { HeaderFields, UrlOrigin } from '../../../model/wire.ts'
import { isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readHttpResponse } from '../../../protocol/status-list/http-response.ts'
import { readSecuredToken } from '../../../protocol/status-list/secured-token.ts'
import { type Caller, fetchDocument } from '../../../src/harness/fetch-document.ts'
import { openTransport } from '../../../src/wire/client/transport.ts'

/** What a status service answered, as text that can be judged, and the request that it answers. */
export interface ServiceAnswer {
  /** What was asked for, in a few words. */
  readonly source: string
  readonly text: string
  readonly request: JsonObject
}

/** A page that does not exist asks for the list. */
const origin = 'https://page.example'
const usual = { 'accept-encoding': 'gzip, deflate, br', origin }
const accept = { jwt: 'application/statuslist+jwt', cwt: 'application/statuslist+cwt' } as const

/** Seconds before the present of the past list that is asked for. */
const past = 365 * 86_400

/**
 * Asks a status service for its list as JWT, as CWT and of a year ago, and for the aggregation that the list names.
 * What only one of the formats has is left out for the other: a service needs no more than one.
 */
export async function callStatusService(url: string, now: number): Promise<readonly ServiceAnswer[]> {
  const transport = await openTransport({ url }, { nameSetting: () => undefined, environment: process.env })
  try {
    const lists = await callLists(transport, url, 'the list')
    const time = now - past
    const old = await ask(transport, addTime(url, time), 'the list of a year ago', {
      ...usual,
      accept: `${lists[0]?.request.accept}`,
    })
    const aggregation = lists.flatMap((list) => readAggregationUri(list) ?? [])[0]
    return [
      ...lists,
      { ...old, request: { ...old.request, time } },
      ...(aggregation === undefined ? [] : [await askAggregation(transport, aggregation)]),
    ]
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    throw new HarnessError('ERR_TARGET', `${url} cannot be judged: ${error.message}`, { cause: error })
  } finally {
    await transport.close()
  }
}

/** Asks for a list in each format. A service that has neither may have refused what only one of them was asked for. */
export async function callLists(
  caller: Caller,
  url: string,
  name: string,
  origin?: UrlOrigin,
): Promise<readonly ServiceAnswer[]> {
  const jwt = await ask(caller, url, `${name} as JWT`, { ...usual, accept: accept.jwt }, origin)
  const cwt = await ask(caller, url, `${name} as CWT`, { ...usual, accept: accept.cwt }, origin)
  const lists = [jwt, cwt].filter(hasSucceeded)
  if (lists.length > 0) return lists
  return [await ask(caller, url, name, { ...usual, accept: `${accept.jwt}, ${accept.cwt}` }, origin)]
}

const addTime = (url: string, time: number): string => {
  const timed = new URL(url)
  timed.searchParams.set('time', `${time}`)
  return timed.href
}

const askAggregation = (caller: Caller, url: string): Promise<ServiceAnswer> =>
  ask(caller, url, 'the aggregation', { ...usual, accept: 'application/json' }, 'message')

async function ask(
  caller: Caller,
  url: string,
  source: string,
  headers: HeaderFields,
  origin: UrlOrigin = 'configured',
): Promise<ServiceAnswer> {
  const { text } = await fetchDocument(caller, { url, headers, origin })
  return { source, text, request: { ...headers, url } }
}

/** The lists among the answers, which tokens may refer to. */
export const listAnsweredLists = (answers: readonly ServiceAnswer[]): readonly string[] =>
  answers
    .filter((answer) => answer.request.time === undefined && `${answer.request.accept}`.includes('statuslist'))
    .filter(hasSucceeded)
    .map(({ text }) => readHttpResponse(text).body)

function hasSucceeded({ text }: ServiceAnswer): boolean {
  const read = attempt(() => readHttpResponse(text))
  return 'value' in read && read.value.status >= 200 && read.value.status <= 299
}

function readAggregationUri({ text }: ServiceAnswer): string | undefined {
  const read = attempt(() => readSecuredToken(readHttpResponse(text).body.trim()).claims.status_list)
  const list = 'value' in read ? read.value : undefined
  const uri = isObject(list) ? list.aggregation_uri : undefined
  return typeof uri === 'string' && /^https?:/.test(uri) && URL.canParse(uri) ? uri : undefined
}
