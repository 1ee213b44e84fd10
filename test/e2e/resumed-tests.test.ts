import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { readRecord } from '../../src/privacy/read-record.ts'
import { runFiles } from '../../src/run-folder/run-files.ts'
import { assay } from '../cli/console.ts'
import { folder } from '../running-vitest.ts'
import { serveActor } from '../standards/served-issuer.ts'
import { folderWith } from '../temporary-folder.ts'
import { reportIn, startAssay } from './child.ts'

// Tests by a standard that are interrupted or killed go on where they were.

const listOutcomes = ({ results }: RunReport): readonly string[] =>
  results.map(({ id, outcome }) => `${id} ${outcome}`).toSorted()

const forgotten = ['--probes', '--out', 'out', '--events'] as const
const kept = [...forgotten, '--keep-private'] as const

/** Tests a target until some probes were answered, and ends the process with a signal. */
async function interrupt(
  home: string,
  argv: readonly string[],
  signal: 'SIGINT' | 'SIGKILL',
  probes: number,
  flags: readonly string[] = kept,
) {
  const { child, ended } = startAssay(home, 'test', ...argv, ...flags)
  let count = 0
  child.stdout?.on('data', (text) => {
    count += `${text}`.split('"event":"probes"').length - 1
    if (!child.killed && count >= probes) child.kill(signal)
  })
  return ended
}

const readLines = (home: string, file: string): readonly string[] =>
  readFileSync(join(home, 'out', file), 'utf8').split('\n')

/** What Assay asked a target for, and what it was asked for, as the tape has it. */
const listTaped = (home: string): readonly string[] => readLines(home, runFiles.tape).slice(1, -1)

/** The rest of a test, in a process of its own. */
const resume = (home: string, argv: readonly string[]) => startAssay(home, 'test', ...argv, ...kept, '--resume').ended

const whole = async (argv: readonly string[]): Promise<RunReport> => {
  const home = folder()
  await startAssay(home, 'test', ...argv, ...kept).ended
  return reportIn(home)
}

async function trustOf(actor: string, ...flags: readonly string[]): Promise<readonly string[]> {
  const trust = folderWith()
  await assay(['test', 'verifier', '--write-trust', trust])
  return ['--request', await serveActor(actor), '--anchors', join(trust, 'root.pem'), ...flags]
}

const holder = `
import { createInterface } from 'node:readline'
import { createReferenceHolder } from '${import.meta.resolve('../../suites/sd-jwt/harness/reference-holder.ts')}'
const answer = createReferenceHolder()
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await answer(JSON.parse(line))))
`

const targets: readonly (readonly [string, number, () => Promise<readonly string[]>])[] = [
  ['an issuer', 25, async () => ['issuer', '--offer', await serveActor('openid4vci-issuer')]],
  [
    'an issuer with a fault',
    25,
    async () => [
      ...['issuer', '--offer'],
      await serveActor('openid4vci-issuer', '--fault', 'VCIUSE-REFUSES/does-not-verify-proofs'),
    ],
  ],
  ['a verifier', 20, async () => ['verifier', ...(await trustOf('openid4vp-verifier'))]],
  [
    'a verifier that fetches lists',
    8,
    async () => ['verifier', ...(await trustOf('openid4vp-verifier', '--status-list'))],
  ],
  ['a wallet', 6, async () => ['wallet', '--wallet', await serveActor('openid4vci-wallet'), '--patience', '1']],
  [
    'a wallet that presents',
    6,
    async () => [
      'wallet',
      '--profile',
      'openid4vp-1.0',
      '--wallet',
      await serveActor('openid4vp-wallet'),
      '--patience',
      '1',
    ],
  ],
  [
    'a holder',
    6,
    async () => ['holder', '--holder', `${process.execPath} ${folderWith({ 'holder.mjs': holder })}/holder.mjs`],
  ],
]

/** The results of a kept test, judged again; none is taken over. */
async function judgeAgain(home: string): Promise<readonly string[]> {
  const report: RunReport = JSON.parse((await assay(['rejudge', join(home, 'out'), '--json'])).out)
  expect(report.results.filter(({ reason }) => reason?.startsWith('taken over'))).toEqual([])
  return listOutcomes(report)
}

/** Kills a test, and plays the rest of it: how that ended, and the part of the tape that was sound when it was killed. */
async function killAndResume(home: string, argv: readonly string[], probes: number) {
  expect(await interrupt(home, argv, 'SIGKILL', probes)).toMatchObject({ signal: 'SIGKILL' })
  const before = listTaped(home)
  const sound = before.slice(0, before.findLastIndex((line) => line.includes('"place":"sound"')) + 1)
  return { ...(await resume(home, argv)), sound }
}

