import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import keys from '../../fixtures/keys.json' with { type: 'json' }
import type { RecordHead } from '../../model/record.ts'
import type { RunReport } from '../../model/run-report.ts'
import { toPem } from '../../protocol/jose/jwk.ts'
import { describeManualRun } from '../../src/cli/manual.ts'
import { chooseMembers } from '../../src/config/choose-members.ts'
import { runFiles } from '../../src/run-folder/run-files.ts'
import type { OpenRun } from '../../suites/document/run/open-run.ts'
import { time } from '../e2e/playing.ts'
import { folderWith } from '../temporary-folder.ts'
import { settings } from '../whole-run.ts'
import { assay } from './console.ts'
import { load } from './load-settings.ts'

const steady = ['--now', String(time), '--seed', '1']

/** A whole run whose messages are kept. */
async function keptRun(...argv: readonly string[]): Promise<string> {
  const out = folderWith()
  await assay(['run', '--out', out, '--keep-private', '--quiet', ...steady, ...argv])
  return out
}

const resumed = (out: string, ...argv: readonly string[]) =>
  assay(['run', '--resume', '--out', out, '--keep-private', '--quiet', '--now', String(time), ...argv])

const reportIn = (out: string): RunReport => JSON.parse(readFileSync(join(out, runFiles.report), 'utf8'))

const headIn = (out: string): RecordHead =>
  JSON.parse(readFileSync(join(out, runFiles.record), 'utf8').split('\n', 1)[0] ?? '')

const linesIn = (out: string): readonly { readonly session?: string; readonly number?: number }[] =>
  readFileSync(join(out, runFiles.record), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('a run that is resumed', () => {
  it('comes to the same where nothing was missing', async () => {
    const out = await keptRun()
    const before = reportIn(out)

    const { code, err } = await assay([
      'run',
      '--resume',
      '--out',
      out,
      '--keep-private',
      '--quiet',
      '--now',
      String(time),
    ])

    const after = reportIn(out)
    expect(code).toBe(0)
    expect(err).toContain('first, second, last were complete and will not be run again')
    expect(after.results).toEqual(before.results)
    expect([after.seed, after.sessions]).toEqual([before.seed, before.sessions])
  })

  it('plays again what a process that was killed had not finished', async () => {
    const out = await keptRun()
    rmSync(join(out, runFiles.report))

    const { code, err } = await assay(['run', '--resume', '--out', out, '--quiet', '--now', String(time)])

    const lines = linesIn(out).slice(1)
    expect(code).toBe(0)
    expect(err).toContain('first, second were complete')
    expect(lines.map(({ number = 0 }) => number).sort((a, b) => a - b)).toEqual(lines.map((_, i) => i + 1))
    expect(new Set(lines.map(({ session }) => session))).toEqual(new Set(['first', 'second', 'last']))
    expect(existsSync(join(out, runFiles.private))).toBe(true)
  })

  it.each([
    ['its messages were not kept', 'messages were not kept', [], ''],
    ['another target is meant', 'other targets', ['--target', 'wallet=manual'], 'kept'],
    ['other answers hold', 'another profile', ['--profile', 'document-rfc9901'], 'kept'],
    ['it starts from another seed', 'another seed', ['--seed', '2'], 'kept'],
    ['probes are to be sent', 'sends no negative tests', ['--members', '1'], 'kept'],
  ])('is refused where %s', async (_, why, argv, kept) => {
    const out = kept === '' ? folderWith() : await keptRun()

    const { code, err } = await assay(['run', '--resume', '--out', out, '--now', String(time), ...argv])

    expect(code).toBe(2)
    expect(err).toContain(why)
    expect(existsSync(join(out, runFiles.private))).toBe(kept !== '')
  })
})

describe('the settings of a run that is resumed', () => {
  const [root = '', other = ''] = [keys.root, keys.device2].map((key) => toPem(key))
  const share = ['--shard', '1/2']

  it.each<readonly [string, readonly string[], readonly string[], RegExp]>([
    ['nobody else was trusted', [], ['--anchors', 'root.pem'], /had other anchors \(--anchors\)/],
    ['others were trusted', ['--anchors', 'root.pem'], ['--anchors', 'other.pem'], /had other anchors \(--anchors\)/],
    ['somebody was trusted', ['--anchors', 'root.pem'], [], /had other anchors \(--anchors\)/],
    ['it judged everything', [], share, /had another part \(--shard\): all, and now 1\/2/],
    ['it judged its share', share, [], /had another part \(--shard\): 1\/2, and now all/],
    ['it judged another share', share, ['--shard', '2/2'], /had another part \(--shard\): 1\/2, and now 2\/2/],
  ])('has to be said again: %s', async (_, before, now, why) => {
    const folder = folderWith({ 'root.pem': root, 'other.pem': other })
    const inFolder = (words: readonly string[]) => words.map((word) => word.replace(/^.*\.pem$/, join(folder, '$&')))
    const out = await keptRun(...inFolder(before))

    const { code, err } = await resumed(out, ...inFolder(now))

    expect(code).toBe(2)
    expect(err).toMatch(why)
    expect(await resumed(out, ...inFolder(before))).toMatchObject({ code: 0 })
  })

  it('is TLS as well, or none', async () => {
    const out = await keptRun('--listen', '127.0.0.1:0')
    const address = String(headIn(out).addresses?.issuer)
    const listen = ['--listen', address.replace('http://', '')]

    const { code, err } = await resumed(out, ...listen, '--tls')

    expect(code).toBe(2)
    expect(err).toContain(`had no TLS (--tls): ${address}, and now ${address.replace('http', 'https')}`)
    expect(await resumed(out, ...listen)).toMatchObject({ code: 0 })
    expect((await resumed(out)).err).toContain(
      `had other addresses (--listen, --public-url): ${address}, and now https://issuer.example`,
    )
  })

  it('is TLS that was spoken before', async () => {
    const out = await keptRun('--listen', '127.0.0.1:0', '--tls')
    const address = String(headIn(out).addresses?.issuer)

    const { code, err } = await resumed(out, '--listen', address.replace('https://', ''))

    expect(code).toBe(2)
    expect(err).toContain(`had TLS (--tls): ${address}, and now ${address.replace('https', 'http')}`)
  })
})

describe('a run by hand', () => {
  it('has a day, unless a deadline is set, and sends no probes', async () => {
    const argv = ['--target', 'wallet=manual']
    const { settings: usual } = await load({ argv })
    const { settings: short } = await load({ argv, config: { deadline: 60 } })

    expect([usual.deadline, short.deadline, chooseMembers(usual)]).toEqual([86_400, 60, 0])
  })

  it.each([
    ['127.0.0.1', undefined, true],
    ['0.0.0.0', undefined, true],
    ['::1', undefined, true],
    ['192.168.1.20', undefined, false],
    ['127.0.0.1', 'https://tunnel.example', false],
    ['192.168.1.20', 'http://localhost:4801', true],
  ])('warns where a phone does not find its way: %s, %s', (host, publicUrl, isWarned) => {
    const listen = { host, port: 4801, ...(publicUrl !== undefined && { publicUrl }) }
    const open = { settings: { ...settings, listen }, url: 'http://127.0.0.1:4801' } as OpenRun
    const person = { path: '/assay/a-token' } as Parameters<typeof describeManualRun>[1]

    const lines = [...describeManualRun(open, person, 'out/record.private.ndjson')].join('\n')

    expect(lines.includes('a phone cannot reach')).toBe(isWarned)
    expect(lines).toContain('http://127.0.0.1:4801/assay/a-token')
  })
})
