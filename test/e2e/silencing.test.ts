import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatNames } from '../../reporters/formats.ts'
import { assay } from '../cli/console.ts'
import { serving } from '../cli/serving.ts'
import { folderWith } from '../temporary-folder.ts'
import { front, withBody } from './fronts.ts'

// What an issuer sends in private is searched for in every file. An issuer that knows our files can send what they have
// anyway: no run is withheld for it.

/** Runs against an issuer whose nonces are these texts, in turn, and returns the files that the run wrote. */
async function run(nonces: readonly string[]) {
  let next = 0
  const { url, lead } = await front(async (request, onward) => {
    const answer = await onward(request)
    if (!new URL(request.url).pathname.endsWith('/nonce') || !answer.ok) return answer
    const body: object = JSON.parse(await answer.text())
    const nonce = nonces[next++ % nonces.length]
    return withBody(answer, JSON.stringify({ ...body, nonce, c_nonce: nonce }))
  })
  const { facts } = await serving('issuer', 'status-service', '--public-url', url)
  lead(facts.url)
  const folder = folderWith({ 'c.json': '{}' })
  const out = join(folder, 'out')
  const targets = ['issuer', 'status-service'].flatMap((role) => ['--target', `${role}=${url}`])
  const forms = formatNames.flatMap((name) => ['--format', name])
  const flags = ['--config', join(folder, 'c.json'), '--out', out, '--members', '0', '--now', '1795000000']
  const { code, err } = await assay(['run', ...flags, ...targets, ...forms])
  const files = readdirSync(out).filter((name) => !name.startsWith('.'))
  return { code, err, files, texts: files.map((name) => readFileSync(join(out, name), 'utf8')) }
}

/** Pieces of a text, from its whole length. */
const cut = (text: string): readonly string[] =>
  [0.3, 0.6, 0.9].map((part) =>
    text
      .slice(Math.floor(part * text.length))
      .slice(0, 40)
      .replaceAll('\n', ' '),
  )

describe('an issuer that writes what our files have anyway', () => {
  it('silences no run: the time of day', async () => {
    const { code, err, files } = await run([new Date().toISOString().slice(0, 13)])

    expect(err).not.toMatch(/withheld|defect/)
    expect([1, 3]).toContain(code)
    expect(files).toContain('report.json')
  })

  it('silences no run: pieces of every file', async () => {
    const first = await run(['a-nonce-of-some-length'])
    const { code, err, files } = await run(first.texts.flatMap(cut))

    expect(err).not.toMatch(/withheld|defect/)
    expect([1, 3]).toContain(code)
    expect(files).toEqual(first.files)
  })
})
