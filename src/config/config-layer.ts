import { dirname, relative, resolve } from 'node:path'
import type { TargetRole } from '../../model/role.ts'
import type { ClientTls, Hook, RequestShape, Target } from '../../model/target.ts'
import type { HeaderFields } from '../../model/wire.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { parseTargetUrl } from '../drivers/driver-kind.ts'
import { readSeed } from '../runtime/random.ts'
import { parseTime } from '../terminal/values.ts'
import { refuseMistakes } from './check-schema.ts'
import {
  checkTargetUrl,
  parseBaseUrl,
  parseProxyUrl,
  refuse,
  requireKnownAnswers,
  requireKnownPatterns,
  requireKnownSkips,
  resolveFile,
} from './check-values.ts'
import type { ConfigChoices, ConfigLayer } from './choices.ts'
import type { HarnessConfig } from './define-harness.ts'
import { isFile } from './find-config.ts'
import { readConfig } from './load-config.ts'
import { fillPlaceholders } from './placeholders.ts'
import { explainProfile } from './profile-choice.ts'
import type { EnvironmentVariables } from './read-flags.ts'

/** The settings of a configuration, and the environment variables that it uses. */
export interface LayerFromConfig {
  readonly layer: ConfigLayer
  readonly variables: readonly string[]
  /** What is printed in place of an address, by the address. */
  readonly shownAddresses: Readonly<Record<string, string>>
}

/** Reads a configuration file. Errors name the key. */
export async function readConfigLayer(
  path: string,
  environment: EnvironmentVariables,
  folder: string,
): Promise<LayerFromConfig> {
  const by = relative(folder, path) || path
  return makeConfigLayer(await readConfig(path, by), { by, folder: dirname(path) }, environment)
}

/** Checks a configuration from a file or a program. Its paths are relative to the folder. */
export function makeConfigLayer(
  given: unknown,
  { by, folder }: { readonly by: string; readonly folder: string },
  environment: EnvironmentVariables,
): LayerFromConfig {
  const { config, keys, variables } = fillPlaceholders(given, by, environment)
  const file: ConfigFile = { folder, at: (key) => `in ${by}, ${key}` }
  if (isObject(config)) {
    refuseSuite(config, file)
    refuseProfile(config, file)
  }
  refuseMistakes(config, by)
  const choices = readChoices(config as HarnessConfig, file) // it was checked against the schema
  const shownAddresses = mapShownAddresses(given, choices.targets ?? {})
  return { layer: { origin: 'file', by, choices, filled: keys }, variables, shownAddresses }
}

/** What is printed in place of the addresses with placeholders: the value of a variable may be a secret. */
function mapShownAddresses(given: unknown, targets: NonNullable<ConfigChoices['targets']>): Record<string, string> {
  const written = isObject(given) && isObject(given.targets) ? given.targets : {}
  return Object.fromEntries(
    Object.entries(targets).flatMap(([role, target]) => {
      const member = written[role]
      const text = isObject(member) ? member.url : member
      if (typeof text !== 'string' || !text.includes('${') || target?.url === undefined) return []
      return [[target.url, showPlaceholders(text, target.url)]]
    }),
  )
}

