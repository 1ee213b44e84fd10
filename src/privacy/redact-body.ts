import { countParts } from '../../protocol/encoding/compact.ts'
import { isNested, isObject, type JsonObject, type JsonValue, parseJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { decodeObject } from '../../protocol/jose/jws.ts'
import { errorCodes, offeredConfigurations } from '../../suites/kit/registered-names.ts'
import { publicPlaces } from './public-places.ts'
import { redactForm, redactUrl } from './redact-url.ts'
import { collectMembers, describePrivate, isKnownWord, type RedactionContext, redactName } from './redaction-context.ts'

/** Limits of what is shown: values of a body, elements of an array, characters of a text. */
const most = { values: 400, elements: 20, characters: 200 }

/** The timestamps that are shown: those of the century. */
const [earliest, latest] = [946_684_800, 4_102_444_800]
const timePlaces = /\/(?:iat|exp|nbf)$/

/** Redacts a body: keeps the structure of JSON and the values at public places, describes everything else. */
export function redactBody(text: string, context: RedactionContext): JsonValue {
  const read = attempt(() => parseJson(text))
  if ('problem' in read) return redactForm(text, context) ?? redactText(text, '', context)
  return redactValue(read.value, '', { context, left: most.values })
}

/** How much of a body may still be shown. */
interface Budget {
  readonly context: RedactionContext
  left: number
}

function redactValue(value: JsonValue, at: string, budget: Budget): JsonValue {
  budget.left--
  if (isNested(value)) return isObject(value) ? redactMembers(value, at, budget) : redactElements(value, at, budget)
  if (typeof value === 'string') return redactText(value, at, budget.context)
  if (typeof value === 'number') return redactNumber(value, at, budget.context)
  return value === null ? null : '<boolean>'
}

function redactElements(values: readonly JsonValue[], at: string, budget: Budget): JsonValue {
  const shown: JsonValue[] = []
  for (const [i, value] of values.slice(0, most.elements).entries()) {
    if (budget.left <= 0) break
    shown.push(redactValue(value, `${at}/${i}`, budget))
  }
  return shown.length < values.length ? [...shown, `<and ${values.length - shown.length} more>`] : shown
}

function redactMembers(object: JsonObject, at: string, budget: Budget): JsonValue {
  const entries = Object.entries(object)
  const members: (readonly [string, JsonValue])[] = []
  for (const [name, value] of entries) {
    if (budget.left <= 0) break
    const shown =
      at === offeredConfigurations ? redactPublicText(name, budget.context) : redactName(name, budget.context)
    members.push([shown, redactValue(value, within(at, name), budget)])
  }
  if (members.length < entries.length) members.push(['…', `<and ${entries.length - members.length} more>`])
  return collectMembers(members)
}

/** Public places are short. */
const within = (at: string, name: string): string => `${at}/${name}`.slice(-most.characters)

const redactNumber = (value: number, at: string, { isPrivate }: RedactionContext): JsonValue =>
  timePlaces.test(at) &&
  Number.isSafeInteger(value) &&
  value >= earliest &&
  value <= latest &&
  !isPrivate(String(value))
    ? value
    : '<number>'

function redactText(text: string, at: string, context: RedactionContext): string {
  const offer = /^openid-credential-offer:/i.test(text) ? redactUrl(text, context) : undefined
  if (at === '/error' && (errorCodes.has(text) || isKnownWord(text, context))) return text
  return (
    offer ??
    redactCompact(text, context) ??
    (publicPlaces.test(at) ? redactPublicText(text, context) : describePrivate(text, context))
  )
}

/** Shows a value at a public place if it is a URL, or a known word: a place is no reason to show what a target chose. */
function redactPublicText(text: string, context: RedactionContext): string {
  if (text.length > most.characters || context.isPrivate(text)) return describePrivate(text, context)
  if (/^https?:\/\//i.test(text)) return redactUrl(text, context)
  return isKnownWord(text, context) ? text : describePrivate(text, context)
}

const forms: Readonly<Record<number, string>> = { 3: 'compact JWS', 5: 'compact JWE' }

/** Describes a JWS, JWE or SD-JWT by its form and the public parameters of its header. */
function redactCompact(text: string, context: RedactionContext): string | undefined {
  const disclosures = text.indexOf('~')
  const first = disclosures < 0 ? text : text.slice(0, disclosures).trimEnd()
  const form = disclosures < 0 ? forms[countParts(first)] : countParts(first) === 3 ? 'SD-JWT' : undefined
  const header = form === undefined ? undefined : readHeader(first)
  const mark = context.mark?.(text)
  const size = `${text.length} characters${mark === undefined ? '' : `, ${mark}`}`
  return header && `<${form} of ${size}${redactHeader(header, context)}>`
}

/** A longer header is not parsed. */
const longestHeader = 100_000

function readHeader(compact: string): JsonObject | undefined {
  const part = compact.slice(0, compact.indexOf('.'))
  const read = part.length > longestHeader ? undefined : attempt(() => decodeObject(part))
  return read && 'value' in read ? read.value : undefined
}

function redactHeader(header: JsonObject, context: RedactionContext): string {
  const parameters = ['alg', 'enc', 'zip', 'typ', 'kid'].flatMap((name) => {
    const value = header[name]
    return typeof value === 'string' ? [`${name} ${redactPublicText(value, context)}`] : []
  })
  return parameters.length === 0 ? '' : `: ${parameters.join(', ')}`
}
