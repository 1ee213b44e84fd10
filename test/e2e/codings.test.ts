import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import holders from '../../fixtures/holders.json' with { type: 'json' }
import { describePlanted } from '../../hostile/peak.ts'
import { formatNames } from '../../reporters/formats.ts'
import { assay } from '../cli/console.ts'
import { serving } from '../cli/serving.ts'
import { codings } from '../codings.ts'
import { folderWith } from '../temporary-folder.ts'
import { settings } from '../whole-run.ts'
import { front, withBody } from './fronts.ts'

// An issuer that writes what it knows into every place that it fills. Nothing of it may be in any file, and no run is
// withheld for it. All codings in all places: CODINGS=all; otherwise every coding is in one place at least.

const [{ sessionToken } = { sessionToken: '' }] = settings.accounts
const values = [sessionToken, holders.asha.ResidentName]
const planted = Object.values(codings).flatMap((code) => values.map((value) => code(value)))

/** Places in a response: header fields, and members of a JSON body. */
const fields = ['server', 'content-language', 'allow', 'vary', 'cache-control', 'etag', 'retry-after', 'via', 'link']
const members = ['kid', 'alg', 'use', 'typ', 'error', 'nonce_endpoint', 'format', 'zip']

/** A text that a header field can carry. */
const toField = (text: string): string => text.replaceAll(/[^\x21-\x7e]/g, '_')

function plant(body: string, names: readonly (readonly [string, string])[]): string {
  const value = JSON.parse(body)
  const within = (at: unknown): unknown => {
    if (Array.isArray(at)) return at.map(within)
    if (typeof at !== 'object' || at === null) return at
    return {
      ...Object.fromEntries(Object.entries(at).map(([name, each]) => [name, within(each)])),
      ...Object.fromEntries(names),
    }
  }
  return JSON.stringify(within(value))
}

/** Runs against an issuer with these texts in its responses, and returns every text that the run wrote. */
async function run(
  texts: readonly string[],
): Promise<{ readonly code: number; readonly err: string; readonly written: string }> {
  const take = (i: number): string => texts[i % texts.length] ?? ''
  const { url, lead } = await front(async (request, onward) => {
    const answer = await onward(request)
    const { pathname } = new URL(request.url)
    const isOpen = /jwks\.json|openid-credential-issuer|nonce/.test(pathname) && answer.ok
    const names = members.map((name, i) => [name, take(i)] as const)
    const changed = isOpen ? withBody(answer, plant(await answer.text(), names)) : answer
    const headers = new Headers(changed.headers)
    for (const [i, name] of fields.entries()) headers.set(name, toField(take(i + members.length)))
    return new Response(changed.body, { status: changed.status, headers })
  })
  const { facts } = await serving('issuer', 'status-service', '--public-url', url)
  lead(facts.url)
  const folder = folderWith({ 'c.json': '{}' })
  const out = join(folder, 'out')
  const targets = ['issuer', 'status-service'].flatMap((role) => ['--target', `${role}=${url}`])
  const forms = formatNames.flatMap((name) => ['--format', name])
  const flags = ['--config', join(folder, 'c.json'), '--out', out, '--members', '0', '--now', '1795000000']
  const said = await assay(['run', ...flags, ...targets, ...forms])
  const files = readdirSync(out).filter((name) => !name.startsWith('.'))
  const written = files.map((name) => readFileSync(join(out, name), 'utf8')).join('\n')
  return { code: said.code, err: said.err, written: `${written}\n${said.out}` }
}

const places = fields.length + members.length
const isWhole = process.env.CODINGS === 'all'
const count = isWhole ? planted.length : Math.ceil(planted.length / places)
const shift = Math.max(1, Math.floor(planted.length / count))

describe('an issuer that writes private values in every coding', () => {
  it.each(Array.from({ length: count }, (_, i) => i))('shows none of them, and silences no run: %i', async (i) => {
    const texts = [...planted.slice(i * shift), ...planted.slice(0, i * shift)].slice(0, places)

    const { code, err, written } = await run(texts)

    const shown = texts.flatMap((text) => [text, toField(text)]).filter((text) => written.includes(text))
    expect(shown).toEqual([])
    expect(err).not.toMatch(/withheld|defect/)
    expect([1, 3, 4]).toContain(code)
    expect(written).toContain('"verdict"')
    if (isWhole) console.log(describePlanted(texts.length, 1))
  })
})