/** The text with its placeholders; where one of them begins it, the origin of the address, without which no report can be read. */
function showPlaceholders(text: string, url: string): string {
  const [origin] = /^https?:\/\/[^/?#@]+(?=[/?#]|$)/i.exec(url) ?? []
  if (!text.startsWith('${') || origin === undefined) return text
  return url.length > origin.length + 1 ? `${origin}/…` : origin
}

function refuseProfile({ profile, targets }: JsonObject, file: ConfigFile): void {
  const instead = typeof profile === 'string' ? explainProfile(profile, Object.keys(Object(targets))) : undefined
  if (instead !== undefined) refuse(file.at('profile'), instead)
}

/** A configuration of a standard has other settings: only `assay run` reads them. */
function refuseSuite({ suite }: JsonObject, file: ConfigFile): void {
  if (suite !== undefined && suite !== 'document')
    refuse(file.at('suite'), `this is for the document: ${String(suite).slice(0, 40)} is tested by \`assay run\``)
}

/** How errors name a key, and the folder of relative paths. */
interface ConfigFile {
  readonly folder: string
  readonly at: (key: string) => string
}

function readChoices({ $schema, suite: _, ...config }: HarnessConfig, file: ConfigFile): ConfigChoices {
  const { decisions, targets, listen, hooks, only, skip, seed, now, anchors, docsUrl, ...plain } = config
  return {
    ...plain,
    ...(decisions && { decisions: requireKnownAnswers(file.at('decisions'), decisions) }),
    ...(targets && { targets: readTargets(targets, file) }),
    ...(listen && { listen: readListen(listen, file) }),
    ...(hooks && { hooks: readHooks(hooks, file) }),
    ...(anchors !== undefined && { anchors: resolveFile(file.at('anchors'), anchors, file.folder) }),
    ...(docsUrl !== undefined && { docsUrl: parseBaseUrl(file.at('docsUrl'), docsUrl) }),
    ...(only && { only: requireKnownPatterns(file.at('only'), only) }),
    ...(skip && { skip: requireKnownSkips(file.at('skip'), skip) }),
    ...(seed !== undefined && { seed: readSeed(String(seed)) }),
    ...(now !== undefined && { now: parseTime(file.at('now'), String(now)) }),
  } as ConfigChoices // a test compares the roles, endpoints and profiles of the schema with ours
}

type GivenTargets = NonNullable<HarnessConfig['targets']>

const readTargets = (targets: GivenTargets, file: ConfigFile): ConfigChoices['targets'] =>
  Object.fromEntries(
    Object.entries(targets).map(([role, given]) => {
      const target = typeof given === 'string' ? { url: given } : (given as Target) // as above
      return [role, readTarget(target, `targets.${role}`, file)]
    }),
  )

function readTarget({ headers, requests, tls, proxy, ...target }: Target, key: string, file: ConfigFile): Target {
  return {
    ...target,
    url: checkTargetUrl(file.at(`${key}.url`), target.url, key.slice('targets.'.length) as TargetRole),
    ...(headers && { headers: lowerNames(headers) }),
    ...(requests && { requests: mapMembers(requests, readShape) }),
    ...(tls && { tls: resolveCertificates(tls, `${key}.tls`, file) }),
    ...(proxy !== undefined && { proxy: parseProxyUrl(file.at(`${key}.proxy`), proxy) }),
  }
}

type GivenHooks = NonNullable<HarnessConfig['hooks']>

/** Reads hooks. The path of a module is relative to the folder, as that of a target is to the working directory. */
const readHooks = (hooks: GivenHooks, { folder }: ConfigFile): ConfigChoices['hooks'] =>
  Object.fromEntries(
    Object.entries(hooks).map(([name, given]) => {
      const hook = typeof given === 'string' ? { url: given } : (given as Hook) // as above
      const { kind, rest } = parseTargetUrl(hook.url)
      return [name, { ...hook, ...(kind === 'module' && { url: `module:${resolve(folder, rest)}` }) }]
    }),
  )

const mapMembers = <T, U>(
  members: Readonly<Record<string, T>>,
  change: (member: T) => U,
): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]))

const readShape = ({ headers, ...shape }: RequestShape): RequestShape => ({
  ...shape,
  ...(headers && { headers: lowerNames(headers) }),
})

/** Writes names of header fields in lower case: they are case-insensitive. */
const lowerNames = (fields: HeaderFields): HeaderFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))

function resolveCertificates({ passphrase, ...paths }: ClientTls, key: string, file: ConfigFile): ClientTls {
  const found = Object.entries(paths).map(([name, given]) => {
    const path = resolve(file.folder, given)
    return [name, isFile(path) ? path : refuse(file.at(`${key}.${name}`), `there is no file ${given}`)] as const
  })
  return { ...Object.fromEntries(found), ...(passphrase !== undefined && { passphrase }) }
}

function readListen(
  { publicUrl, tls, writeCa, ...listen }: NonNullable<HarnessConfig['listen']>,
  file: ConfigFile,
): ConfigChoices['listen'] {
  return {
    ...listen,
    ...(publicUrl !== undefined && { publicUrl: parseBaseUrl(file.at('listen.publicUrl'), publicUrl) }),
    ...(tls !== undefined && { tls: typeof tls === 'boolean' ? tls : resolveCertificates(tls, 'listen.tls', file) }),
    ...(writeCa !== undefined && { writeCa: resolve(file.folder, writeCa) }),
  }
}
