import { describe, expect, it } from 'vitest'
import schema from '../../schemas/config.schema.json' with { type: 'json' }
import { loadCommands } from '../../src/cli/commands.ts'
import type { RejudgeOptions } from '../../src/compare/rejudge-folder.ts'
import { variableNames } from '../../src/config/read-flags.ts'
import type { ReferenceOptions } from '../../src/msw.ts'
import { listFlags } from '../../src/terminal/command.ts'
import type { Flags } from '../../src/terminal/flags.ts'
import { verifyOptionNames } from '../../src/verify/verify.ts'

const commands = await loadCommands()

// One name for each option: `statusBase` in the library and in the configuration is `--status-base` on the command line,
// and one of the `decisions` is a `--decision`.

/** Options that make sense in one place only, with the reason. */
const commandLineOnly = {
  config: 'names the configuration itself',
  resume: 'continues the run in the folder',
  shard: 'is the number of a machine, not of a configuration',
  baseline: 'changes the exit code, not the report',
  requireTarget: 'is about whether targets are configured',
  atOnce: 'is about several configurations',
  via: 'is where the work is done, and changes nothing of it',
  creds: 'belongs to --via',
  tlsCa: 'belongs to --via',
  json: 'prints',
  events: 'prints',
  quiet: 'prints',
}
const configurationOnly = {
  $schema: 'is for editors',
  accounts: 'holds secrets',
  subject: 'describes a product: nothing to change from run to run',
  hooks: 'belongs to a target: nothing to change from run to run',
}
/** `--timeout` is the `timeout` of every target; `--tls-cert` and `--tls-key` are the members of `listen.tls`. */
const nested = ['timeout', 'publicUrl', 'oneAddress', 'tls', 'tlsCert', 'tlsKey', 'writeCa']

const flagsOf = (command: string): Flags => listFlags(commands[command] ?? { flags: {} })

/** The name of a flag as a property: `status-base` is `statusBase`, and the repeatable `decision` is `decisions`. */
const nameProperties = (flags: Flags, properties: readonly string[]): readonly string[] =>
  Object.entries(flags).map(([flag, { repeatable }]) => {
    const name = flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    return repeatable && properties.includes(`${name}s`) ? `${name}s` : name
  })

const sorted = (...names: readonly string[]): readonly string[] => [...names].sort()

const without = (names: readonly string[], ...left: readonly string[]): readonly string[] =>
  sorted(...names.filter((name) => !left.includes(name)))

describe('the options', () => {
  const properties = Object.keys(schema.properties)

  it.each(['run', 'plan', 'doctor'])('of `assay %s` have the names that the configuration has', (command) => {
    const names = nameProperties(flagsOf(command), properties)

    expect(without(names, ...Object.keys(commandLineOnly))).toEqual(
      without([...properties, ...nested], ...Object.keys(configurationOnly)),
    )
  })

  it('in the environment have the same names; each role has a variable for its target', () => {
    const names = variableNames.filter((name) => !name.startsWith('ASSAY_TARGET_'))
    const properties = names.map((name) =>
      name
        .slice('ASSAY_'.length)
        .toLowerCase()
        .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    )

    expect(sorted(...properties)).toEqual(
      without([...Object.keys(schema.properties), ...nested], 'targets', 'suite', ...Object.keys(configurationOnly)),
    )
  })

  it('of `verify` have the same names in the library', () => {
    expect(
      without(nameProperties(flagsOf('verify'), verifyOptionNames), 'json', 'quiet', 'noContext', 'url', 'suite'),
    ).toEqual(sorted(...verifyOptionNames))
  })

  it('of `rejudge` have the same names in the library', () => {
    const options = { profile: true, decisions: true } satisfies Record<keyof RejudgeOptions, true>

    expect(without(nameProperties(flagsOf('rejudge'), Object.keys(options)), 'json', 'quiet')).toEqual(
      sorted(...Object.keys(options)),
    )
  })

  it('of the reference actors have the names of `assay serve`', () => {
    const options = {
      roles: 'positional arguments',
      addresses: '--public-url, --issuer and --status-base: a server has one address',
      profile: true,
      decisions: true,
      fault: true,
      variant: true,
      accounts: true,
      now: true,
      seed: true,
    } satisfies Record<keyof ReferenceOptions, true | string>
    const shared = Object.keys(options).filter((name) => name !== 'roles' && name !== 'addresses')

    expect(nameProperties(flagsOf('serve'), shared)).toEqual(expect.arrayContaining(shared))
  })

  it('have one value for one name in all commands', () => {
    const values = new Map<string, Set<string>>()
    for (const command of ['run', 'plan', 'doctor', 'verify', 'rejudge', 'serve', 'verify-report', 'prove', 'vectors'])
      for (const [flag, { value = '' }] of Object.entries(flagsOf(command)))
        values.set(flag, (values.get(flag) ?? new Set()).add(value))
    const several = [...values].filter(([, each]) => each.size > 1).map(([flag]) => flag)

    expect(several).toEqual([])
  })
})
