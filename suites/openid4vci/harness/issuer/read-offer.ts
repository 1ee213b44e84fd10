import type { HttpResponse } from '../../../../model/wire.ts'
import { readDeeplink } from '../../../../protocol/artefacts/deeplink.ts'
import { isObject, type JsonObject, parseJsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { isSuccess, type Send, writeResponse } from '../../../../src/harness/calls.ts'
import { stop } from '../../../../src/harness/obstacle.ts'
import { preAuthorizedGrant } from '../../actors/names.ts'
import type { GrantName } from './grant-names.ts'
import { type GivenTexts, keepGiven } from './keep-given.ts'

export const grantTypes: Readonly<Record<GrantName, string>> = {
  'pre-authorized-code': preAuthorizedGrant,
  'authorization-code': 'authorization_code',
}

/** The texts in which an offer came. */
export interface OfferTexts {
  readonly link?: string
  readonly json?: string
  readonly response?: string
  /** The address from which it came. */
  readonly uri?: string
}

/** An offer, and the texts in which it came. */
export interface ReadOffer extends OfferTexts {
  readonly content: JsonObject
  readonly issuer: string
  /** The pre-authorized code; absent for the authorization code grant. */
  readonly code?: string
  readonly issuerState?: string
  /** The authorization server that the grant names. */
  readonly server?: string
  readonly needsTxCode: boolean
  readonly txCode?: string
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

/** Who reads an offer, and which grant is preferred. */
export interface OfferReader {
  readonly send: Send
  readonly grant?: GrantName
  readonly profile: { readonly grants: readonly GrantName[] }
  /** Judges an offer with which no session can begin. */
  readonly judgeUnusable?: (offer: OfferTexts, issuer: unknown) => void
  /** Keeps what came from an address. */
  readonly offers?: { readonly uri: string; readonly response: HttpResponse }[]
  readonly given?: GivenTexts
}

/** Reads an offer: JSON, a link with it, or a link with its address. */
export async function readOffer(
  { text, txCode }: GivenOffer,
  { send, grant: wanted, profile: { grants }, offers = [], given = new Map(), judgeUnusable }: OfferReader,
): Promise<ReadOffer> {
  const texts = text.startsWith('{') ? { json: text } : { link: text, ...(await followLink(text, send, offers)) }
  const read = attempt(() => parseJsonObject(texts.json))
  const names = wanted === undefined ? grants : [wanted]
  try {
    if ('problem' in read) return stop(`the offer cannot be read: ${read.problem.message}`)
    const offered = readContent(read.value, names)
    const { code, needsTxCode } = offered
    // A transaction code is another secret, beside which a code may be short.
    if (code !== undefined && !needsTxCode) keepGiven({ given }, 'pre-authorized_code', code)
    return { ...offered, ...(txCode !== undefined && { txCode }), ...texts }
  } catch (error) {
    // A text that was handed over by a person may be cut; one from an address is what the issuer serves.
    if ('value' in read || 'response' in texts)
      judgeUnusable?.(texts, 'value' in read ? read.value.credential_issuer : undefined)
    throw error
  }
}

function readContent(content: JsonObject, names: readonly GrantName[]) {
  const { credential_issuer: issuer } = content
  if (typeof issuer !== 'string' || !/^https?:/i.test(issuer) || !URL.canParse(issuer))
    return stop('the offer names no issuer that can be called')
  return { content, issuer, ...readGrant(content, names) }
}

/** What one grant of an offer says. Where an offer has none, the metadata has to tell, and a person may be asked. */
function readGrant({ grants }: JsonObject, names: readonly GrantName[]) {
  const all: JsonObject = isObject(grants) && Object.keys(grants).length > 0 ? grants : { authorization_code: {} }
  const name = names.find((each) => isObject(all[grantTypes[each]]))
  const grant = name && all[grantTypes[name]]
  if (!isObject(grant)) return stop(`the offer has no ${names.join(' and no ').replaceAll('-', ' ')} grant`)
  const code = grant['pre-authorized_code']
  if (name === 'pre-authorized-code' && typeof code !== 'string') return stop('the offer has no pre-authorized code')
  return {
    needsTxCode: grant.tx_code !== undefined,
    ...(typeof code === 'string' && { code }),
    ...(typeof grant.issuer_state === 'string' && { issuerState: grant.issuer_state }),
    ...(typeof grant.authorization_server === 'string' && { server: grant.authorization_server }),
  }
}

async function followLink(
  link: string,
  send: Send,
  offers: NonNullable<OfferReader['offers']>,
): Promise<Pick<OfferTexts, 'response' | 'uri'> & { json: string }> {
  const read = attempt(() => readDeeplink(link))
  const parameters = 'value' in read ? read.value.parameters : []
  const query = parameters.length > 0 ? new Map(parameters) : new URLSearchParams(link.slice(link.indexOf('?') + 1))
  const value = query.get('credential_offer')
  if (typeof value === 'string') return { json: value }
  const uri = readText(query.get('credential_offer_uri'))
  if (!/^https?:/i.test(uri) || !URL.canParse(uri)) return stop('the link has neither an offer nor the address of one')
  const response = await send({ method: 'GET', url: uri, headers: { accept: 'application/json' } }, 'message')
  offers.push({ uri, response })
  if (!isSuccess(response)) return stop(`the offer cannot be fetched: its address answers ${response.status}`)
  return { json: response.body, response: writeResponse(response), uri }
}
