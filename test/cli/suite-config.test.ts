import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RecordLine } from '../../model/record.ts'
import type { RunReport } from '../../model/run-report.ts'
import schema from '../../schemas/suite-config.schema.json' with { type: 'json' }
import type { SuiteConfig } from '../../schemas/types.ts'
import { run as command } from '../../src/cli/commands/run.ts'
import { describeCommand } from '../../src/cli/commands/standard/finish-test.ts'
import { test } from '../../src/cli/commands/standard/test.ts'
import { chooseSuite } from '../../src/config/suite-settings.ts'
import { isTestedRole, listRoles, playedStandards } from '../../src/config/tested-roles.ts'
import type { RunEvent } from '../../src/run-folder/run-events.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'

const time = 1_795_000_000

/** Runs with a configuration, and reads the report. */
async function run(config: object, ...flags: readonly string[]) {
  const folder = folderWith({ 'harness.config.json': JSON.stringify({ now: time, ...config }) })
  const out = join(folder, 'out')
  const said = await assay(['run', '--config', join(folder, 'harness.config.json'), '--out', out, ...flags])
  const read = (): RunReport => JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  return { ...said, folder, read }
}

/** What a report says of the target. */
const essence = ({ results, probes, verdict, profile, actors, gate }: RunReport) => ({
  ...{ profile, actors, gate, verdict },
  results: results.map(({ id, outcome }) => [id, outcome]),
  probes: probes.map(({ id, answer }) => [id, answer]),
})

/** The number of its session depends on the probes before. */
const anySession = (probe: RunReport['probes'][number]) => ({ ...probe, session: expect.any(String) })

const every = playedStandards.flatMap((suite) => listRoles(suite).map((role) => ({ suite, role })))

