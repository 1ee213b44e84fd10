import { isAbsolute, relative, sep } from 'node:path'
import { createRefusal, HarnessError, type Refuse } from '../../model/errors.ts'
import type { TargetRole } from '../../model/role.ts'
import type { Settings } from '../../model/settings.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import type { Listening, Target } from '../../model/target.ts'
import { usualParties } from '../../suites/usual-parties.ts'
import { parseTargetUrl } from '../drivers/driver-kind.ts'
import { type Arguments, noArguments } from '../terminal/arguments.ts'
import type { ConfigChoices, ConfigLayer } from './choices.ts'
import { type LayerFromConfig, makeConfigLayer, readConfigLayer } from './config-layer.ts'
import { defaultDeadline, makeDefaultLayer } from './defaults.ts'
import type { HarnessConfig } from './define-harness.ts'
import { findConfig } from './find-config.ts'
import { mergeLayers } from './merge-layers.ts'
import { type EnvironmentVariables, readFlagLayers, readVariableLayers, variableNames } from './read-flags.ts'
import { listSources, type SettingSource } from './sources.ts'

export type { Settings } from '../../model/settings.ts'

/** The settings of a run, and where they come from. */
export interface LoadedSettings {
  readonly settings: Settings
  /** Every effective setting with its source, for `assay doctor`; secrets are hidden. */
  readonly sources: readonly SettingSource[]
  /** Probable mistakes that do not prevent a run. */
  readonly warnings: readonly string[]
  /** The configuration file, if there is one. */
  readonly file?: string
}

/** Loads the settings of a command: flags win over the environment, that over the file, that over the defaults. */
export async function loadSettings(
  args: Arguments,
  environment: EnvironmentVariables,
  folder: string,
): Promise<LoadedSettings> {
  refusePositionals(args)
  return loadFlags(args, environment, folder)
}

/** The same for a command whose positionals are no mistake. */
export async function loadFlags(
  args: Arguments,
  environment: EnvironmentVariables,
  folder: string,
): Promise<LoadedSettings> {
  const flags = readFlagLayers(args)
  const file = findConfig(folder, args.text('config') ?? (environment.ASSAY_CONFIG || undefined))
  const fromFile = file === undefined ? undefined : await readConfigLayer(file, environment, folder)
  const loaded = mergeSettings(flags, fromFile, environment)
  if (file === undefined) return loaded
  const place = relative(folder, file).split(sep).join('/')
  const isBelow = !place.startsWith('../') && !isAbsolute(place)
  return { ...loaded, settings: { ...loaded.settings, ...(isBelow && { file: place }) }, file }
}

/** A target is given with a flag; a URL alone would be overlooked. */
function refusePositionals({ positionals: [word] }: Arguments): void {
  if (word === undefined) return
  const hint = /^https?:/i.test(word) ? `; a target is given as --target ROLE=${word}` : ''
  throw new HarnessError('ERR_USAGE', `unexpected argument \`${word}\`${hint}`)
}

/** Resolves the settings of a program: its configuration, or the file in the folder, and the environment. */
export function resolveSettings(
  config: HarnessConfig | undefined,
  environment: EnvironmentVariables,
  folder: string,
): Promise<LoadedSettings> | LoadedSettings {
  if (config === undefined) return loadSettings(noArguments, environment, folder)
  return mergeSettings([], makeConfigLayer(config, { by: 'the configuration', folder }, environment), environment)
}

function mergeSettings(
  flags: readonly ConfigLayer[],
  fromFile: LayerFromConfig | undefined,
  environment: EnvironmentVariables,
): LoadedSettings {
  const given = [...flags, ...readVariableLayers(environment), ...(fromFile ? [fromFile.layer] : [])]
  const members = given.find(({ choices }) => choices.members !== undefined)?.choices.members ?? 1
  const layers = [...given, makeDefaultLayer(defaultDeadline(given.some(hasManualTarget), members))]
  const { value, leaves } = mergeLayers(layers)
  const merged = buildSettings(value as CompleteChoices) // every layer was checked, and the defaults are complete
  // A person who drives a target may also skip a step.
  const isPatient = merged.patience !== undefined && !given.some(hasManualTarget)
  const hasAccounts = given.some(({ choices }) => choices.accounts !== undefined)
  const shown = fromFile && Object.keys(fromFile.shownAddresses).length > 0 ? fromFile.shownAddresses : undefined
  const complete = shown ? { ...merged, shownAddresses: shown } : merged
  const known = [
    ...(hasAccounts ? ['accounts'] : []),
    ...(complete.writeRoot === undefined ? [] : ['writeRoot']),
    ...(isPatient ? ['patience'] : []),
  ]
  const whole = known.length > 0 ? { ...complete, given: known } : complete
  const settings = whole.incognito ? drawUnset(whole, hasAccounts) : whole
  return {
    settings,
    sources: listSources(leaves, settings.targets),
    warnings: describeUnknownVariables(environment, fromFile?.variables ?? []),
  }
}

