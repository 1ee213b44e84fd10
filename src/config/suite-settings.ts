import { dirname, join, relative, resolve } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import schema from '../../schemas/suite-config.schema.json' with { type: 'json' }
import type { SuiteConfig } from '../../schemas/types.ts'
import { ecosystemNames } from '../../suites/ecosystems.ts'
import type { OwnSuite } from '../../suites/own/own-suite.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { parseChoice } from '../terminal/values.ts'
import { refuseMistakes } from './check-schema.ts'
import { parseHostAndPort, parseSwitch, refuse, resolveFile } from './check-values.ts'
import { findConfig } from './find-config.ts'
import { readConfig } from './load-config.ts'
import { isOwnSuite, loadSuite } from './load-suite.ts'
import { fillPlaceholders } from './placeholders.ts'
import type { EnvironmentVariables } from './read-flags.ts'
import { listRoles, type PlayedStandard, playedStandards, type TestedRole } from './tested-roles.ts'

/** The settings of a test by a standard, as the flags that `assay test` takes for them. */
export interface SuiteSettings {
  readonly suite: PlayedStandard
  readonly role: TestedRole
  readonly hasTarget: boolean
  /** The third-party suite, whose requirements apply as well. */
  readonly own?: OwnSuite
  /** The product that is tested. */
  readonly subject: RunReport['subject']
  /** The configuration that was read. */
  readonly file?: string
  readonly args: Arguments
}

/** What a run is to test: settings of a standard, or nothing if it is the document. */
export interface ChosenSuite {
  readonly settings?: SuiteSettings
  /** The configuration, if it is for another suite, and not used. */
  readonly unused?: string
}

/** Values of flags; `undefined` for one that is switched off. */
type FlagValues = Readonly<Record<string, readonly string[] | undefined>>

/** Finds what a run tests: flags win over the environment, that over the configuration. */
export async function chooseSuite(
  given: Arguments,
  environment: EnvironmentVariables,
  folder: string,
): Promise<ChosenSuite> {
  const variables = readVariables(environment)
  const args = layerArguments(given, variables)
  const wanted = args.text('suite')
  if (wanted !== undefined && isOwnSuite(wanted)) {
    const own = await loadSuite('--suite', wanted, folder)
    return { settings: makeSettings({ suite: own.name }, { owns: [own], args, variables }) }
  }
  const { file, by, content, owns, suite: configured } = await readConfiguredSuite(args, environment, folder)
  const names = ['document', ...playedStandards, ...ecosystemNames, ...owns.map(({ name }) => name)]
  const suite = wanted === undefined ? configured : parseChoice('--suite', wanted, names)
  if (suite === 'document') return {}
  if (file === undefined || configured !== suite) {
    const unused = file === undefined ? {} : { unused: by }
    return { settings: makeSettings({ suite }, { owns, args, variables }), ...unused }
  }
  const checked = checkConfig(content, { by, environment, folder: dirname(file) })
  const settings = makeSettings(checked, { owns, args, variables })
  return { settings: { ...settings, file } }
}

/** A configuration as it was written, of whatever suite. */
export interface ConfiguredSuite {
  readonly file?: string
  /** What the file is called in messages; empty if there is none. */
  readonly by: string
  readonly suite: string
  readonly content: unknown
  /** The third-party suites that it names, and their files. */
  readonly owns: readonly OwnSuite[]
  readonly suiteFiles: readonly string[]
}

/** Reads which suite the configuration is for. Its settings are not checked. */
export async function readConfiguredSuite(
  args: Arguments,
  environment: EnvironmentVariables,
  folder: string,
): Promise<ConfiguredSuite> {
  const file = findConfig(folder, args.text('config') ?? (environment.ASSAY_CONFIG || undefined))
  if (file === undefined) return { by: '', suite: 'document', content: {}, owns: [], suiteFiles: [] }
  const by = relative(folder, file) || file
  const content = await readConfig(file, by)
  const { suite = 'document', suites = [] } = isObject(content) ? content : {}
  const suiteFiles = (Array.isArray(suites) ? suites : []).map((path) => resolve(dirname(file), String(path)))
  return { file, by, suite: String(suite), content, owns: await loadSuites(suites, file, by), suiteFiles }
}

