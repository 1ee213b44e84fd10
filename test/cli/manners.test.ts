import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { plainPaint } from '../../reporters/text/paint.ts'
import { dispatch } from '../../src/cli/dispatch.ts'
import { createTicker } from '../../src/cli/ticker.ts'
import { readColumns, wrapLine } from '../../src/terminal/wrap-line.ts'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'

/** A command line before a terminal of some width. */
async function runIn(columns: number, ...argv: readonly string[]): Promise<readonly string[]> {
  const out: string[] = []
  const write = (line: string): void => void out.push(line)
  await dispatch(argv, { out: write, err: () => {}, paint: plainPaint, stdin: () => Buffer.from(''), columns })
  return out
}

describe('a narrow terminal', () => {
  it.each([['help'], ['help', 'run'], ['explain', 'SD-DIGEST']])(
    'gets no line that is wider: %s %s',
    async (...argv) => {
      const lines = await runIn(60, ...argv)

      const isWord = (line: string): boolean => !/\S \S/.test(line.trimStart())
      expect(lines.length).toBeGreaterThan(10)
      expect(lines.filter((line) => line.length > 60 && !isWord(line))).toEqual([])
    },
  )

  it('has the width that COLUMNS says, or its own', () => {
    expect([
      readColumns('72', 100),
      readColumns(undefined, 100),
      readColumns('x', 100),
      readColumns('0', undefined),
    ]).toEqual([72, 100, 100, undefined])
  })

  it('keeps words and colours whole', () => {
    const word = 'x'.repeat(50)
    expect(wrapLine(`  ${word} ${word}`, 45)).toEqual([`  ${word}`, `    ${word}`])
    expect(wrapLine('\u001b[1mbold\u001b[22m and plain', 14)).toEqual(['\u001b[1mbold\u001b[22m and plain'])
    expect(wrapLine('as long as it is', undefined)).toEqual(['as long as it is'])
  })
})

describe('a long command', () => {
  it('says nothing in its first two seconds', () => {
    const said: string[] = []
    const ticker = createTicker({ ...silent, isLive: true, progress: (text) => void said.push(text) })

    ticker.tick('1 so far')
    ticker.end()

    expect(said).toEqual([])
  })
})

const silent = { out: () => {}, err: () => {}, paint: plainPaint, stdin: () => Buffer.from('') }

describe('--reveal', () => {
  it('shows the value that is wrong, and nothing does without it', async () => {
    const lines = readFileSync('fixtures/vectors/credential.ndjson', 'utf8').trimEnd().split('\n')
    const vectors: readonly { id: string; artefact: string }[] = lines.map((line) => JSON.parse(line))
    const wrong = vectors.find(({ id }) => id.startsWith('CLAIMS-ID-TYPE/'))?.artefact ?? ''
    const folder = folderWith({ 'credential.txt': wrong })
    const argv = ['verify', `${folder}/credential.txt`, '--as', 'credential', '--jwks', 'fixtures/artefacts/jwks.json']

    const [hidden, shown] = [await assay(argv), await assay([...argv, '--reveal'])]

    expect(hidden.out).toMatch(/expected +RF, NRI or IN\n +actual +<text of \d+ characters>/)
    expect(shown.out).toMatch(/expected +RF, NRI or IN\n +actual +"\w+"/)
  })
})

describe('a target that is given without its flag', () => {
  it.each([
    ['issuer', '--offer'],
    ['verifier', '--request'],
    ['wallet', '--wallet'],
    ['holder', '--holder'],
  ])('is refused with the flag that names it: assay test %s', async (role, flag) => {
    const { code, err } = await assay(['test', role, 'https://target.example'])

    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`\`${flag} https://target.example\``) })
  })
})
