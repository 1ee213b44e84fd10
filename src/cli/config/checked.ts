import { resolve } from 'node:path'
import { decisions, requirements } from '../../../suites/registry.ts'
import { wayIn, waysOf } from '../../drivers/way.ts'
import { validateAnswers } from '../../harness/answers.ts'
import { didYouMean } from '../../harness/nearest.ts'
import { isMatch } from '../../harness/patterns.ts'
import { HarnessError } from '../../model/errors.ts'
import type { TargetRole } from '../../model/settings.ts'
import { isFile } from './find.ts'

// What a schema cannot say of a value. `at` says where it stands; the value itself is not repeated where it may be secret.

export const refuse = (at: string, what: string): never => {
  throw new HarnessError(at.startsWith('--') ? 'ERR_USAGE' : 'ERR_CONFIG', `${at}: ${what}`)
}

/** A base address, without the slash at its end: paths are put behind it. */
export function addressOf(at: string, text: string): string {
  if (!/^https?:\/\//i.test(text)) refuse(at, 'an address begins with http:// or https://')
  if (/\s/.test(text) || !URL.canParse(text)) refuse(at, 'this is no address')
  if (/[?#]/.test(text)) refuse(at, 'a base address has neither a query nor a fragment')
  const { username, password } = new URL(text)
  if (username !== '' || password !== '') refuse(at, 'a user name does not belong in an address; send it as a header')
  return text.replace(/\/+$/, '')
}

/** Where a target is: a base address, or how it is moved that has none. */
export function targetUrlOf(at: string, text: string, role: TargetRole): string {
  const { way, rest } = wayIn(text)
  const known = waysOf[role]
  if (!known.includes(way)) refuse(at, `a ${role} is reached by ${known.join(', ')}`)
  if (way === 'http') return addressOf(at, text)
  if (way !== 'manual' && rest === '') refuse(at, `say what it is: \`${way}:…\``)
  return way === 'module' ? `module:${resolve(rest)}` : text.trim()
}

/** The address of a proxy, which may name a user. */
export function proxyOf(at: string, text: string): string {
  const isProxy = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
  return isProxy ? text : refuse(at, 'the address of a proxy begins with http:// or https://')
}

/** Answers that answer something. */
export function answersOf(at: string, given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  try {
    validateAnswers(given, decisions)
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    throw new HarnessError(error.code, `${at}: ${error.message}`, { cause: error })
  }
  return given
}

/** Patterns of which each meets a requirement. */
export function patternsOf(at: string, patterns: readonly string[]): readonly string[] {
  const ids = requirements.map(({ id }) => id)
  const lost = patterns.find((pattern) => !ids.some((id) => isMatch(pattern, id)))
  if (lost === undefined) return patterns
  const near = didYouMean(lost, lost.includes('*') ? familiesOf(ids) : ids)
  throw new HarnessError('ERR_UNKNOWN_ID', `${at} ${lost}: no requirement has such an id${near}`)
}

/** The patterns that a person most likely means: `ATT-*`. */
const familiesOf = (ids: readonly string[]): readonly string[] => [
  ...new Set(ids.map((id) => id.replace(/-.*/, '-*'))),
  ...ids,
]

/** A number of seconds that can be waited. */
export function secondsOf(at: string, text: string): number {
  const seconds = /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  return seconds > 0 ? seconds : refuse(at, 'a number of seconds is needed, such as 10')
}

/** A file that is there, by its whole path. */
export function fileOf(at: string, path: string, folder = ''): string {
  const whole = resolve(folder, path)
  return isFile(whole) ? whole : refuse(at, `there is no file ${path}`)
}

/** Where to listen: `127.0.0.1:8080`, `[::1]:8080`. */
export function placeOf(at: string, text: string): { readonly host: string; readonly port: number } {
  const [, host = '', port = ''] = /^(\[[\da-f:.]+\]|[^\s:[\]/]+):(\d{1,5})$/i.exec(text) ?? []
  if (host === '' || Number(port) > 65535) refuse(at, 'write it as HOST:PORT, such as 127.0.0.1:8080')
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

const switches: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  yes: true,
  0: false,
  false: false,
  no: false,
}

/** Yes or no. */
export const switchOf = (at: string, text: string): boolean =>
  switches[text.toLowerCase()] ?? refuse(at, 'it is either 1 or 0')