interface ConfigPlace {
  /** What the configuration is called in messages. */
  readonly by: string
  readonly environment: EnvironmentVariables
  /** The folder that its paths begin at. */
  readonly folder: string
}

function checkConfig(content: unknown, { by, environment, folder }: ConfigPlace): SuiteConfig {
  const { config } = fillPlaceholders(content, by, environment)
  refuseMistakes(config, by, schema)
  return resolveFiles(config as SuiteConfig, folder, by) // it was checked
}

/** The settings of a configuration that a program gives; the environment wins over it. */
export async function resolveSuite(
  given: SuiteConfig,
  environment: EnvironmentVariables,
  folder: string,
): Promise<SuiteSettings> {
  const by = 'the configuration'
  const variables = readVariables(environment)
  const owns = await loadSuites(given.suites ?? [], join(folder, 'config'), by)
  const args = layerArguments(noArguments, variables)
  return makeSettings(checkConfig(given, { by, environment, folder }), { owns, args, variables })
}

const noArguments: Arguments = { positionals: [], has: () => false, text: () => undefined, texts: () => [] }

interface Layers {
  readonly owns: readonly OwnSuite[]
  readonly args: Arguments
  readonly variables: FlagValues
}

const loadSuites = (given: unknown, file: string, by: string): Promise<readonly OwnSuite[]> =>
  Promise.all(
    (Array.isArray(given) ? given : []).map((path, i) =>
      loadSuite(`in ${by}, suites[${i}]`, String(path), dirname(file)),
    ),
  )

function makeSettings(config: SuiteConfig, { owns, args, variables }: Layers): SuiteSettings {
  const { suite: name, role, targets = {}, listen = {}, subject = {}, $schema: _, suites: __, ...rest } = config
  const own = owns.find((each) => each.name === name)
  const suite = own?.on ?? parseChoice('suite', name, playedStandards)
  const given = readTarget(args)
  const chosen = given ? { [given.role]: targets[given.role] ?? {} } : targets
  const [first, ...more] = Object.keys(chosen) as TestedRole[] // the schema and `readTarget` allow no others
  if (more.length > 0) refuse('targets', `a test is about one role, and these are ${[first, ...more].join(' and ')}`)
  const roles = listRoles(suite)
  const tested = first ?? role ?? roles[0] ?? 'issuer'
  if (!roles.includes(tested)) refuse('targets', `${suite} tests ${roles.join(', ')}, not ${tested}`)
  const flags = {
    out: ['out'],
    ...toFlags(rest),
    ...toFlags(listen),
    ...(first && targetFlags(tested, chosen[first] ?? {})),
    ...variables,
    ...readListen(args),
    ...(given && { [reachedBy[given.role]]: [given.value] }),
  }
  const hasTarget = first !== undefined
  return { suite, role: tested, hasTarget, subject, ...(own && { own }), args: layerArguments(args, flags) }
}

/** The flag by which a role is reached. */
export const reachedBy = { issuer: 'offer', verifier: 'request', wallet: 'wallet', holder: 'holder' } as const

const targetFlags = (role: TestedRole, target: string | object): FlagValues =>
  typeof target === 'string' ? { [reachedBy[role]]: [target] } : toFlags(target, reachedBy[role])

/** Settings as flags: the `offers` are several `--offer`, and `txCode` is `--tx-code`. */
const toFlags = (settings: object, url = 'url'): FlagValues =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]): readonly (readonly [string, readonly string[] | undefined])[] => {
      if (value === false || value === undefined) return []
      if (name === 'tls' && isObject(value))
        return Object.entries(toFlags(value)).map(([key, own]) => [`tls-${key}`, own])
      const isList = Array.isArray(value)
      return [[nameFlag(name, isList, url), isList ? value.map(String) : [value === true ? '' : String(value)]]]
    }),
  )

