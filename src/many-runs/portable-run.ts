import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { reportFormats } from '../../reporters/formats.ts'
import { formatPath } from '../config/choices.ts'
import { readConfig } from '../config/load-config.ts'
import { fillPlaceholders } from '../config/placeholders.ts'
import { parseTargetUrl } from '../drivers/driver-kind.ts'
import { readBounded } from '../files/inputs.ts'
import { runFiles } from '../run-folder/run-files.ts'
import type { PlannedRun } from './plan-runs.ts'
import { playRun } from './play-runs.ts'
import type { RunEnd } from './summarize-run.ts'

// Runs that `assay worker` plays on another machine. What arrives there may be anything: a worker calls URLs, but starts no
// command, loads no module, reads no file that a configuration names, and opens no port.

/** A run as data. */
export interface PortableRun {
  readonly name: string
  readonly config: JsonObject
  /** The values of the environment variables that the configuration uses, by names of our own. */
  readonly values: Readonly<Record<string, string>>
  readonly flags: readonly string[]
}

/** How a run ended, with its files. */
export interface PortableEnd extends RunEnd {
  readonly files: Readonly<Record<string, string>>
}

/** Members that name files, start programs or open ports of the machine that runs. */
const local: ReadonlySet<string> = new Set([
  ...['listen', 'hooks', 'suites', 'keepPrivate', 'writeRoot', 'writeCa', 'tls'],
  ...['jwks', 'anchors', 'attestationKey', 'ca', 'credential', 'holderKey', 'transactionData'],
])

/** Roles that are called: the others call, or are driven. */
const called: ReadonlySet<string> = new Set(['issuer', 'status-service', 'wallet-backend', 'verifier'])

/** Flags that a run takes to another machine. */
const portableFlags =
  /^--(?:probes|strict|incognito|(?:profile|decision|only|skip|members|gate|concurrency|timeout|patience|deadline|seed|now|format|docs-url)=.*)$/s

/** The prefix of environment variables of a run at a worker. No program obeys them. */
const prefix = 'ASSAY_VALUE_'

/** Makes a run that another machine can play, or says what of its configuration is bound to this one. */
export async function makePortable(
  { name, config }: PlannedRun,
  flags: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<PortableRun> {
  const content = await readConfig(config, config)
  const { variables } = fillPlaceholders(content, config, environment)
  const values = Object.fromEntries(variables.map((name) => [`${prefix}${name}`, environment[name] ?? '']))
  const text = JSON.stringify(content, (_, value) =>
    typeof value === 'function' ? refuse(config, 'a function') : value,
  )
  const renamed = text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, `\${${prefix}$1}`)
  const portable = { name, config: JSON.parse(renamed), values, flags }
  requirePortable(portable, config)
  return portable
}

/** Plays a run that came from another machine. */
export async function playPortable(run: PortableRun, signal: AbortSignal): Promise<PortableEnd> {
  requirePortable(run, 'the configuration')
  const cwd = mkdtempSync(join(tmpdir(), 'assay-run-'))
  try {
    const file = `${run.name}.config.json`
    writeFileSync(join(cwd, file), JSON.stringify(run.config), { mode: 0o600 })
    const { PATH = '', TMPDIR, NODE_EXTRA_CA_CERTS } = process.env
    const environment = { PATH, ...(TMPDIR && { TMPDIR }), ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }) }
    const place = { cwd, environment: { ...environment, ...run.values }, signal }
    const end = await playRun([`--config=${file}`, '--out=out', ...run.flags], place)
    return { ...end, files: readFiles(join(cwd, 'out')) }
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

/** The names of files that a run may have, and no other: what a worker returns is written here. */
export const portableFiles: ReadonlySet<string> = new Set([
  ...[runFiles.report, runFiles.record],
  ...Object.values(reportFormats).map(({ file }) => file),
])

function readFiles(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile())
  return Object.fromEntries(
    names.flatMap(({ name }) =>
      portableFiles.has(name) ? [[name, readBounded(join(folder, name)).toString('utf8')]] : [],
    ),
  )
}

function requirePortable({ name, config, values, flags }: PortableRun, by: string): void {
  if (!/^\w[\w.-]{0,200}$/.test(name)) refuse(by, 'a name that cannot be a file name')
  if (!isObject(config)) refuse(by, 'content that is not an object')
  const foreign = Object.keys(values).find((name) => !/^ASSAY_VALUE_\w+$/.test(name))
  const flag = flags.find((each) => !portableFlags.test(each))
  if (foreign !== undefined) refuse(by, `the variable ${foreign}`)
  if (flag !== undefined) refuse(by, flag.replace(/=.*/s, ''))
  const role = Object.keys(Object(config.targets)).find((each) => !called.has(each))
  if (role !== undefined) refuse(by, `a target in the role ${role}`)
  requirePlain(config, [], by)
}

function requirePlain(value: unknown, path: readonly (string | number)[], by: string): void {
  const name = path.at(-1)
  if (typeof name === 'string' && local.has(name) && value !== undefined) refuse(by, formatPath(path))
  if (typeof value === 'string' && (parseTargetUrl(value).kind !== 'http' || value === 'browser'))
    refuse(by, formatPath(path))
  if (typeof value === 'object' && value !== null)
    for (const [key, member] of Array.isArray(value) ? value.entries() : Object.entries(value))
      requirePlain(member, [...path, key], by)
}

function refuse(by: string, what: string): never {
  throw new HarnessError('ERR_USAGE', `--via: ${by} has ${what}, which only this machine can have`, {
    hint: 'run this configuration without --via: a worker calls URLs, and starts, reads and listens to nothing else',
  })
}
