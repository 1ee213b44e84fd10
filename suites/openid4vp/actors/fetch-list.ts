import { gunzipSync } from 'node:zlib'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { fetchRedirected } from '../../sd-jwt-vc/actors/fetch-redirected.ts'
import type { VpVerifierSteps } from './verifier-steps.ts'

/** How a verifier fetches status lists. */
export interface ListFetching {
  readonly headers: HttpRequest['headers']
  /** Redirections that are followed. */
  readonly most: number
  /** Whether it decompresses what it asked for. */
  readonly decompresses: boolean
}

const usual: ListFetching = {
  headers: { accept: 'application/statuslist+jwt', 'accept-encoding': 'gzip' },
  most: 5,
  decompresses: true,
}

/** Fetches a list as Token Status List, section 8, says. A list that cannot be had is an empty text. */
export const fetchListBy = (change: Partial<ListFetching> = {}): VpVerifierSteps['getList'] => {
  const { headers, most, decompresses } = { ...usual, ...change }
  return async (uri, fetch, time) => {
    const url = time === undefined ? uri : `${uri}?time=${encodeURIComponent(time)}`
    const response = await fetchRedirected({ method: 'GET', url, headers }, { most }, fetch)
    return response.status === 200 ? readList(response, decompresses) : ''
  }
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
