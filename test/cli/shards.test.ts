import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'

const base = mkdtempSync(join(tmpdir(), 'assay-shards-'))
afterAll(() => rmSync(base, { recursive: true }))

const run = (out: string, ...flags: readonly string[]) =>
  assay(['run', '--config', join(base, 'c.json'), '--seed', '42', '--out', join(base, out), ...flags])

const reportIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))

const shards = [1, 2].map((index) => join(base, `shard-${index}`))

beforeAll(async () => {
  writeFileSync(join(base, 'c.json'), '{}')
  for (const index of [1, 2]) {
    expect(await run(`shard-${index}`, '--quiet', '--shard', `${index}/2`)).toMatchObject({ code: 0 })
  }
  expect(await run('kept', '--quiet', '--keep-private')).toMatchObject({ code: 0 })
})

describe('assay run --shard', () => {
  it('judges its share, and says so in report and record', () => {
    const [first = '', second = ''] = shards
    const [one, other] = [reportIn(first), reportIn(second)]

    expect(one.selection).toEqual({ only: [], skip: [], shard: { index: 1, count: 2 }, complete: false })
    expect(JSON.parse(readFileSync(join(first, 'record.ndjson'), 'utf8').split('\n', 1)[0] ?? '').selection).toEqual({
      only: [],
      skip: [],
      shard: { index: 1, count: 2 },
    })
    expect(one.results.length + other.results.length).toBe(reportIn(join(base, 'kept')).results.length)
  })

  it.each(['0/2', '3/2', '1', '1/0', 'a/b', '1/9999'])('refuses %s', async (shard) => {
    expect(await run('refused', '--shard', shard)).toMatchObject({ code: 2 })
    expect(existsSync(join(base, 'refused'))).toBe(false)
  })
})

describe('assay merge', () => {
  it('writes one report of all shares, in the forms that are wanted', async () => {
    const out = join(folderWith(), 'merged')

    const { code, out: told } = await assay([
      'merge',
      ...shards,
      '--out',
      out,
      '--format',
      'tap',
      '--format',
      'markdown',
    ])

    expect(code).toBe(0)
    expect(told).toContain('PASSED (provisional: ')
    expect(readdirSync(out)).toEqual(['.assay.forms.json', 'report.json', 'report.md', 'report.tap'])
    expect(reportIn(out).selection).toEqual({ only: [], skip: [], complete: true })
    expect((await assay(['report', out])).code).toBe(0)
    expect((await assay(['merge', ...shards, '--out', out, '--quiet'])).code).toBe(0)
  })

  it('names the missing shard, and writes nothing', async () => {
    const out = join(folderWith(), 'merged')

    const { code, err } = await assay(['merge', ...shards.slice(1), '--out', out])

    expect(code).toBe(2)
    expect(err).toContain('missing shard 1 of 2')
    expect(existsSync(out)).toBe(false)
  })

  it('leaves the folder of a run, and whatever is not a report, as it is', async () => {
    const [first = ''] = shards
    const folder = folderWith({ 'report.json': 'my own words' })

    expect((await assay(['merge', ...shards, '--out', first])).code).toBe(2)
    expect((await assay(['merge', ...shards, '--out', folder])).code).toBe(2)
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe('my own words')
  })

  it.each([[[]], [['--out', 'x']], [['a']]])('refuses %j', async (argv) => {
    expect(await assay(['merge', ...argv])).toMatchObject({ code: 2, out: '' })
  })
})

describe('assay replay', () => {
  const kept = join(base, 'kept')

  it('judges the messages that were kept by one requirement', async () => {
    expect(await assay(['replay', kept, 'SD-DIGEST'])).toMatchObject({ code: 0, out: 'SD-DIGEST  passed' })
  })

  it('tells what was found, and in which messages', async () => {
    const names = ['record.ndjson', 'record.private.ndjson', 'report.json']
    const folder = folderWith(Object.fromEntries(names.map((name) => [name, readFileSync(join(kept, name), 'utf8')])))
    const file = join(folder, 'record.private.ndjson')
    const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n')
    const jwks = lines.findIndex((line) => line.includes('"endpoint":"jwks"'))
    const bent = lines.map((line, i) => (i === jwks ? line.replaceAll('\\"ES256\\"', '\\"ES384\\"') : line))
    writeFileSync(file, [head, ...bent].join('\n'))

    const { code, out } = await assay(['replay', folder, 'jwks-es256'])

    expect(code).toBe(1)
    expect(out).toMatch(/^✖ JWKS-ES256 /)
    expect(out).toMatch(/\n {4}messages {6}(\d+, )*\d+ in session first$/)
  })

  it('plays again what was not kept, for that requirement alone', async () => {
    const [first = ''] = shards

    const { code, out } = await assay(['replay', first, 'SD-DIGEST', '--out', join(base, 'again')])

    expect(code).toBe(0)
    expect(out).toMatch(/^npx assay run --only SD-DIGEST --profile document --seed 42/)
    expect(reportIn(join(base, 'again')).results.map(({ id }: { id: string }) => id)).toEqual(['SD-DIGEST'])
  })

  it.each([[[]], [['out']], [['out', 'SD-DIGEST', 'x']], [['out', 'SD-DIGETS']]])('refuses %j', async (argv) => {
    expect(await assay(['replay', ...argv])).toMatchObject({ code: 2, out: '' })
  })
})
