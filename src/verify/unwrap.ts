import { recogniseArtefact } from '../../protocol/artefacts/recognise-artefact.ts'
import { isObject, type JsonValue, parseAnyJson } from '../../protocol/encoding/json.ts'

// What people have is seldom an artefact alone: it is wrapped by a terminal, a proxy, a log or a browser.

/** An artefact that was found in a text, where it was, and what was taken away around it. */
export interface UnwrappedText {
  readonly text: string
  /** Where it was, if the text has several places. */
  readonly place: string
  readonly remarks: readonly string[]
  /** That the text around it may be anything, and was not judged. */
  readonly unjudged?: true
}

/** Artefacts that were found, or why the text is none, in one line. */
export type Unwrapping = { readonly found: readonly UnwrappedText[] } | Refusal

interface Refusal {
  readonly refusal: string
  /** It is a key or a certificate: something that artefacts are judged with. */
  readonly isMaterial?: true
}

/** Wrappings inside one another, parts of one text that are looked at, and artefacts that are found. */
const most = { levels: 5, parts: 5_000, found: 1_000 }

/** Looks for artefacts in a text that is none itself. `undefined` if nothing is known about it. */
export function unwrapText(text: string): Unwrapping | undefined {
  const refusal = explainMaterial(text) ?? explainRefusal(text)
  if (refusal) return refusal
  const found = unwrap({ text, place: '', remarks: [] }, 0).take(most.found).toArray()
  if (found.length > 0) return { found }
  const why = explainEmptyWrapping(text)
  return why === undefined ? undefined : { refusal: why }
}

/** Whether a text has another one in it for certain, although it could be taken for an artefact. */
export function isWrapping(text: string): boolean {
  if (/^\s*(HTTP\/[\d.]+ \d{3}|[<>*] |authorization:\s)/i.test(text)) return true
  const value = parse(text)
  return isObject(value) && (isArchive(value) || isLogLine(value))
}

function* unwrap(wrapped: UnwrappedText, level: number): Generator<UnwrappedText> {
  const isBare = level > 0 && !isWrapping(wrapped.text) && recogniseArtefact(wrapped.text) !== undefined
  if (isBare) return yield wrapped
  if (level > most.levels) return
  for (const layer of wrappings) {
    const inner = layer(wrapped.text.trim())
    if (inner === undefined) continue
    let isFound = false
    for (const each of inner) {
      const [place, remarks] = [wrapped.place + each.place, [...wrapped.remarks, ...each.remarks]]
      const joined = { ...wrapped, ...each, place, remarks }
      for (const found of unwrap(joined, level + 1)) {
        isFound = true
        yield found
      }
    }
    if (isFound) return
  }
}

/** Takes one wrapping away. `undefined` if the text has none of this kind. */
type Wrapping = (text: string) => readonly UnwrappedText[] | undefined

const one = (text: string, remark: string, place = ''): readonly UnwrappedText[] => [{ text, place, remarks: [remark] }]

