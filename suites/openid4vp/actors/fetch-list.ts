import { gunzipSync } from 'node:zlib'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { isObject, type JsonObject, parseJsonObject, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readJws } from '../../../protocol/jose/jws.ts'
import { fetchRedirected } from '../../sd-jwt-vc/actors/fetch-redirected.ts'
import type { VpVerifierSteps } from './verifier-steps.ts'

/** How a verifier fetches status lists. */
export interface ListFetching {
  readonly headers: HttpRequest['headers']
  /** Redirections that are followed. */
  readonly most: number
  /** Whether it decompresses what it asked for. */
  readonly decompresses: boolean
  /** Which lists of an aggregation it fetches as well: all, or those before the first that cannot be read. */
  readonly aggregates?: 'all' | 'first'
}

const usual: ListFetching = {
  headers: { accept: 'application/statuslist+jwt', 'accept-encoding': 'gzip' },
  most: 5,
  decompresses: true,
}

/** Fetches a list as Token Status List, section 8, says. A list that cannot be had is an empty text. */
export const fetchListBy = (change: Partial<ListFetching> = {}): VpVerifierSteps['getList'] => {
  const { headers, most, decompresses, aggregates } = { ...usual, ...change }
  return async (uri, fetch, time) => {
    const read = async (url: string): Promise<string> => {
      const response = await fetchRedirected({ method: 'GET', url, headers }, { most }, fetch)
      return response.status === 200 ? readList(response, decompresses) : ''
    }
    const list = await read(time === undefined ? uri : `${uri}?time=${encodeURIComponent(time)}`)
    if (aggregates) await readOthers(list, aggregates, read)
    return list
  }
}

/** Reads the lists of the aggregation that a list names. */
async function readOthers(list: string, aggregates: 'all' | 'first', read: (url: string) => Promise<string>) {
  const uri = readClaims(list)?.aggregation_uri
  const text = typeof uri === 'string' ? await read(uri) : ''
  const content = attempt(() => parseJsonObject(text))
  const { status_lists: uris }: JsonObject = 'value' in content ? content.value : {}
  for (const each of Array.isArray(uris) ? uris : []) {
    const isRead = readClaims(await read(readText(each))) !== undefined
    if (!isRead && aggregates === 'first') return
  }
}

/** What a list in a JWT says; nothing, if it cannot be read. */
function readClaims(text: string): JsonObject | undefined {
  const read = attempt(() => readJws(text).payload.status_list)
  return 'value' in read && isObject(read.value) ? read.value : undefined
}

/** A list as a text: a CWT in hexadecimal digits. */
function readList({ headers, body, octets }: HttpResponse, decompresses: boolean): string {
  if (octets === undefined) return body
  const own = Buffer.from(octets, 'base64')
  if (headers['content-type']?.includes('cwt')) return own.toString('hex')
  return decompresses && headers['content-encoding'] === 'gzip' ? decompress(own) : own.toString()
}

function decompress(octets: Buffer): string {
  try {
    return gunzipSync(octets, { maxOutputLength: 10_000_000 }).toString()
  } catch {
    return ''
  }
}
