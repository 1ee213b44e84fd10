import { dirname, relative, resolve } from 'node:path'
import type { HarnessConfig } from '../../config.ts'
import { HarnessError } from '../../model/errors.ts'
import type { Certificates, Shape, Target, TargetRole } from '../../model/settings.ts'
import type { Fields } from '../../model/wire.ts'
import { timeOf } from '../values.ts'
import { addressOf, answersOf, fileOf, patternsOf, proxyOf, refuse, targetUrlOf } from './checked.ts'
import { type Choices, type Layer, nameOf } from './choices.ts'
import { fill } from './fill.ts'
import { isFile } from './find.ts'
import { readConfig } from './read.ts'
import { mistakesIn } from './shape.ts'
import type { Environment } from './told.ts'

/** What a configuration says, and the variables that it asked for. */
export interface FromFile {
  readonly layer: Layer
  readonly variables: readonly string[]
}

/** Reads a configuration. Whatever is wrong with it is told by its key. */
export async function fileLayer(path: string, environment: Environment, folder: string): Promise<FromFile> {
  const by = relative(folder, path) || path
  return layerOf(await readConfig(path, by), { by, folder: dirname(path) }, environment)
}

/** What a configuration says that stands somewhere, in a file or in a program; its paths begin in the folder. */
export function layerOf(
  given: unknown,
  { by, folder }: { readonly by: string; readonly folder: string },
  environment: Environment,
): FromFile {
  const { config, keys, variables } = fill(given, by, environment)
  refuseMistakes(config, by)
  const file: File = { folder, at: (key) => `in ${by}, ${key}` }
  const choices = choicesIn(config as HarnessConfig, file) // the schema says so
  return { layer: { origin: 'file', by, choices, filled: keys }, variables }
}

function refuseMistakes(config: unknown, by: string): void {
  const [first, ...more] = mistakesIn(config)
  if (!first) return
  const where = more.length === 0 ? `in ${by}` : `${more.length + 1} mistakes in ${by}, first`
  const key = nameOf(first.path)
  throw new HarnessError('ERR_CONFIG', key === '' ? `${where}: ${first.what}` : `${where} ${key}: ${first.what}`)
}

/** How to speak of a key of the file, and where its paths begin. */
interface File {
  readonly folder: string
  readonly at: (key: string) => string
}

function choicesIn({ $schema, ...config }: HarnessConfig, file: File): Choices {
  const { decisions, targets, listen, only, skip, seed, now, anchors, ...plain } = config
  return {
    ...plain,
    ...(decisions && { decisions: answersOf(file.at('decisions'), decisions) }),
    ...(targets && { targets: targetsIn(targets, file) }),
    ...(listen && { listen: listenIn(listen, file) }),
    ...(anchors !== undefined && { anchors: fileOf(file.at('anchors'), anchors, file.folder) }),
    ...(only && { only: patternsOf(file.at('only'), only) }),
    ...(skip && { skip: patternsOf(file.at('skip'), skip) }),
    ...(seed !== undefined && { seed: String(seed) }),
    ...(now !== undefined && { now: timeOf(file.at('now'), String(now)) }),
  } as Choices // roles, endpoints and profiles are those of the schema, and a test holds them against ours
}

type Given = NonNullable<HarnessConfig['targets']>

const targetsIn = (targets: Given, file: File): Choices['targets'] =>
  Object.fromEntries(
    Object.entries(targets).map(([role, given]) => {
      const target = typeof given === 'string' ? { url: given } : (given as Target) // as above
      return [role, targetIn(target, `targets.${role}`, file)]
    }),
  )

function targetIn({ headers, requests, tls, proxy, ...target }: Target, key: string, file: File): Target {
  return {
    ...target,
    url: targetUrlOf(file.at(`${key}.url`), target.url, key.slice('targets.'.length) as TargetRole),
    ...(headers && { headers: lowered(headers) }),
    ...(requests && { requests: mapped(requests, shapeIn) }),
    ...(tls && { tls: certificatesIn(tls, `${key}.tls`, file) }),
    ...(proxy !== undefined && { proxy: proxyOf(file.at(`${key}.proxy`), proxy) }),
  }
}

const mapped = <T, U>(members: Readonly<Record<string, T>>, change: (member: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]))

const shapeIn = ({ headers, ...shape }: Shape): Shape => ({ ...shape, ...(headers && { headers: lowered(headers) }) })

/** Names of header fields have no case, and we write them small. */
const lowered = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))

function certificatesIn({ passphrase, ...paths }: Certificates, key: string, file: File): Certificates {
  const found = Object.entries(paths).map(([name, given]) => {
    const path = resolve(file.folder, given)
    return [name, isFile(path) ? path : refuse(file.at(`${key}.${name}`), `there is no file ${given}`)] as const
  })
  return { ...Object.fromEntries(found), ...(passphrase !== undefined && { passphrase }) }
}

function listenIn(
  { publicUrl, tls, writeCa, ...listen }: NonNullable<HarnessConfig['listen']>,
  file: File,
): Choices['listen'] {
  return {
    ...listen,
    ...(publicUrl !== undefined && { publicUrl: addressOf(file.at('listen.publicUrl'), publicUrl) }),
    ...(tls !== undefined && { tls: typeof tls === 'boolean' ? tls : certificatesIn(tls, 'listen.tls', file) }),
    ...(writeCa !== undefined && { writeCa: resolve(file.folder, writeCa) }),
  }
}
