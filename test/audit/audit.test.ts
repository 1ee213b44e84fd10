import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import holders from '../../fixtures/holders.json' with { type: 'json' }
import type { AuditReport } from '../../reporters/audit/audit-report.ts'
import { lockFolder } from '../../src/audit/lock-folder.ts'
import { compiler } from '../../tools/generate-validators.ts'
import { readSchemas } from '../../tools/schemas.ts'
import { assay } from '../cli/console.ts'
import { flagsIn, folderOf, issue } from './sources.ts'

const audit = async (folder: string, argv: readonly string[], stdin = '') => {
  const { code, out, err } = await assay(['audit', ...argv, ...flagsIn(folder)], stdin)
  const report: AuditReport = JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8'))
  return { code, out, err, report }
}

/** The requirements that count and are broken. */
const listBroken = ({ requirements }: AuditReport): readonly string[] =>
  requirements.flatMap(({ id, decides, outcomes }) => (decides && outcomes.failed ? [id] : [])).toSorted()

const credentials = issue(12)
const lines = (texts: readonly string[]): string => `${texts.join('\n')}\n`

describe('a source', () => {
  it.each([
    ['text.txt', lines(credentials), []],
    ['strings.ndjson', lines(credentials.map((text) => JSON.stringify(text))), []],
    [
      'objects.ndjson',
      lines(credentials.map((text, i) => JSON.stringify({ no: i, of: { text } }))),
      ['--pointer', '/of/text'],
    ],
    [
      'table.csv',
      `no,"the credential"\r\n${credentials.map((text, i) => `"${i}\n""x""",${text}`).join('\r\n')}\r\n`,
      ['--column', 'the credential'],
    ],
    ['packed.txt.gz', gzipSync(lines(credentials)), []],
    ['packed.txt.zst', zstdCompressSync(lines(credentials)), []],
  ])('may be %s', async (name, content, flags) => {
    const folder = folderOf({ [name]: content })
    const { code, report } = await audit(folder, [join(folder, name), ...flags])

    expect({ code, artefacts: report.artefacts, unread: report.unread.lines }).toEqual({
      code: 0,
      artefacts: 12,
      unread: 0,
    })
  })

  it('may be standard input, a pattern, or a folder with other kinds of artefacts', async () => {
    const folder = folderOf({ 'a.txt': lines(credentials.slice(0, 4)), 'b.txt': lines(credentials.slice(4)) })

    const piped = await audit(folder, ['-'], lines(credentials))
    const matched = await audit(folder, [join(folder, '[ab].txt')])
    const below = await audit(folderOf({ 'a.txt': lines(credentials) }), [folder, '--format', 'lines'])

    expect([piped, matched].map(({ report }) => report.artefacts)).toEqual([12, 12])
    expect(below.report.counts.kind?.map(({ key }) => key)).toEqual(expect.arrayContaining(['credential', 'jwks']))
  })
})

describe('a line that cannot be read', () => {
  it('is counted with its place, and does not end the audit', async () => {
    const [first = '', ...others] = credentials
    const source = [first, '{"no": 1', '"x"', 'x'.repeat(9_000_000), '', ...others].join('\n')
    const folder = folderOf({ 'all.txt': source })
    const path = join(folder, 'all.txt')
    const { code, report } = await audit(folder, [path, '--id-pointer', '/no'])

    expect({ code, artefacts: report.artefacts, unread: report.unread }).toEqual({
      code: 3,
      artefacts: 12,
      unread: {
        lines: 3,
        examples: [
          { place: `${path}:2`, problem: 'the line is not JSON' },
          { place: `${path}:3`, problem: 'its kind is not recognised' },
          { place: `${path}:4`, problem: expect.stringMatching(/^the line has 9\d{6} octets/) },
        ],
      },
    })
  })

  it('may be the rest of a packed file that is damaged, or grows without end', async () => {
    const packed = gzipSync(lines(credentials))
    const folder = folderOf({
      'cut.gz': packed.subarray(0, packed.length - 2_000),
      'zeros.gz': gzipSync(Buffer.alloc(7e7, 'x')),
    })
    const { report } = await audit(folder, [join(folder, 'cut.gz'), join(folder, 'zeros.gz')])

    expect(report.unread.examples.map(({ problem }) => problem)).toEqual(
      expect.arrayContaining([
        'it cannot be read further (Z_BUF_ERROR)',
        'it grows to more than 200 times its size, and is not read further',
      ]),
    )
  })
})

