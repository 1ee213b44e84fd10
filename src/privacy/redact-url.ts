import { splitTargetWords, withTargetWords } from '../../model/wire.ts'
import { type Deeplink, readDeeplink } from '../../protocol/artefacts/deeplink.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { describeText } from './public-places.ts'
import { isPublicWord, type RedactionContext, redactName } from './redaction-context.ts'

/** Steps of a path and parameters that are told of one address. */
const most = 16

/** Characters of a sentence, or of what somebody said, that are told. */
const longest = 2_000

/** An address with its host and the names of its parameters. Of its path, only steps that were agreed on are shown. */
export function redactUrl(text: string, telling: RedactionContext): string {
  const read = attempt(() => readDeeplink(text))
  if ('problem' in read) return describeText(text)
  const { target, parameters, fragment } = read.value
  const query = parameters.length > 0 ? `?${redactQuery(parameters, telling)}` : ''
  return `${redactTarget(target, telling)}${query}${fragment === undefined ? '' : `#${describeText(fragment)}`}`
}

/** What stands before the query: scheme, host and path. */
function redactTarget(target: string, telling: RedactionContext): string {
  const [, scheme = '', host, path = ''] = /^([^:]*):(?:\/\/([^/]*))?(.*)$/s.exec(target) ?? []
  if (!telling.words.has(scheme)) return describeText(target)
  return `${scheme}:${host === undefined ? '' : `//${redactHost(host, telling)}`}${redactPath(path, telling)}`
}

/** A host with its port. Whatever stands before an `@` is for logging in. */
function redactHost(authority: string, { words, isPrivate }: RedactionContext): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const login = host === authority ? '' : `${describeText(authority.slice(0, -host.length - 1))}@`
  const isShown = host === '' || words.has(host) || (/^[\w.:[\]-]{1,100}$/.test(host) && !isPrivate(host))
  return `${login}${isShown ? host : describeText(host)}`
}

function redactPath(path: string, telling: RedactionContext): string {
  const steps = path.split('/')
  const told = steps
    .slice(0, most)
    .map((step) => (step === '' || isPublicWord(step, telling) ? step : describeText(step)))
  return steps.length > most ? `${told.join('/')}/<and ${steps.length - most} more>` : told.join('/')
}

function redactQuery(parameters: Deeplink['parameters'], telling: RedactionContext): string {
  const told = parameters.slice(0, most).map(([name, value]) => `${redactName(name, telling)}=${describeText(value)}`)
  return [...told, ...(parameters.length > most ? [`<and ${parameters.length - most} more>`] : [])].join('&')
}

/** A sentence of ours in which an address may stand. What a stranger said behind it may be private by itself. */
export function redactSentence(text: string, telling: RedactionContext): string {
  const [ours, words] = splitTargetWords(text)
  const told = withTargetWords(redactPart(ours, telling), redactPart(words, telling))
  return telling.isPrivate(told) ? describeText(text) : told
}

function redactPart(text: string, telling: RedactionContext): string {
  if (text.length > longest) return describeText(text)
  const told = text.replaceAll(/[a-z][a-z0-9+.-]*:\/\/\S*[^\s:.,;)]/gi, (address) => redactUrl(address, telling))
  return telling.isPrivate(told) ? describeText(text) : told
}
