import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder } from '../running-vitest.ts'
import { startAssay, startRun } from './child.ts'

test.each([
  { what: 'a run without probes', flags: [], most: 220 },
  { what: 'a run with all probes', flags: ['--probes'], most: 360 },
])('$what needs less than $most MB', async ({ flags, most }) => {
  const { code, peak } = await startRun(folder(), {}, ...flags).ended
  expect(code).toBe(0)
  expect(peak).toBeLessThan(most)
})

const repeat = (count: number, write: (i: number) => string, by = ','): string =>
  Array.from({ length: count }, (_, i) => write(i)).join(by)

const token = (): string => `eyJ${randomBytes(12).toString('base64url')}.${randomBytes(9).toString('base64url')}.AAAA`

test.each([
  ['very many brackets', '['.repeat(60_000_000)],
  ['a long text', `{"a":"${'x'.repeat(150_000_000)}"}`],
])('a report with %s needs less than 200 MB, and is refused in a line', async (_, text) => {
  const home = folder()
  writeFileSync(join(home, 'report.json'), text)

  const { code, out, err, peak } = await startAssay(home, 'report', '.', '--format', 'junit').ended

  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/^assay: error: report\.json (is not valid JSON|has more than)/)
  expect(peak).toBeLessThan(200)
})

test.each([
  ['eight million brackets', '['.repeat(8_000_000)],
  ['a million arrays in an object', `{"a":${'['.repeat(1_000_000)}`],
  ['millions of numbers', `[${repeat(3_900_000, () => '1')}]`],
  ['hundreds of thousands of members', `{${repeat(400_000, (i) => `"n${i}":${i}`)}}`],
  ['an archive of very many entries', `{"log":{"entries":[${repeat(900_000, () => '{"a":1}')}]}}`],
  ['millions of lines', '{}\n'.repeat(2_000_000)],
  ['very many tokens', repeat(150_000, token, '\nx ')],
])('a file with %s needs less than 200 MB, and is refused in a line', async (_, text) => {
  const home = folder()
  writeFileSync(join(home, 'file'), text)

  const { code, out, err, peak } = await startAssay(home, 'verify', 'file').ended

  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/^assay: error: /)
  expect(peak).toBeLessThan(200)
})