describe('a run of a standard', () => {
  it.each(every)('comes to what `assay test $role --profile $suite` comes to', async ({ suite, role }) => {
    const { folder, read, code } = await run({ suite, role, probes: true })
    const path = join(folder, 'tested')
    const flags = ['--profile', suite, '--probes', '--now', String(time), '--out', path]
    const tested = await assay(['test', role, ...flags])

    expect(code).toBe(tested.code)
    expect(essence(read())).toEqual(essence(JSON.parse(readFileSync(join(path, 'report.json'), 'utf8'))))
  })

  it('takes targets from the configuration, and flags before it', async () => {
    const config = { suite: 'sd-jwt', targets: { holder: 'module:nothing.ts' }, strict: true }
    const [fromFile, byFlag] = [await run(config), await run(config, '--target', 'holder=module:other.ts')]

    expect(fromFile.err).toContain('nothing.ts')
    expect(byFlag.err).toContain('other.ts')
    expect((await run({ suite: 'sd-jwt', strict: true })).read().strict).toBe(true)
  })

  it('takes variables of the environment before the configuration, and flags before both', async () => {
    const targets = { issuer: { offers: ['https://one.example'], txCode: '1' } }
    const text = JSON.stringify({ suite: 'openid4vci-1.0', targets, probes: true, strict: true })
    const folder = folderWith({ 'harness.config.json': text })
    const args = readArguments('run', listFlags(command), ['--now', '3'])
    const environment = {
      ASSAY_TARGET_ISSUER: 'https://two.example',
      ASSAY_PROBES: '0',
      ASSAY_NOW: '2',
      ASSAY_ONLY: 'A, B',
    }
    const { settings } = await chooseSuite(args, environment, folder)
    const read = (flag: string) => settings?.args.texts(flag)

    expect([read('offer'), read('tx-code'), read('now')]).toEqual([['https://two.example'], ['1'], ['3']])
    expect([settings?.args.has('probes'), settings?.args.has('strict')]).toEqual([false, true])
    expect(read('only')).toEqual(['A', 'B'])
    expect((await chooseSuite(args, { ASSAY_SUITE: 'sd-jwt' }, folderWith())).settings?.suite).toBe('sd-jwt')
  })

  it.each([
    ['issuer=openid-credential-offer://?credential_offer=secret', 'issuer=TARGET'],
    ['verifier=openid4vp://?request=secret', 'verifier=TARGET'],
    ['issuer=https://issuer.example/new-offer', 'issuer=https://issuer.example/new-offer'],
    ['wallet=command:node wallet.ts', 'wallet=command:node wallet.ts'],
  ])('shows of the target %s in the command that repeats it: %s', (target, shown) => {
    const args = readArguments('run', listFlags(command), ['--target', target])

    expect(describeCommand(command, args, 'run')).toEqual(['run', '--target', shown])
  })

  it.each([
    [{ suite: 'openid4vci-1.0', targets: { issuer: 'a:b', wallet: 'manual' } }, 'a test is about one role'],
    [{ suite: 'sd-jwt', targets: { issuer: 'a:b' } }, 'sd-jwt tests holder, not issuer'],
    [{ suite: 'haip-1.0', probs: true }, 'probs: there is no such key; did you mean `probes`?'],
    [{ suite: 'haip-1.0', anchors: 'roots.pem' }, 'anchors: there is no file roots.pem'],
    [{ suite: 'openid4vci-1.0', targets: { issuer: { offers: [] } } }, 'targets.issuer.offers: it is empty'],
    [{ suite: 'mdoc' }, 'suite'],
  ])('refuses %j', async (config, words) => {
    const { code, err } = await run(config)

    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  })

  it('refuses flags that it does not have, with the reason', async () => {
    const { code, err } = await run({ suite: 'openid4vci-1.0' }, '--shard', '1/2')

    expect([code, err]).toEqual([2, expect.stringContaining('a test takes seconds')])
  })

  it('sends no probes for requirements that are not selected, and is not whole', async () => {
    const whole = (await run({ suite: 'openid4vci-1.0', probes: true })).read()
    const { code, read } = await run({ suite: 'openid4vci-1.0', probes: true, only: ['VCIUSE-REFUSES'] })
    const some = read()

    expect([code, some.verdict.claimable, some.selection.complete]).toEqual([0, false, false])
    expect(some.results.map(({ id }) => id)).toEqual(['VCIUSE-REFUSES'])
    expect(some.traffic.calls).toBeLessThan(whole.traffic.calls)
    expect(some.probes).toEqual(
      whole.probes.filter(({ requirement }) => requirement === 'VCIUSE-REFUSES').map(anySession),
    )
  })

  it('leaves out one probe by its id', async () => {
    const id = 'VCIUSE-REFUSES/a-proof-with-a-nonce-that-was-made-up'
    const { read } = await run({ suite: 'openid4vci-1.0', probes: true }, '--skip', id)

    expect(read().probes.map((probe) => probe.id)).not.toContain(id)
    expect(read().results.find((each) => each.id === 'VCIUSE-REFUSES')?.outcome).toBe('passed')
  })

  it('refuses an id that no standard has', async () => {
    const { code, err } = await run({ suite: 'sd-jwt' }, '--only', 'VCIUSE-REFUSE')

    expect([code, err]).toEqual([2, expect.stringContaining('did you mean `VCIUSE-REFUSES`?')])
  })

  it('finds a fault of a selected requirement alone', async () => {
    const flags = ['--probes', '--fault', 'VCIUSE-REFUSES/takes-any-nonce', '--now', String(time)]

    expect(await assay(['test', 'issuer', ...flags, '--only', 'VCIUSE-REFUSES'])).toMatchObject({ code: 1 })
    expect(await assay(['test', 'issuer', ...flags, '--skip', 'VCIUSE-REFUSES'])).toMatchObject({ code: 0 })
  })

  it('says that a configuration of another suite is not used', async () => {
    const { err } = await run({ probes: true }, '--suite', 'sd-jwt')

    expect(err).toContain('is for another suite, and is not used')
  })
})

const listNames = (properties: object): readonly string[] =>
  Object.keys(properties).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))

describe('the events of a run of a standard', () => {
  it.each(every)('are its messages as they are recorded, its probes and its end: $suite, $role', async (tested) => {
    const { out, folder, code, read } = await run({ ...tested, probes: true }, '--events')
    const events: readonly RunEvent[] = out.split('\n').map((line) => JSON.parse(line))
    const [, ...lines] = readFileSync(join(folder, 'out/record.ndjson'), 'utf8').trim().split('\n')
    const recorded: readonly RecordLine[] = lines.map((line) => JSON.parse(line))
    const messages = events.flatMap((each) => (each.event === 'message' ? [each.message] : []))
    const kinds = new Set(events.map(({ event }) => event))

    expect(messages.map(describeMessage)).toEqual(recorded.map(describeMessage))
    expect([...kinds].filter((kind) => kind !== 'message')).toEqual(['begin', 'probes', 'end'])
    expect(events.at(-1)).toMatchObject({ verdict: read().verdict.result, exitCode: code })
  })

  it('have no private values', async () => {
    const { out, folder } = await run({ suite: 'openid4vci-1.0' }, '--events', '--keep-private')
    const kept = readFileSync(join(folder, 'out/record.private.ndjson'), 'utf8')
    const [, secret = ''] = /access_token[\\"]+:[\\"]+([\w-]{20,})/.exec(kept) ?? []

    expect(secret).not.toBe('')
    expect(out).not.toContain(secret)
  })
})

const describeMessage = ({ number, session, endpoint, request, response }: RecordLine) => [
  ...[number, session, endpoint, request.method, response?.status],
]

