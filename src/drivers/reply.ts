import type { DriverReply, PushedOffer } from '../../model/driver.ts'
import { TransportError } from '../../model/errors.ts'
import { withTargetWords } from '../../model/wire.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'

/** Limits of a reply: its length, the messages in it, the length of a link and of a reason. */
export const replyLimits = { octets: 1_000_000, messages: 4, link: 65_536, words: 500 } as const

/**
 * Parses the reply to a command. A malformed reply is a transport error, and so is `error`, by which a driver reports
 * that it could not carry the command out: neither is a verdict on the target.
 */
export function readReply(text: string, session: string, label: string): DriverReply {
  const refuse = (what: string): never => {
    throw new TransportError('protocol', `${label}: ${what}`)
  }
  if (text.length > replyLimits.octets) refuse(`its answer has more than ${replyLimits.octets} characters`)
  const read = attempt(() => parseJsonObject(text === '' ? '{}' : text))
  if (!('value' in read)) return refuse('its answer is not a JSON object')
  const reply: JsonObject = read.value
  if (reply.session !== undefined && reply.session !== session) refuse('it answers for another session')
  if (reply.error !== undefined)
    refuse(withTargetWords('it could not carry out the command', describeDriverError(reply)))
  const readTexts = (name: string): readonly string[] | undefined =>
    readList(reply[name], name, isText) ??
    (reply[name] === undefined ? undefined : refuse(`\`${name}\` is not a list of strings`))
  const readPushes = (): readonly PushedOffer[] | undefined =>
    readList(reply.pushed, 'pushed', isPush)?.map(readPush) ??
    (reply.pushed === undefined
      ? undefined
      : refuse('`pushed` is not a list of offers, or of {offer, credentialIdentifier, beside}'))

  function readList<T extends JsonValue>(
    value: JsonValue | undefined,
    name: string,
    is: (each: JsonValue) => each is T,
  ): readonly T[] | undefined {
    if (!Array.isArray(value) || !value.every(is)) return undefined
    return value.length > replyLimits.messages
      ? refuse(`\`${name}\` has more than ${replyLimits.messages} of them`)
      : value
  }

  const [pushed, links] = [readPushes(), readTexts('links')]
  const { accepted, claims, response, refused } = reply
  if (accepted !== undefined && typeof accepted !== 'boolean') refuse('`accepted` is neither true nor false')
  if (claims !== undefined && !isObject(claims)) refuse('`claims` is not an object')
  if (response !== undefined && !isObject(response)) refuse('`response` is not an object')
  if (refused !== undefined && typeof refused !== 'string') refuse('`refused` is not a string')
  return {
    ...(pushed && { pushed }),
    ...(links && { links }),
    ...(typeof accepted === 'boolean' && { accepted }),
    ...(isObject(claims) && { claims }),
    ...(isObject(response) && { response }),
    ...(typeof refused === 'string' && { refused: refused.slice(0, replyLimits.words) }),
  }
}

const isText = (value: JsonValue): value is string => typeof value === 'string' && value.length <= replyLimits.link

/** An offer as text or as an object, alone or with the id of its dataset, and with what was pushed beside it. */
type Push =
  | string
  | (JsonObject & {
      readonly offer: string | JsonObject
      readonly credentialIdentifier?: string
      readonly beside?: JsonObject
    })

const isPush = (value: JsonValue): value is Push =>
  isText(value) ||
  (isObject(value) &&
    isOffer(value.offer ?? null) &&
    isText(value.credentialIdentifier ?? '') &&
    isBeside(value.beside ?? {}))

const isBeside = (value: JsonValue): boolean => isObject(value) && isText(JSON.stringify(value))

const isOffer = (value: JsonValue): boolean => isText(isObject(value) ? JSON.stringify(value) : value)

function readPush(push: Push): PushedOffer {
  if (typeof push === 'string') return { offer: push }
  const { offer, credentialIdentifier, beside } = push
  return {
    offer: typeof offer === 'string' ? offer : JSON.stringify(offer),
    ...(credentialIdentifier !== undefined && { credentialIdentifier }),
    ...(beside && { beside: writeMembers(beside) }),
  }
}

/** Members as texts. They are kept as header fields of the push, so names that HTTP has not are replaced. */
const writeMembers = (members: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(members).map(([name, value], i) => [
      /^[\w-]{1,64}$/.test(name) && name !== '__proto__' ? name.toLowerCase() : `member-${i}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

/** Describes the `error` of a reply; empty if there is none. */
export function describeDriverError({ error }: JsonObject): string {
  if (error === undefined) return ''
  return sanitize(typeof error === 'string' ? error : JSON.stringify(error))
}
