import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { harmless } from '../../../reporters/escape.ts'
import { wayIn } from '../../drivers/way.ts'
import { HarnessError, WireError } from '../../model/errors.ts'
import { type TargetRole, targetRoles } from '../../model/settings.ts'
import type { Arguments, Run } from '../arguments.ts'
import { addressOf, targetUrlOf } from '../config/checked.ts'
import { configNames } from '../config/find.ts'
import type { ExitCode } from '../exit-codes.ts'
import { makeFolder, writeText } from '../outputs.ts'
import type { Terminal } from '../terminal.ts'
import { oneOf } from '../values.ts'
import { type Glimpse, type Probe, seenIn } from './probe.ts'
import { configText, type Start, urlVariable } from './template.ts'
import { workflowPath, workflowText } from './workflow.ts'

/** `assay init`, with something that looks at a target; without it, nothing is looked at. */
export const initWith =
  (probe?: Probe): Run =>
  async (args, terminal): Promise<ExitCode> => {
    const folder = folderOf(args)
    const role = roleOf(args)
    const url = urlOf(args, role)
    const name = nameIn(folder)
    const wantsWorkflow = args.has('ci') && oneOf('--ci', args.text('ci') ?? '', ['github']) === 'github'
    const files = [name, ...(wantsWorkflow ? [workflowPath] : [])]
    refuseExisting(folder, files, args)

    const glimpse =
      probe && url && role && wayIn(url).way === 'http' ? await lookWith(probe, { url, role }, terminal) : {}
    const seen = url ? seenIn(glimpse, url) : []
    const { remarks = [], missed = [] } = glimpse
    const start = { seen, remarks, missed, ...(role && { role }), ...(url && { url }) }
    write(join(folder, name), configText(start))
    if (wantsWorkflow) write(join(folder, workflowPath), workflowText(url === undefined ? role : undefined))
    for (const line of farewell(start, files, terminal)) terminal.out(line)
    return 0
  }

function folderOf({ positionals: [named = '.', ...more] }: Arguments): string {
  if (more.length > 0) throw new HarnessError('ERR_USAGE', `one folder is enough: ${[named, ...more].join(' ')}`)
  const folder = resolve(named)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw new HarnessError('ERR_USAGE', `there is no folder ${named}; make it first`)
}

/** Where the target is, as it can stand in a file, between quotes. */
function urlOf(args: Arguments, role: TargetRole | undefined): string | undefined {
  const url = args.text('url')
  if (url === undefined) return undefined
  if (role && wayIn(url).way !== 'http') {
    targetUrlOf('--url', url, role)
    return url.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
  }
  return addressOf('--url', new URL(addressOf('--url', url)).href.replaceAll("'", '%27'))
}

/** An address alone is that of an issuer. */
function roleOf(args: Arguments): TargetRole | undefined {
  const role = args.text('role')
  if (role !== undefined) return oneOf('--role', role, targetRoles)
  return args.has('url') ? 'issuer' : undefined
}

/** In a package of CommonJS, Node would take a file that ends with `.ts` for CommonJS as well. */
function nameIn(folder: string): string {
  const type = packageTypeOf(folder)
  return type === undefined || type === 'module' ? 'harness.config.ts' : 'harness.config.mts'
}

function packageTypeOf(folder: string): string | undefined {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return dirname(folder) === folder ? undefined : packageTypeOf(dirname(folder))
  return /"type"\s*:\s*"(\w+)"/.exec(readFileSync(manifest, 'utf8'))?.[1] ?? 'commonjs'
}

function refuseExisting(folder: string, files: readonly string[], args: Arguments): void {
  const [config = ''] = files
  const other = configNames.find((name) => name !== config && existsSync(join(folder, name)))
  if (other !== undefined) throw new HarnessError('ERR_USAGE', `${other} is there already; remove it first`)
  const existing = args.has('force') ? undefined : files.find((file) => existsSync(join(folder, file)))
  if (existing === undefined) return
  throw new HarnessError('ERR_USAGE', `${existing} is there already; --force writes it anew`)
}

interface Known {
  readonly url: string
  readonly role: TargetRole
}

/** A target that does not answer today may answer tomorrow: the file is written all the same. */
async function lookWith(probe: Probe, { url, role }: Known, { err }: Terminal): Promise<Glimpse> {
  try {
    const glimpse = await probe(url, role)
    for (const missed of glimpse.missed ?? []) err(`assay: ${harmless(missed, 400)}`)
    return glimpse
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    err(`assay: ${harmless(error.message, 400)}; the configuration is written without a look at it`)
    return { missed: [error.message] }
  }
}

function write(path: string, text: string): void {
  makeFolder(dirname(path))
  writeText(path, text)
}

function* farewell({ role, url, seen }: Start, files: readonly string[], { paint }: Terminal): Generator<string> {
  for (const file of files) yield `${paint('good', '✔')} ${file}`
  for (const { decision, answer, where } of seen) {
    yield `  ${paint('quiet', 'detected')}  ${decision} = ${JSON.stringify(answer)}  ${paint('quiet', where)}`
  }
  yield ''
  yield paint('strong', 'next')
  if (role && !url) yield `  export ${urlVariable(role)}=https://…    ${paint('quiet', '# where it is')}`
  if (role) yield `  ${'npx assay doctor'.padEnd(20)}  ${paint('quiet', '# is everything there? what is missing?')}`
  yield `  ${'npx assay plan'.padEnd(20)}  ${paint('quiet', '# what would be done, and to whom')}`
  yield `  ${'npx assay run'.padEnd(20)}  ${paint('quiet', role ? '# judge it' : '# a first run: the reference cast')}`
}
