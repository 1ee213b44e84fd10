import { resolve } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import type { TargetRole } from '../../model/role.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { driverKindsByRole, parseTargetUrl } from '../drivers/driver-kind.ts'
import { validateAnswers } from '../judge/decisions.ts'
import { isMatch } from '../judge/patterns.ts'
import { mostMembers } from '../terminal/arguments.ts'
import { isFile } from './find-config.ts'

// Checks of values that the schema of the configuration does not cover. `at` is the place of the value; the value itself
// is not repeated where it may be secret.

/** Throws a usage error for a flag, and a configuration error for anything else. */
export const refuse = (at: string, what: string): never => {
  throw new HarnessError(at.startsWith('--') ? 'ERR_USAGE' : 'ERR_CONFIG', `${at}: ${what}`)
}

/** A base URL without a trailing slash: paths are appended to it. */
export function parseBaseUrl(at: string, text: string): string {
  if (!/^https?:\/\//i.test(text)) refuse(at, 'a URL begins with http:// or https://')
  if (/\s/.test(text) || !URL.canParse(text)) refuse(at, 'not a valid URL')
  if (/[?#]/.test(text)) refuse(at, 'a base URL has neither a query nor a fragment')
  const { username, password } = new URL(text)
  if (username !== '' || password !== '') refuse(at, 'a URL must not contain a user name; send it in a header field')
  return text.replace(/\/+$/, '')
}

/** How a target is reached: by its base URL, or by a driver. */
export function checkTargetUrl(at: string, text: string, role: TargetRole): string {
  const { kind: way, rest } = parseTargetUrl(text)
  const known = driverKindsByRole[role]
  if (!known.includes(way)) refuse(at, `a target ${role} is reached by ${known.join(', ')}`)
  if (way === 'http') return parseBaseUrl(at, text)
  if (way !== 'manual' && rest === '') refuse(at, `nothing follows \`${way}:\``)
  return way === 'module' ? `module:${resolve(rest)}` : text.trim()
}

/** The URL of a proxy, which may contain a user name. */
export function parseProxyUrl(at: string, text: string): string {
  const isProxy = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
  return isProxy ? text : refuse(at, 'the URL of a proxy begins with http:// or https://')
}

/** Answers of which each belongs to a decision. */
export function requireKnownAnswers(
  at: string,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  try {
    validateAnswers(given, defaultSuite.decisions)
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    throw new HarnessError(error.code, `${at}: ${error.message}`, { cause: error })
  }
  return given
}

/** Patterns of which each matches a requirement, or a part of one, such as `FLOW-VALIDATES/ATT-TYP`. */
export function requireKnownPatterns(
  at: string,
  patterns: readonly string[],
  ids: readonly string[] = defaultSuite.requirements.map(({ id }) => id),
): readonly string[] {
  const isKnown = (pattern: string): boolean => ids.some((id) => isMatch(pattern, id))
  const isGood = (pattern: string): boolean => pattern.split('/').every(isKnown)
  const lost = patterns.find((pattern) => !isGood(pattern))
  if (lost === undefined) return patterns
  const parts = lost.split(',')
  const near =
    at.startsWith('--') && parts.length > 1 && parts.every(isGood)
      ? `; repeat the flag for several patterns: \`${parts.map((part) => `${at} ${part}`).join(' ')}\``
      : suggestWord(lost, lost.includes('*') ? listFamilyPatterns(ids) : ids)
  throw new HarnessError('ERR_UNKNOWN_ID', `${at}: no requirement matches \`${lost}\`${near}`)
}

/**
 * Patterns of which each matches a requirement, or probes of one: their ids begin with that of the requirement, or with its
 * prefix. Which probes there are is not known here: they are loaded late.
 */
export function requireKnownSkips(at: string, patterns: readonly string[]): readonly string[] {
  requireKnownPatterns(at, patterns.map(readRequirementPattern))
  return patterns
}

const prefixes = new Set(defaultSuite.requirements.map(({ id }) => id.split('-')[0]))

function readRequirementPattern(pattern: string): string {
  const [id = '', ...probe] = pattern.split('/')
  return probe.length > 0 && prefixes.has(id) ? `${id}-*` : id
}

/** The patterns that a person most likely means, such as `ATT-*`, and all ids. */
const listFamilyPatterns = (ids: readonly string[]): readonly string[] => [
  ...new Set(ids.map((id) => id.replace(/-.*/, '-*'))),
  ...ids,
]

/** A number of seconds above 0. */
export function parseSeconds(at: string, text: string): number {
  const seconds = /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  return seconds > 0 ? seconds : refuse(at, 'enter a number of seconds, such as 10')
}

/** The absolute path of a file that exists. */
export function resolveFile(at: string, path: string, folder = ''): string {
  const whole = resolve(folder, path)
  return isFile(whole) ? whole : refuse(at, `there is no file ${path}`)
}

/** Where to listen, such as `127.0.0.1:8080` or `[::1]:8080`. */
export function parseHostAndPort(at: string, text: string): { readonly host: string; readonly port: number } {
  const [, host = '', port = ''] = /^(\[[\da-f:.]+\]|[^\s:[\]/]+):(\d{1,5})$/i.exec(text) ?? []
  if (host === '' || Number(port) > 65535) refuse(at, 'enter HOST:PORT, such as 127.0.0.1:8080')
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

/** A switch in an environment variable. */
export const parseSwitch = (at: string, text: string): boolean =>
  switches[text.toLowerCase()] ?? refuse(at, 'give 1 or 0')

/** How many probes are sent at a time, at most. */
const mostAtATime = 64

/** How many probes are sent at a time. */
export function parseConcurrency(at: string, text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= mostAtATime
    ? count
    : refuse(at, `\`${text}\` is not a whole number from 1 to ${mostAtATime}`)
}

/** How many members of each family are used. */
export function parseMembers(at: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) refuse(at, `\`${text}\` is not a whole number`)
  return Number(text) <= mostMembers ? Number(text) : refuse(at, `${text} is not from 0 to ${mostMembers}`)
}
