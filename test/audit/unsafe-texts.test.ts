import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assay } from '../cli/console.ts'
import { folderOf, issue } from './sources.ts'

/** Characters that a terminal obeys, or that disguise a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not be there
const unsafe = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

describe('a name of an artefact, and a file, that have characters which a terminal obeys', () => {
  it('are escaped in every file of an audit, and on the terminal', async () => {
    const [good = ''] = issue(1)
    const broken = good.replace(/\.[^.]{8}/, '.AAAAAAAA')
    const name = 'a\u0085\u009b31m\u202eb'
    const lines = [good, broken, 'nothing'].map((text, i) => JSON.stringify({ id: `${name}${i}`, text }))
    const folder = folderOf({ 'x\u202ey\u009b.ndjson': lines.join('\n') })
    const out = join(folder, 'out')
    const flags = ['--pointer', '/text', '--id-pointer', '/id', '--jwks', join(folder, 'jwks.json'), '--out', out]

    const printed = await assay(['audit', `${folder}/*.ndjson`, ...flags])
    const json = await assay(['audit', `${folder}/*.ndjson`, ...flags.slice(0, -1), join(folder, 'other'), '--json'])

    const files = readdirSync(out, { withFileTypes: true }).filter((each) => each.isFile())
    const texts = files.map((each) => [each.name, readFileSync(join(out, each.name), 'utf8')] as const)
    expect(texts.map(([file]) => file)).toContain('failures.ndjson')
    expect(texts.find(([file]) => file === 'failures.ndjson')?.[1]).toContain('\\u202e')
    const all = [...texts, ['out', printed.out], ['err', printed.err], ['json', json.out]] as const
    expect(all.filter(([, text]) => unsafe.test(text)).map(([file]) => file)).toEqual([])
  })
})
