import { partsSaid, saying } from '../model/wire.ts'
import { type Deeplink, readDeeplink } from '../protocol/deeplink.ts'
import { attempt } from '../protocol/problem.ts'
import { textOf } from './open-places.ts'
import { isWord, type Telling, tellName } from './telling.ts'

/** Steps of a path and parameters that are told of one address. */
const most = 16

/** Characters of a sentence, or of what somebody said, that are told. */
const longest = 2_000

/** An address with its host and the names of its parameters. Of its path, only steps that were agreed on are shown. */
export function tellUrl(text: string, telling: Telling): string {
  const read = attempt(() => readDeeplink(text))
  if ('problem' in read) return textOf(text)
  const { target, parameters, fragment } = read.value
  const query = parameters.length > 0 ? `?${tellQuery(parameters, telling)}` : ''
  return `${tellTarget(target, telling)}${query}${fragment === undefined ? '' : `#${textOf(fragment)}`}`
}

/** What stands before the query: scheme, host and path. */
function tellTarget(target: string, telling: Telling): string {
  const [, scheme = '', host, path = ''] = /^([^:]*):(?:\/\/([^/]*))?(.*)$/s.exec(target) ?? []
  if (!telling.words.has(scheme)) return textOf(target)
  return `${scheme}:${host === undefined ? '' : `//${tellHost(host, telling)}`}${tellPath(path, telling)}`
}

/** A host with its port. Whatever stands before an `@` is for logging in. */
function tellHost(authority: string, { words, isPrivate }: Telling): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const login = host === authority ? '' : `${textOf(authority.slice(0, -host.length - 1))}@`
  const isShown = host === '' || words.has(host) || (/^[\w.:[\]-]{1,100}$/.test(host) && !isPrivate(host))
  return `${login}${isShown ? host : textOf(host)}`
}

function tellPath(path: string, telling: Telling): string {
  const steps = path.split('/')
  const told = steps.slice(0, most).map((step) => (step === '' || isWord(step, telling) ? step : textOf(step)))
  return steps.length > most ? `${told.join('/')}/<and ${steps.length - most} more>` : told.join('/')
}

function tellQuery(parameters: Deeplink['parameters'], telling: Telling): string {
  const told = parameters.slice(0, most).map(([name, value]) => `${tellName(name, telling)}=${textOf(value)}`)
  return [...told, ...(parameters.length > most ? [`<and ${parameters.length - most} more>`] : [])].join('&')
}

/** A sentence of ours in which an address may stand. What a stranger said behind it may be private by itself. */
export function tellSentence(text: string, telling: Telling): string {
  const [ours, words] = partsSaid(text)
  const told = saying(tellPart(ours, telling), tellPart(words, telling))
  return telling.isPrivate(told) ? textOf(text) : told
}

function tellPart(text: string, telling: Telling): string {
  if (text.length > longest) return textOf(text)
  const told = text.replaceAll(/[a-z][a-z0-9+.-]*:\/\/\S*[^\s:.,;)]/gi, (address) => tellUrl(address, telling))
  return telling.isPrivate(told) ? textOf(text) : told
}
