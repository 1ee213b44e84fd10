import type { DriverReply, PushedOffer } from '../../model/driver.ts'
import { TransportError } from '../../model/errors.ts'
import { withTargetWords } from '../../model/wire.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'

/** How much a driver may tell. Nobody pushes more offers than this at once, and no link is longer. */
export const replyLimits = { octets: 1_000_000, messages: 4, link: 65_536, words: 500 } as const

/**
 * Reads what a driver tells of an order. What is no deed is lost on the way, and so is an order that the driver itself
 * could not carry out, which it tells as `error`: that says nothing of whoever is tested.
 */
export function readReply(text: string, session: string, who: string): DriverReply {
  const refuse = (what: string): never => {
    throw new TransportError('protocol', `${who}: ${what}`)
  }
  if (text.length > replyLimits.octets) refuse(`its answer has more than ${replyLimits.octets} characters`)
  const read = attempt(() => parseJsonObject(text === '' ? '{}' : text))
  if (!('value' in read)) return refuse('its answer is no JSON object')
  const told: JsonObject = read.value
  if (told.session !== undefined && told.session !== session) refuse('it answers for another session')
  if (told.error !== undefined) refuse(withTargetWords('it could not carry out the order', describeDriverError(told)))
  const texts = (name: string): readonly string[] | undefined =>
    listOf(told[name], name, isText) ??
    (told[name] === undefined ? undefined : refuse(`\`${name}\` is no list of texts`))
  const pushes = (): readonly PushedOffer[] | undefined =>
    listOf(told.pushed, 'pushed', isPush) ??
    (told.pushed === undefined ? undefined : refuse('`pushed` is no list of {offer, credentialIdentifier}'))

  function listOf<T extends JsonValue>(
    value: JsonValue | undefined,
    name: string,
    is: (each: JsonValue) => each is T,
  ): readonly T[] | undefined {
    if (!Array.isArray(value) || !value.every(is)) return undefined
    return value.length > replyLimits.messages
      ? refuse(`\`${name}\` has more than ${replyLimits.messages} of them`)
      : value
  }

  const [pushed, links] = [pushes(), texts('links')]
  const { accepted, claims, refused } = told
  if (accepted !== undefined && typeof accepted !== 'boolean') refuse('`accepted` is neither true nor false')
  if (claims !== undefined && !isObject(claims)) refuse('`claims` is no object')
  if (refused !== undefined && typeof refused !== 'string') refuse('`refused` is no text')
  return {
    ...(pushed && { pushed }),
    ...(links && { links }),
    ...(typeof accepted === 'boolean' && { accepted }),
    ...(isObject(claims) && { claims }),
    ...(typeof refused === 'string' && { refused: refused.slice(0, replyLimits.words) }),
  }
}

const isText = (value: JsonValue): value is string => typeof value === 'string' && value.length <= replyLimits.link

const isPush = (value: JsonValue): value is JsonObject & PushedOffer =>
  isObject(value) && isText(value.offer ?? null) && isText(value.credentialIdentifier ?? null)

/** What somebody says of why they could not do their work; empty, if nothing. */
export function describeDriverError({ error }: JsonObject): string {
  if (error === undefined) return ''
  return sanitize(typeof error === 'string' ? error : JSON.stringify(error))
}
