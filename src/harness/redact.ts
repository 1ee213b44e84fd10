import type { Located, Result } from '../model/report.ts'
import type { Exhibit } from '../protocol/evidence.ts'
import { type JsonValue, kindOf } from '../protocol/json.ts'
import { openPlaces, textOf } from './open-places.ts'
import { type Index, indexOf, leavesOf, replaceIndexed } from './private-texts.ts'

/** What may be shown although it is not a word of ours: names of claims, of answers, of algorithms. */
export type Words = ReadonlySet<string>

/** Results of which no text gives away what is in the artefact, but for the open places. Pure: what is hidden depends on nothing else. */
export function redact(results: readonly Result[], exhibits: readonly Exhibit[], words: Words): readonly Result[] {
  const telling = results.filter(({ findings, reason }) => findings.length > 0 || reason !== undefined)
  if (telling.length === 0) return results
  const { hide, place } = screenFor(leavesOf(exhibits)?.closed.values(), words)
  return results.map((result) => ({
    ...result,
    findings: result.findings.map((finding) => ({ ...redactFinding(finding, hide), at: place(finding.at) })),
    ...(result.reason !== undefined && { reason: hide(result.reason) }),
  }))
}

type Hide = (text: string) => string

/** A text longer than this was not written by a check: it is described. */
const longest = 2_000

/** How texts and places are hidden. Where the secrets are too many to be looked for, only harmless words are shown. */
function screenFor(
  texts: IteratorObject<string> | undefined,
  words: Words,
): { readonly hide: Hide; readonly place: Hide } {
  const short =
    (show: Hide): Hide =>
    (text) =>
      text.length > longest ? textOf(text) : show(text)
  const harmless = short((text) => masked(text, words))
  if (!texts) return { hide: harmless, place: harmless }
  const secrets = indexOf(texts.filter((text) => !words.has(text)))
  const place = short((at) => withoutSecrets(at, secrets))
  return { hide: (text) => place(harmless(text)), place }
}

function redactFinding(finding: Located, hide: Hide): Located {
  const { expected, actual, diagnosis } = finding
  const show = finding.at.length <= longest && openPlaces.test(finding.at) ? shallow(hide) : hide
  return {
    ...finding,
    expected: show(expected),
    actual: show(actual),
    ...(diagnosis !== undefined && { diagnosis: show(diagnosis) }),
  }
}

/** An open place shows texts and numbers; whoever puts a whole object there did not mean to publish it. */
const shallow =
  (hide: Hide): Hide =>
  (text) =>
    /[{[]/.test(text) ? hide(text) : text

/** A JSON string (cut or not), a JSON array or object, a word. */
const token = /"(?:[^"\\]|\\.)*(?:"|$)|[{[].*|`[^`]*`|[^\s,;]+/gs

/** Shows only words of ours: lower-case English, short numbers, names that were handed in. Everything else is described. */
const masked = (text: string, words: Words): string => text.replaceAll(token, (each) => shown(each, words))

/** An English word, a short number or a section, a time to the second. */
const ours = /^[a-z][a-z'’/-]{0,23}$|^-?\d{1,4}(\.\d{1,2}){0,4}$|^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/

function shown(each: string, words: Words): string {
  if (each.startsWith('"')) return words.has(each.slice(1, -1)) ? each : textOf(literal(each))
  if (/^[{[]/.test(each)) return isTuple(each) ? each : described(each)
  const bare = each.replaceAll(/^[`(<]+|[`.:)>…?!]+$/g, '')
  if (bare === '' || words.has(bare) || ours.test(bare)) return each
  return each.startsWith('`') && /^[\w.:-]{1,64}$/.test(bare) ? each : textOf(bare)
}

/** Our own way of writing the order of a disclosure. */
const isTuple = (text: string): boolean => /^\[[a-z]+(, [a-z]+)*\]$/.test(text)

function literal(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1)
  }
}

function described(text: string): string {
  try {
    return `<${kindOf(JSON.parse(text) as JsonValue)}>`
  } catch {
    return text.startsWith('[') ? '<an array>' : '<an object>'
  }
}

/** A second net under the first: a value that is a word of ours by chance. */
const withoutSecrets = (text: string, secrets: Index): string => replaceIndexed(text, secrets, textOf)