describe.each(targets)('a test of %s', (_, probes, findTarget) => {
  it('that is killed goes on where it was, and comes out as if nothing had been', async () => {
    const [home, argv] = [folder(), await findTarget()]
    // Side by side: a wallet waits as long as its issuer asks it to.
    const [{ code, err, sound }, uninterrupted] = await Promise.all([killAndResume(home, argv, probes), whole(argv)])

    const report = reportIn(home)
    expect({ code, err }).toEqual({ code: report.verdict.exitCode, err: expect.not.stringContaining('error') })
    expect(listOutcomes(report)).toEqual(listOutcomes(uninterrupted))
    expect(report.notes).toContainEqual(expect.stringContaining('the test was interrupted and resumed: '))
    const { test } = JSON.parse(readLines(home, runFiles.private)[0] ?? '')
    expect(sound.length).toBeGreaterThan(10)
    expect(test.events.slice(0, sound.length)).toEqual(sound.map((line) => JSON.parse(line)))
    expect(test.events[sound.length]).toMatchObject({ place: 'resumed' })
    expect(test.events.length).toBeGreaterThan(sound.length + 1)
  })
})

describe('a test of an issuer that is killed', () => {
  it('leaves a record of what was sent, without private values, and the next one replaces it', async () => {
    const [home, argv] = [folder(), ['issuer', '--offer', await serveActor('openid4vci-issuer')]]
    await interrupt(home, argv, 'SIGKILL', 25, forgotten)

    const text = readFileSync(join(home, 'out', runFiles.record), 'utf8')
    const { head, lines } = readRecord(text)
    expect(head).toMatchObject({ redacted: true, profile: 'openid4vci-1.0', actors: [{ role: 'issuer' }] })
    expect(lines.length).toBeGreaterThan(25)
    expect(text).not.toMatch(/eyJ[\w-]{20}/)
    expect(readdirSync(join(home, 'out')).filter((file) => !file.startsWith('.'))).toEqual([runFiles.record])
    expect((await startAssay(home, 'test', ...argv, ...forgotten).ended).err).not.toContain('error')
    expect(reportIn(home).record).toMatchObject({ messages: readLines(home, runFiles.record).length - 2 })
  })

  it('that never sent a message leaves the report of the test before', async () => {
    const [home, argv] = [folder(), ['issuer', '--offer', await serveActor('openid4vci-issuer'), '--out', 'out']]
    await startAssay(home, 'test', ...argv).ended

    const { code } = await startAssay(home, 'test', 'issuer', '--offer', 'nonsense', '--out', 'out').ended

    expect([code, reportIn(home).verdict.result]).toEqual([2, expect.any(String)])
  })
})

describe('a test of an issuer that is interrupted', () => {
  it('is judged again as far as it came, and can be interrupted and killed again before it comes to its end', async () => {
    const [home, argv] = [folder(), ['issuer', '--offer', await serveActor('openid4vci-issuer')]]
    expect(await interrupt(home, argv, 'SIGINT', 8)).toMatchObject({ code: 130 })
    expect(await judgeAgain(home)).toEqual(listOutcomes(reportIn(home)))
    await interrupt(home, [...argv, '--resume'], 'SIGKILL', 20)
    const tape = join(home, 'out', runFiles.tape)
    writeFileSync(tape, `${readFileSync(tape, 'utf8')}{"at":1795`)

    await resume(home, argv)

    const report = reportIn(home)
    expect(listOutcomes(report)).toEqual(listOutcomes(await whole(argv)))
    expect(report.notes).toContainEqual(expect.stringContaining('interrupted and resumed, 2 times: '))
    expect(await judgeAgain(home)).toEqual(listOutcomes(report))
    expect(readdirSync(join(home, 'out'))).not.toContain(runFiles.tape)
  })
})

describe('a test that cannot be resumed', () => {
  const argv = ['test', 'holder', '--probes', '--quiet'] as const

  it('says why: it is complete', async () => {
    const out = join(folder(), 'out')
    await assay([...argv, '--keep-private', '--out', out])

    expect(await assay([...argv, '--keep-private', '--out', out, '--resume'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be resumed: it is complete, or its messages were not kept'),
    })
  })

  it('says why: its messages are not to be kept', async () => {
    expect(await assay([...argv, '--out', join(folder(), 'out'), '--resume'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--resume needs --out and --keep-private'),
    })
  })

  it('says why: its settings are others, or it is too old', async () => {
    const home = folder()
    const target = ['issuer', '--offer', await serveActor('openid4vci-issuer')]
    await interrupt(home, target, 'SIGINT', 4)

    const { code, err } = await resume(home, [...target, '--client-id', 'other'])
    const tape = join(home, 'out', runFiles.tape)
    const [first = '', ...events] = readFileSync(tape, 'utf8').split('\n')
    const { test, ...head } = JSON.parse(first)
    writeFileSync(tape, [JSON.stringify({ ...head, test: { ...test, began: 1000 } }), ...events].join('\n'))

    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('had other settings (--client-id)') })
    expect((await resume(home, target)).err).toContain('was begun more than 24 hours ago')
  })

  it('begins again where nothing of it was complete', async () => {
    const home = folder()
    const target = ['issuer', '--offer', await serveActor('openid4vci-issuer')]
    await interrupt(home, target, 'SIGINT', 4)
    const tape = join(home, 'out', runFiles.tape)
    writeFileSync(tape, `${readFileSync(tape, 'utf8').split('\n')[0]}\n`)

    const { code, err } = await resume(home, target)

    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('was complete: it begins again') })
  })
})
