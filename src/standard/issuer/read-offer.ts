import type { HttpResponse } from '../../../model/wire.ts'
import { isObject, type JsonObject, parseJsonObject, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { isSuccess, readBody, type Send, writeResponse } from './calls.ts'
import { showWords, stop } from './obstacle.ts'

export const preAuthorizedGrant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** An offer, and the texts in which it came. */
export interface ReadOffer {
  readonly content: JsonObject
  readonly issuer: string
  readonly code: string
  /** The authorization server that the grant names. */
  readonly server?: string
  readonly needsTxCode: boolean
  readonly txCode?: string
  readonly link?: string
  readonly json?: string
  readonly response?: string
}

/** An offer as it was given: text, and the transaction code that belongs to it. */
export interface GivenOffer {
  readonly text: string
  readonly txCode?: string
}

/** Reads what a command or an address gives: an offer, or an object with an offer and its transaction code. */
export function readGiven(text: string): GivenOffer {
  const read = attempt(() => parseJsonObject(text.trim()))
  if (!('value' in read) || typeof read.value.offer !== 'string') return { text: text.trim() }
  const { offer, tx_code: txCode } = read.value
  return { text: offer, ...(typeof txCode === 'string' && { txCode }) }
}

/** Whether a text is the address of something that gives offers, and no offer itself. */
export const isOfferSource = (text: string): boolean =>
  /^https?:\/\//i.test(text) && URL.canParse(text) && !/[?&]credential_offer(_uri)?=/.test(text)

/** Reads an offer: JSON, a link with it, or a link with its address. */
export async function readOffer({ text, txCode }: GivenOffer, send: Send): Promise<ReadOffer> {
  const parts = text.startsWith('{') ? { json: text } : await followLink(text, send)
  const read = attempt(() => parseJsonObject(parts.json))
  if ('problem' in read) return stop(`the offer cannot be read: ${read.problem.message}`)
  const content = read.value
  const grants = isObject(content.grants) ? content.grants : {}
  const grant = grants[preAuthorizedGrant]
  if (!isObject(grant) || typeof grant['pre-authorized_code'] !== 'string')
    return stop('the offer has no pre-authorized code; the authorization code grant takes a browser, and is not played')
  const { credential_issuer: issuer } = content
  if (typeof issuer !== 'string' || !/^https?:/i.test(issuer) || !URL.canParse(issuer))
    return stop('the offer names no issuer that can be called')
  return {
    content,
    issuer,
    code: grant['pre-authorized_code'],
    needsTxCode: grant.tx_code !== undefined,
    ...(typeof grant.authorization_server === 'string' && { server: grant.authorization_server }),
    ...(txCode !== undefined && { txCode }),
    ...(!text.startsWith('{') && { link: text }),
    ...parts,
  }
}

async function followLink(link: string, send: Send): Promise<Pick<ReadOffer, 'response'> & { json: string }> {
  const query = new URLSearchParams(link.slice(link.indexOf('?') + 1))
  const value = query.get('credential_offer')
  if (value !== null) return { json: value }
  const uri = readText(query.get('credential_offer_uri'))
  if (!/^https?:/i.test(uri) || !URL.canParse(uri)) return stop('the link has neither an offer nor the address of one')
  const response = await send({ method: 'GET', url: uri, headers: { accept: 'application/json' } }, 'message')
  if (!isSuccess(response)) return stop(`the offer cannot be had: its address answers ${response.status}`)
  return { json: response.body, response: writeResponse(response) }
}

/** What an error says, for people. */
export function describeError(response: HttpResponse): string {
  const { error, error_description: more } = readBody(response) ?? {}
  const code = typeof error === 'string' ? `, \`${showWords(error)}\`` : ''
  return `${response.status}${code}${typeof more === 'string' ? ` (${showWords(more)})` : ''}`
}
