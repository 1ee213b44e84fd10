import { splitTargetWords, withTargetWords } from '../../model/wire.ts'
import { type Deeplink, readDeeplink } from '../../protocol/artefacts/deeplink.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { errorCodes } from '../../suites/kit/registered-names.ts'
import { removeOurWords } from './our-sentences.ts'
import { describeText } from './public-places.ts'
import { describePrivate, isKnownWord, isPublicWord, type RedactionContext, redactName } from './redaction-context.ts'
import { showKnownForms } from './target-words.ts'

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

/** Redacts the URLs of a sentence. Of the words of a target at its end, what has a known form is shown. */
export function redactSentence(text: string, context: RedactionContext): string {
  const [ours, words] = splitTargetWords(text)
  const shown = [redactOurs(ours, context), redactTheirs(words, context)] as const
  const isPrivate = context.isPrivate(withTargetWords(removeOurWords(shown[0]), removeKnown(shown[1])))
  return isPrivate ? describeText(text) : withTargetWords(...shown)
}

/** Error codes give nothing away, whatever else has them. */
const removeKnown = (words: string): string =>
  removeOurWords(words.replaceAll(/[a-z_]+/g, (each) => (errorCodes.has(each) ? ' ' : each)))

const addresses = /[a-z][a-z0-9+.-]{0,30}:\/\/\S*[^\s:.,;)]/gi

/** Redacts the URLs of a text of ours, or all of it if the rest is private. */
function redactOurs(text: string, context: RedactionContext): string {
  if (text.length > longest) return describeText(text)
  const redacted = text.replaceAll(addresses, (address) => redactUrl(address, context))
  return context.isPrivate(removeOurWords(redacted)) ? describeText(text) : redacted
}

const redactTheirs = (words: string, context: RedactionContext): string =>
  words.length > longest
    ? describeText(words)
    : showKnownForms(words, context, (address) => redactUrl(address, context))