/** Draws accounts and addresses where none are configured. */
function drawUnset({ accounts, addresses, ...settings }: Settings, hasAccounts: boolean): Settings {
  const drawn = usualParties.draw(settings.seed)
  const isPlaceholder = (role: string, url: string): boolean =>
    Object.entries(usualParties.addresses).some(([own, placeholder]) => own === role && url === placeholder)
  return {
    ...settings,
    accounts: hasAccounts ? accounts : drawn.accounts,
    addresses: mapMembers(addresses, (url, role) => (isPlaceholder(role, url) ? drawn.addresses[role] : url)),
  }
}

const mapMembers = <K extends string>(
  all: Readonly<Record<K, string>>,
  how: (value: string, key: K) => string,
): Readonly<Record<K, string>> =>
  Object.fromEntries(
    Object.entries<string>(all).map(([key, value]) => [key, how(value, key as K)]), // the keys of that record
  ) as Record<K, string>

const hasManualTarget = ({ choices: { targets = {} } }: ConfigLayer): boolean =>
  Object.values(targets).some(({ url }) => url !== undefined && parseTargetUrl(url).kind === 'manual')

type CompleteChoices = ConfigChoices & Omit<Settings, 'decisions' | 'addresses' | 'listen'>

function buildSettings({ decisions = {}, targets: given, listen: choices, ...rest }: CompleteChoices): Settings {
  const targets = Object.fromEntries(Object.entries(given).filter(([, target]) => hasUrl(target)))
  const listen = choices && hasListenSetting(choices) ? buildListening(choices) : undefined
  return { ...rest, decisions, targets, addresses: findAddresses(targets), ...(listen && { listen }) }
}

/** A time-out may be set for every role; only a role with a URL is a target. */
const hasUrl = ({ url }: Partial<Target>): boolean => url !== undefined

const findAddresses = (targets: { readonly [R in TargetRole]?: Target }): Settings['addresses'] => {
  const find = (role: keyof Settings['addresses']): string => {
    const url = targets[role]?.url
    return url !== undefined && parseTargetUrl(url).kind === 'http' ? url : usualParties.addresses[role]
  }
  return {
    issuer: find('issuer'),
    'status-service': find('status-service'),
    'wallet-backend': find('wallet-backend'),
    verifier: find('verifier'),
  }
}

type ListenChoices = NonNullable<ConfigChoices['listen']>

/** `tls: false` alone does not make the reference actors listen. */
const hasListenSetting = (choices: ListenChoices): boolean => Object.values(choices).some((value) => value !== false)

function buildListening({ host = '127.0.0.1', port, tls, writeCa, ...rest }: ListenChoices): Listening {
  if (port === undefined) refuse('--public-url and the TLS flags need an address: pass --listen HOST:PORT')
  return { host, port, ...rest, ...checkTls(tls, writeCa) }
}

/** The settings of TLS, if they fit together. */
function checkTls(tls: ListenChoices['tls'], writeCa: string | undefined): Pick<Listening, 'tls' | 'writeCa'> {
  if (tls === true) return { tls, ...(writeCa !== undefined && { writeCa }) }
  if (tls === undefined && writeCa !== undefined) refuse('--write-ca needs --tls')
  if (!tls) return {}
  const { cert, key } = tls
  if (cert === undefined || key === undefined) refuse('--tls-cert and --tls-key must be given together')
  if (writeCa !== undefined) refuse('--write-ca is for a certificate made for the run; --tls-cert gives your own')
  return { tls: { cert, key } }
}

const refuse: Refuse = createRefusal('ERR_CONFIG')

const knownVariables = [...variableNames, 'ASSAY_CONFIG', 'ASSAY_DEBUG', 'ASSAY_SUITE']

const describeUnknownVariables = (environment: EnvironmentVariables, used: readonly string[]): readonly string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith('ASSAY_') && !knownVariables.includes(name) && !used.includes(name))
    .map((name) => `the environment variable ${name} has no meaning${suggestWord(name, knownVariables)}`)