describe('the first configuration of a standard', () => {
  /** Writes one, and reads it as a run does. */
  async function init(...flags: readonly string[]) {
    const folder = folderWith()
    const { code } = await assay(['init', folder, ...flags])
    const text = readFileSync(join(folder, 'harness.config.ts'), 'utf8')
    const content = text.replace("import { defineHarness } from 'assay'", 'const defineHarness = (all) => all')
    writeFileSync(join(folder, 'read.config.mjs'), content)
    const args = readArguments('run', listFlags(command), ['--config', join(folder, 'read.config.mjs')])
    return { code, folder, ...(await chooseSuite(args, {}, folder)) }
  }

  it.each(every)('is read by a run: $suite, $role', async ({ suite, role }) => {
    const [without, given] = [
      await init('--suite', suite, '--role', role),
      await init('--suite', suite, '--role', role, '--url', "https://x.example/it's"),
    ]

    expect(without.settings).toMatchObject({ suite, role, hasTarget: false })
    expect(given.settings).toMatchObject({ suite, role, hasTarget: true })
    const flags = ['offer', 'request', 'wallet', 'holder'].flatMap((flag) => given.settings?.args.texts(flag) ?? [])
    expect(flags).toEqual(["https://x.example/it's"])
  })

  it('comes with a workflow that runs it', async () => {
    const { folder } = await init('--suite', 'haip-1.0', '--ci', 'github')

    expect(readFileSync(join(folder, '.github/workflows/assay.yml'), 'utf8')).toContain('assay run')
  })

  it('refuses roles that the standard does not test', async () => {
    const { code, err } = await assay(['init', folderWith(), '--suite', 'sd-jwt', '--role', 'issuer'])

    expect([code, err]).toEqual([2, expect.stringContaining('--role')])
  })
})

describe('before a run of a standard', () => {
  it('the doctor says what is tested, and finds mistakes', async () => {
    const folder = folderWith({ 'harness.config.json': '{ "suite": "haip-1.0", "role": "verifier" }' })
    const config = ['--config', join(folder, 'harness.config.json')]
    writeFileSync(join(folder, 'bad.json'), '{ "suite": "haip-1.0", "rolle": "verifier" }')
    const [good, bad] = [
      await assay(['doctor', ...config]),
      await assay(['doctor', '--config', join(folder, 'bad.json')]),
    ]

    expect([good.code, good.out]).toEqual([0, expect.stringMatching(/suite +haip-1\.0[\s\S]*the reference verifier/)])
    expect([bad.code, bad.out]).toEqual([2, expect.stringContaining('did you mean `role`?')])
  })

  it('the plan has what the role has to pass, and says that a target is missing', async () => {
    const { code, out } = await assay(['plan', 'wallet', '--suite', 'openid4vp-1.0', '--json'])
    const { role, rows, lacks } = JSON.parse(out)

    expect([code, role, lacks.length]).toEqual([3, 'wallet', 1])
    expect(rows.length).toBeGreaterThan(50)
    expect((await assay(['plan', '--suite', 'sd-jwt', '--target', 'holder=module:a.ts'])).code).toBe(0)
    expect((await assay(['plan', 'verifier', '--suite', 'openid4vci-1.0'])).code).toBe(2)
  })
})

describe('the settings of a standard', () => {
  const flags = Object.keys(listFlags(test))
  const ofTargets = Object.entries(schema.$defs).flatMap(([role, { properties }]) =>
    listNames(properties).map((name) => ({ role, name })),
  )
  const reached: Readonly<Record<string, string>> = { offers: 'offer', requests: 'request' }

  it.each(ofTargets)('for a target of the role $role are flags of `assay test`: $name', ({ role, name }) => {
    expect(isTestedRole(role)).toBe(true)
    expect(flags).toContain(name === 'url' ? role : (reached[name] ?? name))
  })

  it('have every flag of `assay test`, except those of reference actors and of the terminal', () => {
    const { targets: _, listen, ...rest } = schema.properties
    const names = [...ofTargets.map(({ role, name }) => (name === 'url' ? role : (reached[name] ?? name)))]
    const all = new Set([
      ...names,
      ...listNames(rest),
      ...listNames(listen.properties),
      'tls-cert',
      'tls-key',
      'format',
    ])
    const left = ['profile', 'fault', 'variant', 'write-trust', 'baseline', 'json', 'events', 'quiet', 'resume']

    expect(flags.filter((flag) => !all.has(flag))).toEqual(left)
  })

  it('are those of the types', () => {
    const config: SuiteConfig = { suite: 'haip-1.0', targets: { issuer: { offers: ['command:./offer'], txCode: '1' } } }

    expect(config.targets?.issuer).toMatchObject({ txCode: '1' })
  })
})
