import { splitTargetWords, withTargetWords } from '../../model/wire.ts'
import { type Deeplink, readDeeplink } from '../../protocol/artefacts/deeplink.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { removeOurWords } from './our-sentences.ts'
import { describeText } from './public-places.ts'
import { describePrivate, isKnownWord, isPublicWord, type RedactionContext, redactName } from './redaction-context.ts'

/** The most path segments and parameters that are shown of one URL. */
const most = 16

/** A longer sentence, or quoted text, is described. */
const longest = 2_000

/** Redacts a URL: shows its host, the names of its parameters, and public segments of its path. */
export function redactUrl(text: string, context: RedactionContext): string {
  const read = attempt(() => readDeeplink(text))
  if ('problem' in read) return describePrivate(text, context)
  const { target, parameters, fragment } = read.value
  const query = parameters.length > 0 ? `?${redactQuery(parameters, context)}` : ''
  return `${redactTarget(target, context)}${query}${fragment === undefined ? '' : `#${describePrivate(fragment, context)}`}`
}

/** Redacts what precedes the query: scheme, host and path. */
function redactTarget(target: string, context: RedactionContext): string {
  const [, scheme = '', host, path = ''] = /^([^:]*):(?:\/\/([^/]*))?(.*)$/s.exec(target) ?? []
  if (!context.words.has(scheme)) return describePrivate(target, context)
  return `${scheme}:${host === undefined ? '' : `//${redactHost(host, context)}`}${redactPath(path, context)}`
}

/** Redacts a host with its port. What precedes an `@` is credentials. */
function redactHost(authority: string, context: RedactionContext): string {
  const { words, isPrivate } = context
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const login = host === authority ? '' : `${describePrivate(authority.slice(0, -host.length - 1), context)}@`
  const isShown = host === '' || ((words.has(host) || loopback.test(host)) && !isPrivate(host))
  return `${login}${isShown ? host : describePrivate(host, context)}`
}

/** An address of this machine, with any port. Any other host that was not configured may be anything. */
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

function redactPath(path: string, context: RedactionContext): string {
  const steps = path.split('/')
  const shown = steps
    .slice(0, most)
    .map((step) => (step === '' || isPublicWord(step, context) ? step : describePrivate(step, context)))
  return steps.length > most ? `${shown.join('/')}/<and ${steps.length - most} more>` : shown.join('/')
}

function redactQuery(parameters: Deeplink['parameters'], context: RedactionContext): string {
  const shown = parameters
    .slice(0, most)
    .map(([name, value]) => `${redactName(name, context)}=${describePrivate(value, context)}`)
  return [...shown, ...(parameters.length > most ? [`<and ${parameters.length - most} more>`] : [])].join('&')
}

/** What a form looks like: names with values, and no other characters than those that forms have. */
const form = /^[\w.*+%-]{1,80}=[\w.*+%~-]*(?:&[\w.*+%-]{1,80}=[\w.*+%~-]*)*$/

/** The fields of a form; nothing, if a text is none. */
export const readFields = (text: string): readonly (readonly [name: string, value: string])[] =>
  form.test(text) ? [...new URLSearchParams(text)] : []

/** Redacts a form: shows the names of its fields, and values that are known words. Nothing, if a text is no form. */
export function redactForm(text: string, context: RedactionContext): string | undefined {
  const fields = readFields(text)
  if (fields.length === 0) return undefined
  const shown = fields
    .slice(0, most)
    .map(
      ([name, value]) =>
        `${redactName(name, context)}=${isKnownWord(value, context) ? value : describePrivate(value, context)}`,
    )
  return [...shown, ...(fields.length > most ? [`<and ${fields.length - most} more>`] : [])].join('&')
}

/** Redacts the URLs of a sentence. The words of the target at its end may be private as a whole. */
export function redactSentence(text: string, context: RedactionContext): string {
  const [ours, words] = splitTargetWords(text)
  // An error code is read on its own: the description after it is often private as a whole.
  const theirs = words.split(partSeparator).map((part) => redactPart(part, context))
  const shown = [redactPart(ours, context, removeOurWords), theirs.join(partSeparator)] as const
  const isPrivate = context.isPrivate(withTargetWords(removeOurWords(shown[0]), shown[1]))
  return isPrivate ? describeText(text) : withTargetWords(...shown)
}

/** What is between an error code and its description. */
const partSeparator = ': '

/** Redacts the URLs of a text, or all of it if the rest is private. `prepare` removes what cannot be. */
function redactPart(text: string, context: RedactionContext, prepare = (rest: string): string => rest): string {
  if (text.length > longest) return describeText(text)
  const redacted = text.replaceAll(/[a-z][a-z0-9+.-]{0,30}:\/\/\S*[^\s:.,;)]/gi, (address) =>
    redactUrl(address, context),
  )
  return context.isPrivate(prepare(redacted)) ? describeText(text) : redacted
}
