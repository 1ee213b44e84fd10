import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { plainPaint } from '../../reporters/text/paint.ts'
import { dispatch } from '../../src/cli/dispatch.ts'
import { conformant } from '../reporters/small-report.ts'
import { folderWith } from '../temporary-folder.ts'

/** Answers what `assay decide` asks, one line after the other, and then as Ctrl+C does. */
async function decide(lines: readonly string[]) {
  const defaults = ['nonce.singleUse', 'endpoints.nonce.path'].map((id) => ({ id, value: 'x', source: 'default' }))
  const folder = folderWith({
    'report.json': JSON.stringify({ ...conformant, record: undefined, decisions: defaults }),
  })
  const config = join(folder, 'harness.config.json')
  writeFileSync(config, '{}')
  const answers = [...lines]
  const out: string[] = []
  const code = await dispatch(['decide', folder, '--config', config], {
    out: (line) => void out.push(line),
    err: (line) => void out.push(line),
    paint: plainPaint,
    stdin: () => Buffer.alloc(0),
    ask: async () => answers.shift(),
  })
  return { code, config: JSON.parse(readFileSync(config, 'utf8')), out: out.join('\n') }
}

describe('assay decide', () => {
  it('writes what was answered before Ctrl+C, and ends with 130', async () => {
    const { code, config, out } = await decide(['', 'once'])

    expect(code).toBe(130)
    expect(config.decisions).toEqual({ 'nonce.singleUse': 'once' })
    expect(out).toContain('1 answer written, 1 left')
  })

  it('writes nothing after Ctrl+C at the first question', async () => {
    expect(await decide([])).toMatchObject({ code: 130, config: {} })
  })

  it('writes all answers, and ends with 0', async () => {
    expect(await decide(['', 'once', '/n'])).toMatchObject({
      code: 0,
      config: { decisions: { 'nonce.singleUse': 'once', 'endpoints.nonce.path': '/n' } },
    })
  })
})
