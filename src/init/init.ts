import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { HarnessError, TransportError } from '../../model/errors.ts'
import { type TargetRole, targetRoles } from '../../model/role.ts'
import { type InspectTarget, inspectedSuite, type TargetInspection } from '../../suites/inspected.ts'
import { checkTargetUrl, parseBaseUrl } from '../config/check-values.ts'
import { configNames } from '../config/find-config.ts'
import { listRoles, playedStandards } from '../config/tested-roles.ts'
import { parseTargetUrl } from '../drivers/driver-kind.ts'
import { makeFolder, writeText } from '../files/write.ts'
import type { Arguments } from '../terminal/arguments.ts'
import type { ExitCode } from '../terminal/exit-codes.ts'
import { writeMessage } from '../terminal/messages.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { parseChoice } from '../terminal/values.ts'
import { makeSuiteText } from './suite-template.ts'
import { type InitialConfig, makeConfigText, nameUrlVariable } from './template.ts'
import { type CiName, ciNames, workflows } from './workflow.ts'

/** Writes a first configuration, with what `inspect` finds out about the target, a workflow that runs it, or both. */
export async function writeConfiguration(
  args: Arguments,
  terminal: Terminal,
  inspect: InspectTarget,
): Promise<ExitCode> {
  const folder = readFolder(args)
  if (args.has('suite')) return writeSuite(folder, args, terminal)
  const role = readRole(args)
  const url = readUrl(args, role)
  const ci = args.has('ci') ? parseChoice('--ci', args.text('ci') ?? '', ciNames) : undefined
  if (ci && !role) return writeWorkflow(ci, folder, args, terminal)
  const name = chooseFileName(folder)
  const files = [name, ...(ci ? [workflows[ci].path] : [])]
  refuseExisting(folder, files, args)

  const isInspected = url !== undefined && role && parseTargetUrl(url).kind === 'http'
  const inspection = isInspected ? await inspectOrContinue(inspect, { url, role }, terminal) : {}
  const seen = url === undefined ? [] : inspectedSuite.detectAnswers(inspection, url)
  const { remarks = [], missed = [] } = inspection
  const start = { seen, remarks, missed, ...(role && { role }), ...(url !== undefined && { url }) }
  write(join(folder, name), makeConfigText(start))
  if (ci) write(join(folder, workflows[ci].path), workflows[ci].makeText(url === undefined ? role : undefined))
  for (const line of formatNextSteps(start, files, terminal)) terminal.out(line)
  return 0
}

/** Writes a first configuration of a standard, and perhaps a workflow that runs it. Nothing is called. */
function writeSuite(folder: string, args: Arguments, terminal: Terminal): ExitCode {
  const suite = parseChoice('--suite', args.text('suite') ?? '', playedStandards)
  const roles = listRoles(suite)
  const role = parseChoice('--role', args.text('role') ?? roles[0] ?? '', roles)
  const ci = args.has('ci') ? parseChoice('--ci', args.text('ci') ?? '', ciNames) : undefined
  const url = args.text('url')
  const files = [chooseFileName(folder), ...(ci ? [workflows[ci].path] : [])]
  refuseExisting(folder, files, args)
  write(join(folder, files[0] ?? ''), makeSuiteText({ suite, role, ...(url !== undefined && { url }) }))
  if (ci) write(join(folder, workflows[ci].path), workflows[ci].makeText(undefined))
  for (const line of formatNextSteps({ seen: [] }, files, terminal)) terminal.out(line)
  return 0
}

/** Writes a workflow and nothing else: it runs the configuration that is there, or will be. */
function writeWorkflow(ci: CiName, folder: string, args: Arguments, terminal: Terminal): ExitCode {
  const { path, makeText } = workflows[ci]
  refuseOverwriting(folder, [path], args)
  write(join(folder, path), makeText(undefined))
  terminal.out(`${terminal.paint('good', '✔')} ${path}`)
  if (findExistingConfig(folder) === undefined)
    terminal.out('there is no configuration yet: `npx assay init --role ROLE` writes one')
  return 0
}

