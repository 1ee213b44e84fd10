import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findFormatFile, formatNames } from '../../reporters/formats.ts'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'

const formats = formatNames.flatMap((name) => ['--format', name])
const config = () => ['--config', join(folderWith({ 'c.json': '{}' }), 'c.json')]

/** A folder with a run of the reference cast, in these forms. */
async function ran(flags: readonly string[] = []): Promise<string> {
  const folder = join(folderWith(), 'out')
  expect(await assay(['run', ...config(), '--quiet', '--seed', '42', '--out', folder, ...flags])).toMatchObject({
    code: 0,
  })
  return folder
}

const textIn = (...path: string[]): string => readFileSync(join(...path), 'utf8')

describe('assay run', () => {
  it('writes each form that it is asked for, and names it', async () => {
    const folder = join(folderWith(), 'out')

    const { out } = await assay(['run', ...config(), '--out', folder, '--format', 'junit', '--format', 'markdown'])

    expect(readdirSync(folder)).toEqual([
      '.assay.forms.json',
      'record.ndjson',
      'report.json',
      'report.junit.xml',
      'report.md',
    ])
    expect(out).toMatch(/report\.json, report\.junit\.xml, report\.md$/)
  })

  it('writes only the report if no other form is requested', async () => {
    expect(readdirSync(await ran())).toEqual(['record.ndjson', 'report.json'])
  })

  it('writes the forms that its configuration names', async () => {
    const folder = folderWith({ 'harness.config.json': JSON.stringify({ formats: ['tap', 'csv'] }) })

    await assay(['run', '--quiet', '--config', join(folder, 'harness.config.json'), '--out', join(folder, 'out')])

    expect(readdirSync(join(folder, 'out'))).toEqual([
      '.assay.forms.json',
      'record.ndjson',
      'report.csv',
      'report.json',
      'report.tap',
    ])
  })

  it('leaves no form of an earlier run', async () => {
    const folder = await ran(formats)

    await assay(['run', ...config(), '--quiet', '--out', folder, '--format', 'tap'])

    expect(readdirSync(folder)).toEqual(['.assay.forms.json', 'record.ndjson', 'report.json', 'report.tap'])
  })

  it('leaves what somebody else put beside it, and refuses to write over it', async () => {
    const folder = folderWith({ 'report.md': 'my own words' })

    expect(await assay(['run', ...config(), '--quiet', '--out', folder])).toMatchObject({ code: 0 })
    expect(await assay(['run', ...config(), '--quiet', '--out', folder])).toMatchObject({ code: 0 })
    rmSync(join(folder, 'record.ndjson'))
    rmSync(join(folder, 'report.json'))
    const refused = await assay(['run', ...config(), '--quiet', '--out', folder, '--format', 'markdown'])

    expect(refused).toMatchObject({ code: 2 })
    expect(textIn(folder, 'report.md')).toBe('my own words')
  })

  it.each(['my notes on assay', '# Assay: my own words'])(
    'never removes or overwrites the report.md of a user, not even beside a run: %s',
    async (words) => {
      const folder = await ran()
      writeFileSync(join(folder, 'report.md'), words)

      const again = await assay(['run', ...config(), '--quiet', '--out', folder])
      const refused = await assay(['run', ...config(), '--quiet', '--out', folder, '--format', 'markdown'])

      expect(again).toMatchObject({ code: 0 })
      expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('was not written by assay') })
      expect(textIn(folder, 'report.md')).toBe(words)
      expect(readdirSync(folder)).toEqual(['record.ndjson', 'report.json', 'report.md'])
    },
  )

  it('leaves a form that was changed after it was written', async () => {
    const folder = await ran(['--format', 'tap'])
    appendFileSync(join(folder, 'report.tap'), '# my own words')

    await assay(['run', ...config(), '--quiet', '--out', folder])

    expect(textIn(folder, 'report.tap')).toMatch(/my own words$/)
  })

  it('refuses a form that there is not, and says which was meant', async () => {
    const { code, err } = await assay(['run', ...config(), '--format', 'junot'])

    expect(code).toBe(2)
    expect(err).toContain('did you mean `junit`')
  })
})

describe('assay report', () => {
  it('says the same as the run did, to the octet, in every form', async () => {
    const folder = await ran(formats)

    for (const name of formatNames) {
      const file = join(folder, 'again')
      const { code, out } = await assay(['report', folder, '--format', name])
      await assay(['report', folder, '--format', name, '--out', file])

      expect(code).toBe(0)
      expect(`${out}\n`, name).toBe(textIn(folder, findFormatFile(name)))
      expect(readFileSync(file), name).toEqual(readFileSync(join(folder, findFormatFile(name))))
    }
  })

  it('says what the run said, where no form is asked for', async () => {
    const folder = join(folderWith(), 'out')
    const { out } = await assay(['run', ...config(), '--out', folder])

    const { out: again } = await assay(['report', folder])

    expect(out.startsWith(again)).toBe(true)
    expect((await assay(['report', join(folder, 'report.json')])).out).toBe(again)
  })

  it('does without the record where it can, and says so', async () => {
    const folder = await ran()
    rmSync(join(folder, 'record.ndjson'))

    expect(await assay(['report', folder, '--format', 'junit'])).toMatchObject({
      code: 0,
      err: expect.stringContaining('messages are left out'),
    })
    expect(await assay(['report', folder, '--format', 'har'])).toMatchObject({ code: 2, out: '' })
  })

  it('refuses the record of another run', async () => {
    const folder = await ran()
    appendFileSync(join(folder, 'record.ndjson'), '\n')

    const { code, err } = await assay(['report', folder, '--format', 'sarif'])

    expect(code).toBe(2)
    expect(err).toContain('is not the record that the report was made from')
  })

  it.each<readonly [string, string, string]>([
    ['is not JSON', '{', 'is not valid JSON'],
    ['is of an older version', '{"schemaVersion":1}', 'which assay 0.1 wrote; run the test again'],
    ['is of a newer version', '{"schemaVersion":3}', 'update assay to read it'],
    ['has no verdict', '{"schemaVersion":2}', 'is missing'],
    ['is a list', '[]', 'it must be an object'],
  ])('refuses a report that %s, and names it as the cause', async (_, text, reason) => {
    const folder = folderWith({ 'report.json': text })

    const { code, err } = await assay(['report', folder, '--format', 'tap'])

    expect(code).toBe(2)
    expect(err).toContain(reason)
  })

  it('refuses a report in which a result is not what it has to be', async () => {
    const folder = await ran()
    const report = JSON.parse(textIn(folder, 'report.json'))
    writeFileSync(join(folder, 'report.json'), JSON.stringify({ ...report, results: [{ id: 1 }] }))

    const { code, err } = await assay(['report', folder])

    expect(code).toBe(2)
    expect(err).toContain('results[0]')
  })

  it.each([[[]], [['a', 'b']], [['out', '--format', 'pdf']], [['nowhere-at-all']]])('refuses %j', async (argv) => {
    expect(await assay(['report', ...argv])).toMatchObject({ code: 2, out: '' })
  })

  it('says where it cannot write', async () => {
    const folder = await ran()

    const { code } = await assay(['report', folder, '--format', 'csv', '--out', join(folder, 'no', 'such', 'folder')])

    expect(code).toBe(2)
    expect(existsSync(join(folder, 'no'))).toBe(false)
  })
})