/** Names the flag of a setting. `url` is that by which the role is reached. */
export const nameFlag = (name: string, isList: boolean, url: string): string => {
  if (isList) return name.replace(/s$/, '')
  return name === 'url' ? url : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function readTarget(args: Arguments): { readonly role: TestedRole; readonly value: string } | undefined {
  const [text, ...more] = args.texts('target')
  if (text === undefined) return undefined
  const [, role = '', value = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (value === '' || more.length > 0)
    refuse('--target', 'a test by a standard takes one ROLE=VALUE, such as issuer=OFFER')
  return { role: parseChoice('--target', role, Object.keys(reachedBy) as TestedRole[]), value } // its own keys
}

/** Flags that an environment variable sets, such as `ASSAY_PROBES`; several values are separated by commas. */
const variableFlags = {
  text: [
    'suite',
    'patience',
    'concurrency',
    'anchors',
    'now',
    'seed',
    'listen',
    'public-url',
    'tls-cert',
    'tls-key',
    'write-ca',
    'gate',
    'out',
    'docs-url',
  ],
  list: ['only', 'skip', 'format'],
  switch: ['probes', 'strict', 'tls', 'keep-private'],
} as const

function readVariables(environment: EnvironmentVariables): FlagValues {
  const read = (name: string): string => environment[name]?.trim() ?? ''
  const nameVariable = (flag: string): string =>
    `ASSAY_${flag === 'format' ? 'FORMATS' : flag.toUpperCase().replaceAll('-', '_')}`
  const targets = Object.keys(reachedBy).flatMap((role) => {
    const value = read(`ASSAY_TARGET_${role.toUpperCase()}`)
    return value === '' ? [] : `${role}=${value}`
  })
  const found = Object.entries(variableFlags).flatMap(([kind, flags]) =>
    flags.flatMap((flag) => {
      const text = read(nameVariable(flag))
      if (text === '') return []
      if (kind === 'switch') return [[flag, parseSwitch(nameVariable(flag), text) ? [''] : undefined] as const]
      return [[flag, kind === 'list' ? text.split(/\s*,\s*/) : [text]] as const]
    }),
  )
  return { ...Object.fromEntries(found), ...(targets.length > 0 && { target: targets }) }
}

function readListen(args: Arguments): FlagValues {
  const text = args.text('listen')
  if (text === undefined) return {}
  const { host, port } = parseHostAndPort('--listen', text)
  return { host: [host], port: [String(port)] }
}

/** Flags win over settings. */
const layerArguments = (args: Arguments, flags: FlagValues): Arguments => {
  const texts = (flag: string): readonly string[] => (args.has(flag) ? args.texts(flag) : (flags[flag] ?? []))
  return {
    positionals: args.positionals,
    has: (flag) => args.has(flag) || flags[flag] !== undefined,
    text: (flag) => texts(flag).at(-1),
    texts,
  }
}

const fileSettings = [
  'jwks',
  'anchors',
  'attestationKey',
  'ca',
  'credential',
  'holderKey',
  'query',
  'transactionData',
  'cert',
  'key',
] as const

/** Makes paths of files absolute, wherever they are in the settings. */
function resolveFiles(config: SuiteConfig, folder: string, by: string): SuiteConfig {
  const within = (settings: JsonObject, at: string): JsonObject =>
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => {
        const place = `${at}${name}`
        if (isObject(value)) return [name, within(value, `${place}.`)]
        if (name === 'writeCa') return [name, resolve(folder, String(value))]
        const isFile = fileSettings.some((each) => each === name)
        return [name, isFile ? resolveFile(`in ${by}, ${place}`, String(value), folder) : value]
      }),
    )
  return within({ ...config } as JsonObject, '') as unknown as SuiteConfig // the same members
}

/** Refuses flags that a test by a standard does not have, with the reason. */
export function refuseOtherFlags(
  args: Arguments,
  flags: readonly string[],
  explain: (flag: string) => string | undefined,
): void {
  const foreign = flags.find((flag) => args.has(flag) && !suiteFlags.has(flag))
  if (foreign === undefined) return
  const reason = explain(foreign) ?? 'it is for runs of the document'
  throw new HarnessError('ERR_USAGE', `--${foreign} has no effect with a standard: ${reason}`)
}

const suiteFlags: ReadonlySet<string> = new Set([
  ...['suite', 'target', 'config', 'require-target', 'probes', 'only', 'skip', 'patience', 'anchors', 'now', 'seed'],
  ...['listen', 'public-url', 'tls', 'tls-cert', 'tls-key', 'write-ca'],
  ...[
    'gate',
    'strict',
    'baseline',
    'out',
    'format',
    'docs-url',
    'keep-private',
    'resume',
    'json',
    'events',
    'quiet',
    'help',
  ],
])