function readFolder({ positionals: [named = '.', ...more] }: Arguments): string {
  if (more.length > 0) throw new HarnessError('ERR_USAGE', `\`assay init\` takes one folder, not ${more.length + 1}`)
  const folder = resolve(named)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? true) return folder
  throw new HarnessError('ERR_USAGE', `${named} is not a folder`)
}

/** The URL of the target, escaped for a string in quotes. */
function readUrl(args: Arguments, role: TargetRole | undefined): string | undefined {
  const url = args.text('url')
  if (url === undefined) return undefined
  if (role && parseTargetUrl(url).kind !== 'http') {
    checkTargetUrl('--url', url, role)
    return url.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
  }
  return parseBaseUrl('--url', new URL(parseBaseUrl('--url', url)).href.replaceAll("'", '%27'))
}

/** Without a role, a URL is that of an issuer. */
function readRole(args: Arguments): TargetRole | undefined {
  const role = args.text('role')
  if (role !== undefined) return parseChoice('--role', role, targetRoles)
  return args.has('url') ? 'issuer' : undefined
}

/** In a CommonJS package, Node takes files that end with `.ts` for CommonJS as well. */
function chooseFileName(folder: string): string {
  const type = readPackageType(folder)
  return type === undefined || type === 'module' ? 'harness.config.ts' : 'harness.config.mts'
}

function readPackageType(folder: string): string | undefined {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return dirname(folder) === folder ? undefined : readPackageType(dirname(folder))
  return /"type"\s*:\s*"(\w+)"/.exec(readFileSync(manifest, 'utf8'))?.[1] ?? 'commonjs'
}

const findExistingConfig = (folder: string): string | undefined =>
  configNames.find((name) => existsSync(join(folder, name)))

function refuseExisting(folder: string, files: readonly string[], args: Arguments): void {
  const [config = ''] = files
  const existing = findExistingConfig(folder)
  if (existing !== undefined && args.has('ci'))
    throw new HarnessError(
      'ERR_USAGE',
      `${existing} exists, and --ci keeps it: leave out --role and --url, which a new one is written from`,
    )
  if (existing !== undefined && existing !== config)
    throw new HarnessError('ERR_USAGE', `${existing} exists; remove it first`)
  refuseOverwriting(folder, files, args)
}

function refuseOverwriting(folder: string, files: readonly string[], args: Arguments): void {
  const existing = args.has('force') ? undefined : files.find((file) => existsSync(join(folder, file)))
  if (existing === undefined) return
  throw new HarnessError('ERR_USAGE', `${existing} exists; --force overwrites it`)
}

interface KnownTarget {
  readonly url: string
  readonly role: TargetRole
}

/** Inspects a target. One that does not answer may do so later: the file is written all the same. */
async function inspectOrContinue(
  inspect: InspectTarget,
  { url, role }: KnownTarget,
  terminal: Terminal,
): Promise<TargetInspection> {
  try {
    const inspection = await inspect(url, role)
    for (const missed of inspection.missed ?? []) writeMessage(terminal, 'warning', missed)
    return inspection
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    writeMessage(terminal, 'warning', `${error.message}; the configuration is written without inspecting the target`)
    return { missed: [error.message] }
  }
}

function write(path: string, text: string): void {
  makeFolder(dirname(path))
  writeText(path, text)
}

function* formatNextSteps(
  { role, url, seen }: InitialConfig,
  files: readonly string[],
  { paint }: Terminal,
): Generator<string> {
  for (const file of files) yield `${paint('good', '✔')} ${file}`
  for (const { decision, answer, where } of seen) {
    yield `  ${paint('quiet', 'detected')}  ${decision} = ${JSON.stringify(answer)}  ${paint('quiet', where)}`
  }
  yield ''
  yield paint('strong', 'next steps')
  if (role && !url) yield `  export ${nameUrlVariable(role)}=https://…    ${paint('quiet', '# the URL of the target')}`
  if (role) yield `  ${'npx assay doctor'.padEnd(20)}  ${paint('quiet', '# check the setup')}`
  yield `  ${'npx assay plan'.padEnd(20)}  ${paint('quiet', '# show what a run would do')}`
  yield `  ${'npx assay run'.padEnd(20)}  ${paint('quiet', role ? '# run and judge' : '# a first run, with reference actors')}`
}
