import type { HarnessConfig } from '../../config.ts'
import { wayIn } from '../../drivers/way.ts'
import { didYouMean } from '../../harness/nearest.ts'
import { HarnessError } from '../../model/errors.ts'
import type { Listening, Settings, Target, TargetRole } from '../../model/settings.ts'
import { type Arguments, membersIn } from '../arguments.ts'
import type { Choices, Layer } from './choices.ts'
import { defaultLayer, nowhere, usualDeadline } from './defaults.ts'
import { type FromFile, fileLayer, layerOf } from './file.ts'
import { findConfig } from './find.ts'
import { merge } from './merge.ts'
import { type Source, sourcesOf } from './sources.ts'
import { type Environment, flagLayers, variableLayers, variables } from './told.ts'

/** What a run was told, and by whom. */
export interface Loaded {
  readonly settings: Settings
  /** Every effective setting with its origin, for `assay doctor`; secrets are hidden. */
  readonly sources: readonly Source[]
  /** What is probably a mistake and keeps nobody from running. */
  readonly warnings: readonly string[]
  /** The configuration that was read; absent, if there was none. */
  readonly file?: string
}

/** Puts together what a run was told: a flag wins over the environment, that over the file, that over the default. */
export async function loadSettings(args: Arguments, environment: Environment, folder: string): Promise<Loaded> {
  refuseWords(args)
  const flags = flagLayers(args)
  const file = findConfig(folder, args.text('config') ?? (environment.ASSAY_CONFIG || undefined))
  const fromFile = file === undefined ? undefined : await fileLayer(file, environment, folder)
  const members = membersIn(args, 1)
  return { ...loadedFrom(flags, fromFile, environment, members), ...(file !== undefined && { file }) }
}

/** What is under test is told with a flag, and an address alone would be overlooked. */
function refuseWords({ positionals: [word] }: Arguments): void {
  if (word === undefined) return
  const meant = /^https?:/i.test(word) ? `; a target is given as --target ROLE=${word}` : ''
  throw new HarnessError('ERR_USAGE', `\`${word}\` is no flag, and nothing else is expected here${meant}`)
}

/** The same without a command line: for a configuration that a program gives, or for the file in the folder. */
export function settingsIn(
  config: HarnessConfig | undefined,
  environment: Environment,
  folder: string,
): Promise<Loaded> | Loaded {
  if (config === undefined) return loadSettings(silent, environment, folder)
  return loadedFrom([], layerOf(config, { by: 'the configuration', folder }, environment), environment)
}

const silent: Arguments = { positionals: [], has: () => false, text: () => undefined, texts: () => [] }

function loadedFrom(
  flags: readonly Layer[],
  fromFile: FromFile | undefined,
  environment: Environment,
  members = 1,
): Loaded {
  const told = [...flags, ...variableLayers(environment), ...(fromFile ? [fromFile.layer] : [])]
  const layers = [...told, defaultLayer(usualDeadline(told.some(isByHand), members))]
  const { value, leaves } = merge(layers)
  const settings = settingsOf(value as Complete) // every layer was checked, and the last one has all of this
  return {
    settings,
    sources: sourcesOf(leaves, settings.targets),
    warnings: unknownVariables(environment, fromFile?.variables ?? []),
  }
}

const isByHand = ({ choices: { targets = {} } }: Layer): boolean =>
  Object.values(targets).some(({ url }) => url !== undefined && wayIn(url).way === 'manual')

type Complete = Choices & Omit<Settings, 'given' | 'addresses' | 'listen'>

function settingsOf({ decisions = {}, targets: told, listen: asked, ...rest }: Complete): Settings {
  const targets = Object.fromEntries(Object.entries(told).filter(([, target]) => isReached(target)))
  const listen = asked && isSaid(asked) ? listening(asked) : undefined
  return { ...rest, given: decisions, targets, addresses: addressesOf(targets), ...(listen && { listen }) }
}

/** A time-out may be told for roles that nobody else plays. */
const isReached = ({ url }: Partial<Target>): boolean => url !== undefined

const addressesOf = (targets: { readonly [R in TargetRole]?: Target }): Settings['addresses'] => {
  const at = (role: keyof Settings['addresses']): string => {
    const url = targets[role]?.url
    return url !== undefined && wayIn(url).way === 'http' ? url : nowhere[role]
  }
  return {
    issuer: at('issuer'),
    'status-service': at('status-service'),
    'wallet-backend': at('wallet-backend'),
    verifier: at('verifier'),
  }
}

type Asked = NonNullable<Choices['listen']>

/** Whoever only says that there is no TLS asks for no door. */
const isSaid = (asked: Asked): boolean => Object.values(asked).some((value) => value !== false)

function listening({ host = '127.0.0.1', port, tls, writeCa, ...rest }: Asked): Listening {
  if (port === undefined) refuse('a public address and a certificate need a port behind them: give --listen HOST:PORT')
  return { host, port, ...rest, ...encrypted(tls, writeCa) }
}

/** What is said of TLS, as far as it goes together. */
function encrypted(tls: Asked['tls'], writeCa: string | undefined): Pick<Listening, 'tls' | 'writeCa'> {
  if (tls === true) return { tls, ...(writeCa !== undefined && { writeCa }) }
  if (tls === undefined && writeCa !== undefined) refuse('--write-ca says something about TLS: give --tls as well')
  if (!tls) return {}
  const { cert, key } = tls
  if (cert === undefined || key === undefined) refuse('--tls-cert and --tls-key go together')
  if (writeCa !== undefined) refuse('--write-ca is for a certificate that is made here, not for your own')
  return { tls: { cert, key } }
}

function refuse(message: string): never {
  throw new HarnessError('ERR_CONFIG', message)
}

const known = [...variables, 'ASSAY_CONFIG', 'ASSAY_DEBUG']

const unknownVariables = (environment: Environment, used: readonly string[]): readonly string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith('ASSAY_') && !known.includes(name) && !used.includes(name))
    .map((name) => `the variable ${name} says nothing to assay${didYouMean(name, known)}`)
