import { countParts } from '../../protocol/encoding/compact.ts'
import { isNested, isObject, type JsonObject, type JsonValue, parseJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { decodeObject } from '../../protocol/jose/jws.ts'
import { describeText, publicPlaces } from './public-places.ts'
import { redactUrl } from './redact-url.ts'
import { collectMembers, type RedactionContext, redactName } from './redaction-context.ts'

/** Values that are told of one body, elements of one array, and characters of a text that is shown. */
const most = { values: 400, elements: 20, characters: 200 }

/** The latest time that a number is taken for: the end of the century. */
const latest = 4_102_444_800

/** A body: the structure of JSON, with its values described, but for those at open places. Of anything else, what it is. */
export function redactBody(text: string, telling: RedactionContext): JsonValue {
  const read = attempt(() => parseJson(text))
  if ('problem' in read) return redactText(text, '', telling)
  return redactValue(read.value, '', { telling, left: most.values })
}

/** How much is still told of a body. */
interface Budget {
  readonly telling: RedactionContext
  left: number
}

function redactValue(value: JsonValue, at: string, budget: Budget): JsonValue {
  budget.left--
  if (isNested(value)) return isObject(value) ? redactMembers(value, at, budget) : redactElements(value, at, budget)
  if (typeof value === 'string') return redactText(value, at, budget.telling)
  if (typeof value === 'number') return redactNumber(value, at, budget.telling)
  return value === null ? null : '<boolean>'
}

function redactElements(values: readonly JsonValue[], at: string, budget: Budget): JsonValue {
  const told: JsonValue[] = []
  for (const [i, value] of values.slice(0, most.elements).entries()) {
    if (budget.left <= 0) break
    told.push(redactValue(value, `${at}/${i}`, budget))
  }
  return told.length < values.length ? [...told, `<and ${values.length - told.length} more>`] : told
}

function redactMembers(object: JsonObject, at: string, budget: Budget): JsonValue {
  const entries = Object.entries(object)
  const told: (readonly [string, JsonValue])[] = []
  for (const [name, value] of entries) {
    if (budget.left <= 0) break
    const shown = at === configurations ? redactPublicText(name, budget.telling) : redactName(name, budget.telling)
    told.push([shown, redactValue(value, within(at, name), budget)])
  }
  if (told.length < entries.length) told.push(['…', `<and ${entries.length - told.length} more>`])
  return collectMembers(told)
}

/** Where the names of members are ids that an offer has to repeat. */
const configurations = '/credential_configurations_supported'

/** Open places are short. */
const within = (at: string, name: string): string => `${at}/${name}`.slice(-most.characters)

const redactNumber = (value: number, at: string, { isPrivate }: RedactionContext): JsonValue =>
  publicPlaces.test(at) && Number.isSafeInteger(value) && value >= 0 && value <= latest && !isPrivate(String(value))
    ? value
    : '<number>'

function redactText(text: string, at: string, telling: RedactionContext): string {
  const offer = /^openid-credential-offer:/i.test(text) ? redactUrl(text, telling) : undefined
  if (at === '/error' && errorWord.test(text) && !telling.isPrivate(text)) return text
  return (
    offer ??
    redactCompact(text, telling) ??
    (publicPlaces.test(at) ? redactPublicText(text, telling) : describeText(text))
  )
}

/** What went wrong, in the manner in which standards name it. */
const errorWord = /^(unauthorized|forbidden|expired|[a-z]{2,20}(_[a-z]{2,20}){1,4})$/

/** A value at an open place: an address, or a word that is none of the secrets. */
function redactPublicText(text: string, telling: RedactionContext): string {
  if (text.length > most.characters || telling.isPrivate(text)) return describeText(text)
  if (/^https?:\/\//i.test(text)) return redactUrl(text, telling)
  return /^[A-Za-z][\w.:+/#-]{0,63}$/.test(text) ? text : describeText(text)
}

const forms: Readonly<Record<number, string>> = { 3: 'compact JWS', 5: 'compact JWE' }

/** What a signed or encrypted text is, and of its header what everybody may know. */
function redactCompact(text: string, telling: RedactionContext): string | undefined {
  const disclosures = text.indexOf('~')
  const first = disclosures < 0 ? text : text.slice(0, disclosures).trimEnd()
  const form = disclosures < 0 ? forms[countParts(first)] : countParts(first) === 3 ? 'SD-JWT' : undefined
  const header = form === undefined ? undefined : readHeader(first)
  return header && `<${form} of ${text.length} characters${redactHeader(header, telling)}>`
}

/** A longer header is not read: nobody needs it. */
const longestHeader = 100_000

function readHeader(compact: string): JsonObject | undefined {
  const part = compact.slice(0, compact.indexOf('.'))
  const read = part.length > longestHeader ? undefined : attempt(() => decodeObject(part))
  return read && 'value' in read ? read.value : undefined
}

function redactHeader(header: JsonObject, telling: RedactionContext): string {
  const told = ['alg', 'enc', 'zip', 'typ', 'kid'].flatMap((name) => {
    const value = header[name]
    return typeof value === 'string' ? [`${name} ${redactPublicText(value, telling)}`] : []
  })
  return told.length === 0 ? '' : `: ${told.join(', ')}`
}