describe('an audit', () => {
  const bad = issue(40, {
    draft: (draft, place, first) => {
      if (place === 11) return { ...draft, header: { ...draft.header, typ: 'JWT' } }
      return place === 30 ? { ...draft, payload: { ...draft.payload, id: first.payload.id ?? '' } } : draft
    },
  })

  it('names what is wrong with one credential, and what is wrong with all of them', async () => {
    const folder = folderOf({ 'all.txt': lines(bad) })
    const { code, report, out } = await audit(folder, [join(folder, 'all.txt'), '--group-by', 'month'])

    expect({ code, broken: listBroken(report) }).toEqual({ code: 1, broken: ['CRED-TYP', 'CRED-UNIQUE'] })
    expect(out).toContain('all.txt:12')
    expect(out).toContain('all.txt:31) has that of')
    expect(report.groups).toEqual({ by: 'month', rows: [{ key: '2026-11', failed: { 'CRED-TYP': 1 } }] })
  })

  it('writes a report that its schema describes, whatever it comes to', async () => {
    const isReport = compiler().compile(readSchemas().get('audit-report') ?? false)
    const folder = folderOf({ 'all.txt': lines(bad), 'few.txt': `${lines(bad.slice(0, 3))}not an artefact\n` })
    const { report } = await audit(folder, [join(folder, 'all.txt'), '--group-by', 'month', '--limit', '35'])
    const { report: inconclusive } = await audit(folder, [join(folder, 'few.txt')])

    for (const each of [report, inconclusive]) {
      isReport(each)
      expect(isReport.errors ?? []).toEqual([])
    }
    expect(isReport({ ...report, conclusion: 'fine' })).toBe(false)
    expect(isReport({ ...report, holder: 'Asha' })).toBe(false)
  })

  it('does not write to a folder that another one writes to', async () => {
    const folder = folderOf({ 'all.txt': lines(credentials) })
    const [locked, out] = [lockFolder(join(folder, 'out')), join(folder, 'out')]
    const refused = await assay(['audit', join(folder, 'all.txt'), ...flagsIn(folder)])
    locked.release()
    writeFileSync(join(out, '.lock'), `${spawnSync('true').pid} ${hostname()}`) // a process that has ended
    const { code } = await assay(['audit', join(folder, 'all.txt'), ...flagsIn(folder)])

    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(`another audit writes to ${out}`) })
    expect([code, existsSync(join(out, '.lock'))]).toEqual([0, false])
  })

  it('writes no private value into any file', async () => {
    const folder = folderOf({ 'all.txt': lines(bad) })
    await audit(folder, [join(folder, 'all.txt')])
    const names = ['report.json', 'report.html', 'report.md', 'junit.xml', 'failures.ndjson']
    const written = names.map((name) => readFileSync(join(folder, 'out', name), 'utf8')).join('\n')
    const values = Object.values(holders.asha).filter((value) => typeof value === 'string' && value.length > 6)

    expect(values.length).toBeGreaterThan(10)
    expect(values.filter((value) => written.includes(String(value)))).toEqual([])
  })

  it('judges a drawn sample, the same for the same seed', async () => {
    const folder = folderOf({ 'all.txt': lines(bad) })
    const drawn = async (seed: string) => {
      const { report } = await audit(folder, [join(folder, 'all.txt'), '--sample', '9', '--seed', seed])
      return { artefacts: report.artefacts, counts: report.counts, requirements: report.requirements }
    }

    const [one, same, other] = [await drawn('1'), await drawn('1'), await drawn('11')]

    expect(one.artefacts).toBe(9)
    expect(same).toEqual(one)
    expect(other.artefacts).toBe(9)
  })

  it('ends early where that is wanted', async () => {
    const folder = folderOf({ 'all.txt': lines(bad) })

    const limited = await audit(folder, [join(folder, 'all.txt'), '--limit', '5'])
    const failed = await audit(folder, [join(folder, 'all.txt'), '--fail-fast'])

    expect([limited.code, limited.report.artefacts, failed.code]).toEqual([0, 5, 1])
  })
})