/** `curl -i`, and `curl -v` with its marks at the beginning of each line. The last response counts. */
const unwrapHttp: Wrapping = (given) => {
  const isVerbose = /^[<>*] /.test(given)
  const text = isVerbose ? removeMarks(given) : given
  const [status] = [...text.matchAll(/^HTTP\/[\d.]+ (\d{3})/gm)].slice(-1)
  if (!status || (!isVerbose && status.index > 0 && !/^HTTP\//.test(text))) return undefined
  const response = text.slice(status.index)
  const end = /\r?\n\r?\n/.exec(response)
  if (!end) return []
  const body = response.slice(end.index + end[0].length)
  return one(body, `the header of an HTTP response with status ${status[1]} was removed`)
}

function removeMarks(text: string): string {
  const lines = text.split(/\r?\n/)
  const last = lines.findLastIndex((line) => line.startsWith('<'))
  const header = lines.slice(0, last + 1).filter((line) => line.startsWith('<'))
  const body = lines.slice(last + 1).filter((line) => !/^([*{}>] |\* )/.test(line))
  return [...header.map((line) => line.slice(2)), '', ...body].join('\n')
}

/** The text that was parsed last: each wrapping asks for the same one. */
let last: { readonly text: string; readonly value: JsonValue | undefined } = { text: '', value: undefined }

function parse(text: string): JsonValue | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined
  if (last.text !== text) last = { text, value: parseAnyJson(text) }
  return last.value
}

const isArchive = ({ log }: Readonly<Record<string, unknown>>): boolean => isObject(log) && Array.isArray(log.entries)

/** A line that a program logged has a time or a level, and a message. */
const isLogLine = (value: Readonly<Record<string, unknown>>): boolean =>
  ['time', 'timestamp', '@timestamp', 'ts', 'level', 'severity'].some((name) => name in value) &&
  ['msg', 'message', 'event'].some((name) => name in value)

/** The bodies of a HAR file. */
const unwrapArchive: Wrapping = (text) => {
  const value = parse(text)
  if (!isObject(value) || !isArchive(value)) return undefined
  const entries: readonly unknown[] = Object(value.log).entries
  return entries.slice(0, most.parts).flatMap((entry, i) => {
    const { request, response } = Object(entry)
    const content = Object(Object(response).content)
    const body = content.encoding === 'base64' ? Buffer.from(String(content.text), 'base64').toString() : content.text
    const remark = `it is from entry ${i + 1} of a HAR file`
    return [
      ...listBody(Object(Object(request).postData).text, `#${i + 1}/request`, remark),
      ...listBody(body, `#${i + 1}/response`, remark),
    ]
  })
}

const listBody = (body: unknown, place: string, remark: string): readonly UnwrappedText[] =>
  typeof body === 'string' && body !== '' ? [{ text: body, place, remarks: [remark] }] : []

/** Strings of a JSON text: the whole of it, or those in its members. */
const unwrapJson: Wrapping = (text) => {
  const value = parse(text)
  if (value === undefined) return undefined
  if (typeof value === 'string') return one(value, 'quotes around it were removed')
  const remark = isObject(value) && isLogLine(value) ? 'a log line' : 'a JSON text'
  const inner = [...listStrings(value, '', { left: most.parts })].filter(({ text: each }) => isWorthOpening(each))
  return inner.map(({ text: each, place }) => ({ text: each, place, remarks: [`it is at ${place} of ${remark}`] }))
}

const isWorthOpening = (text: string): boolean => text.length > 20 && recogniseInside(text)

const recogniseInside = (text: string): boolean => {
  const kind = recogniseArtefact(text)?.kind
  return kind === 'deeplink' ? hasObject(text) : kind !== undefined || /eyJ[\w-]{8}/.test(text)
}

/** Whether a URL carries an object, or a text that is signed: in a JSON text, any other address is no deeplink. */
const hasObject = (url: string): boolean => /[?&#][\w.-]+=(\{|%7B|eyJ)/i.test(url)

/** Whether an object is an artefact by itself, and does not only hold the text of one. */
const isWhole = (object: Readonly<Record<string, JsonValue>>): boolean =>
  recogniseArtefact(JSON.stringify(object)) !== undefined &&
  !(typeof object.body === 'string' && recogniseArtefact(object.body) !== undefined)

/** Lists strings, and objects that are artefacts, until so many were looked at. */
function* listStrings(
  value: JsonValue,
  at: string,
  budget: { left: number },
): Generator<{ readonly text: string; readonly place: string }> {
  if (budget.left <= 0 || value === null || (typeof value !== 'string' && typeof value !== 'object')) return
  budget.left--
  if (typeof value === 'string') return yield { text: value, place: at }
  for (const [name, member] of Object.entries(value)) {
    if (budget.left <= 0) return
    if (isObject(member) && isWhole(member)) yield { text: JSON.stringify(member), place: `${at}/${name}` }
    else yield* listStrings(member, `${at}/${name}`, budget)
  }
}

const unwrapQuotes: Wrapping = (text) => {
  const [, , inner] = /^(["'`])([\s\S]*)\1[,;]?$/.exec(text) ?? []
  return inner === undefined ? undefined : one(inner, 'quotes around it were removed')
}

const unwrapScheme: Wrapping = (text) => {
  const [start] = /^(authorization:\s*)?(bearer|dpop)\s+/i.exec(text) ?? []
  return start === undefined ? undefined : one(text.slice(start.length), `\`${start.trim()}\` before it was removed`)
}

/** Percent-encoding, as in a copied address. */
const unwrapPercent: Wrapping = (text) => {
  if (!/^[\w.~%-]+$/.test(text) || !/%[0-9a-f]{2}/i.test(text)) return undefined
  try {
    return one(decodeURIComponent(text), 'its percent-encoding was removed')
  } catch {
    return undefined
  }
}

/** Lines that a terminal or a mail program broke. */
const unwrapLines: Wrapping = (text) => {
  const lines = text.split(/\r?\n/)
  if (lines.length < 2 || !/^[\w.~\s>|\\-]+$/.test(text)) return undefined
  const joined = lines.map((line) => line.replace(/^[\s>|]+/, '').replace(/[\s\\]+$/, '')).join('')
  return one(joined, `${lines.length - 1} line breaks in it were removed`)
}

/** A JWS or a JWE, with disclosures and a key binding. */
const token = /eyJ[\w-]+\.[\w-]*\.[\w-]+(?:\.[\w-]*\.[\w-]+)?(?:~[\w-]*)*(?:\.[\w-]+\.[\w-]+)?/y
const letters = /[\w-]*/y

/** Finds tokens. Where none begins, none does before the end of these letters: no letter is read more than a few times. */
function* findTokens(text: string): Generator<string> {
  for (let at = text.indexOf('eyJ'); at >= 0; ) {
    token.lastIndex = at
    const [found] = token.exec(text) ?? []
    if (found !== undefined) yield found
    letters.lastIndex = at
    const end = found === undefined ? at + (letters.exec(text)?.[0].length ?? 1) : at + found.length
    at = text.indexOf('eyJ', end)
  }
}

/** Lines of a log, a header field, an assignment: the tokens in them. */
const unwrapTokens: Wrapping = (text) => {
  const different = [...new Set(findTokens(text))].filter((each) => each !== text).slice(0, most.parts)
  if (different.length === 0) return undefined
  const isOne = different.length === 1
  return different.map((each, i) => ({
    ...{ text: each, place: isOne ? '' : `#${i + 1}` },
    ...{ remarks: ['the text around it was not judged: give it without that'], unjudged: true as const },
  }))
}

const wrappings: readonly Wrapping[] = [
  unwrapHttp,
  unwrapArchive,
  unwrapJson,
  unwrapScheme,
  unwrapQuotes,
  unwrapPercent,
  unwrapLines,
  unwrapTokens,
]

/** Keys and certificates. */
function explainMaterial(text: string): Refusal | undefined {
  const explain = (refusal: string): Refusal => ({ refusal, isMaterial: true })
  const start = text.trimStart().slice(0, 200)
  if (/^-----BEGIN CERTIFICATE/.test(start)) return explain('is a certificate: give it with --anchors')
  if (/^-----BEGIN/.test(start)) return explain('is a key in PEM: give keys as JWK, with --key or --jwks')
  const value = parse(text)
  if (isObject(value) && typeof value.kty === 'string')
    return explain('is a key: give it with --jwks, or with --key if it is private')
  return undefined
}

/** Texts of which it is known at once that they are no artefact. */
function explainRefusal(text: string): Refusal | undefined {
  const start = text.trimStart().slice(0, 200)
  if (/^(<!doctype html|<html)/i.test(start)) return { refusal: describePage(text) }
  if (/^<\?xml|^<[a-z][\w:-]*[\s>]/i.test(start)) return { refusal: 'is an XML or HTML text, and no artefact' }
  return undefined
}

function describePage(text: string): string {
  const [, title] = /<title[^<>]{0,200}>([^<]{1,120})/i.exec(text) ?? []
  const name = title === undefined ? '' : ` with the title "${title.trim()}"`
  return `is an HTML page${name}, and no artefact: something before the target answered, or the address is another`
}

/** Why a wrapping has nothing in it. */
function explainEmptyWrapping(text: string): string | undefined {
  const [inner] = unwrapHttp(text.trim()) ?? []
  if (inner !== undefined) {
    const refusal = explainMaterial(inner.text) ?? explainRefusal(inner.text)
    const why = refusal?.refusal ?? explainError(inner.text) ?? 'has no artefact in it'
    return `is an HTTP response, and its body ${why}`
  }
  const value = parse(text)
  if (isObject(value) && isArchive(value)) return 'is a HAR file without an artefact: were its bodies saved?'
  return explainError(text)
}

const explainError = (text: string): string | undefined => {
  const value = parse(text)
  if (!isObject(value) || !('error' in value)) return undefined
  return `is an error response${typeof value.error === 'string' ? ` (${value.error.slice(0, 60)})` : ''}, and no artefact`
}
