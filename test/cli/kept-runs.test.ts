import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assay } from './console.ts'
import { serving, time } from './serving.ts'
import { folderWith } from './told.ts'

// A run that was kept: judged again, signed, put beside others.

let run = ''
let keys = ''

/** A copy of the run, to change something in. */
function copied(change: (folder: string) => void): string {
  const names = ['record.ndjson', 'record.private.ndjson', 'report.json', 'report.jws']
  const folder = folderWith(Object.fromEntries(names.map((name) => [name, readFileSync(join(run, name), 'utf8')])))
  change(folder)
  return folder
}

const verify = (folder: string) => assay(['verify-report', folder, '--key', join(keys, 'public.pem')])

const base = mkdtempSync(join(tmpdir(), 'assay-kept-'))
afterAll(() => rmSync(base, { recursive: true }))

beforeAll(async () => {
  const put = (name: string, text: unknown): void => writeFileSync(join(base, name), String(text))
  put('c.json', '{}')
  run = join(base, 'out')
  keys = base
  const flags = ['--config', join(base, 'c.json'), '--keep-private', '--quiet', '--seed', '42', '--out', run]
  expect(await assay(['run', ...flags])).toMatchObject({ code: 0 })
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  put('private.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }))
  put('public.pem', publicKey.export({ type: 'spki', format: 'pem' }))
  put('private.jwk', JSON.stringify(privateKey.export({ format: 'jwk' })))
  const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  put('rsa.pem', rsa.export({ type: 'pkcs8', format: 'pem' }))
  expect(await assay(['sign', run, '--key', join(keys, 'private.pem')])).toMatchObject({ code: 0 })
})

describe('assay rejudge', () => {
  it('comes to the same under the same answers', async () => {
    const { code, out } = await assay(['rejudge', run, '--quiet'])

    expect(code).toBe(0)
    expect(out.trim()).toMatch(/^\d+ requirements unchanged$/)
  })

  it('says what another profile would have made of the same messages, and by which decision', async () => {
    const { code, out } = await assay(['rejudge', run, '--quiet', '--profile', 'document-rfc9901'])

    expect(code).toBe(1)
    expect(out).toMatch(/SD-DIGEST {2}passed → failed, caused by the decision sd\.digest, sd\.order/)
  })

  it('needs everything that was said', async () => {
    const folder = copied((path) => rmSync(join(path, 'record.private.ndjson')))

    expect(await assay(['rejudge', folder])).toMatchObject({ code: 2 })
  })
})

describe('a signed report', () => {
  it('verifies, and is true to its record', async () => {
    const { code, out } = await verify(run)

    expect(code).toBe(0)
    expect(out.match(/^✔/gm)).toHaveLength(5)
  })

  it('is signed by a JWK as well, and by no key of RSA', async () => {
    const folder = copied(() => {})

    expect((await assay(['sign', folder, '--key', join(keys, 'private.jwk')])).code).toBe(0)
    expect((await verify(folder)).code).toBe(0)
    expect((await assay(['sign', folder, '--key', join(keys, 'rsa.pem')])).code).toBe(2)
  })

  it.each([
    ['report', 'report.json', (text: string) => text.replace('"seed": "42"', '"seed": "43"'), /✖ report /],
    [
      'record',
      'record.ndjson',
      (text: string) => text.replace('"milliseconds":', '"milliseconds": '),
      /✖ record .*\n✖ digest/,
    ],
    [
      'signature',
      'report.jws',
      (text: string) => `${text.slice(0, -8)}AAAAAA\n`,
      /✖ signature {2}not made with this key/,
    ],
  ])('of which one byte of the %s was changed is found out', async (_, name, change, named) => {
    const folder = copied((path) => writeFileSync(join(path, name), change(readFileSync(join(path, name), 'utf8'))))

    const { code, out } = await verify(folder)

    expect(code).toBe(1)
    expect(out).toMatch(named)
  })

  it('that says something else than its messages is found out, whoever signed it', async () => {
    const folder = copied((path) => {
      const file = join(path, 'report.json')
      const report = JSON.parse(readFileSync(file, 'utf8'))
      for (const result of report.results)
        if (result.id === 'SD-DIGEST') Object.assign(result, { outcome: 'inapplicable', reason: 'x' })
      writeFileSync(file, JSON.stringify(report))
    })
    await assay(['sign', folder, '--key', join(keys, 'private.pem')])

    const { code, out } = await verify(folder)

    expect(code).toBe(1)
    expect(out).toMatch(/✔ report .*\n.*\n.*\n✖ outcomes .*the record leads to other results: SD-DIGEST/)
  })

  it('whose messages were not kept is not judged again, and says so', async () => {
    const folder = copied((path) => rmSync(join(path, 'record.private.ndjson')))

    const { code, out } = await verify(folder)

    expect(code).toBe(0)
    expect(out).toMatch(/\? outcomes {3}not judged again/)
  })

  it('that nobody signed is vouched for by nobody', async () => {
    const folder = copied((path) => rmSync(join(path, 'report.jws')))

    const { code, out } = await verify(folder)

    expect(code).toBe(3)
    expect(out).toMatch(/\? signature {2}the report is not signed: there is no/)
  })

  it('is good for nothing without the key of whoever signed', async () => {
    expect((await assay(['verify-report', run])).code).toBe(3)
  })

  it('with a record of another run is refused', async () => {
    const folder = copied((path) => appendFileSync(join(path, 'record.ndjson'), '\n'))

    expect((await verify(folder)).code).toBe(1)
  })
})

describe('a run in which what is recommended decides', () => {
  /** A run against an issuer that does not do what is recommended: strictly, or not. */
  async function keptRun(...flags: readonly string[]) {
    const { facts } = await serving(
      'issuer',
      'status-service',
      '--fault',
      'JWKS-USE/publishes-a-key-with-use-signature',
    )
    const out = folderWith({ 'c.json': '{}' })
    const targets = ['issuer', 'status-service'].flatMap((role) => ['--target', `${role}=${facts.url}`])
    const argv = ['--config', join(out, 'c.json'), '--out', out, '--keep-private', '--quiet', '--members', '0']
    const { code } = await assay(['run', ...argv, ...targets, '--now', time, ...flags])
    return { out, code }
  }

  const outcomesOf = async (out: string) => (await assay(['verify-report', out])).out

  it('says so, and is judged again as it was', async () => {
    const { out, code } = await keptRun('--strict')

    expect(code).toBe(1)
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).strict).toBe(true)
    expect((await assay(['rejudge', out, '--quiet'])).code).toBe(1)
    expect(await outcomesOf(out)).toMatch(/✔ outcomes/)
    expect((await assay(['replay', out, 'JWKS-USE'])).code).toBe(1)
  })

  it('is none where nobody asked for it', async () => {
    const { out, code } = await keptRun('--gate', 'conformance')

    expect(code).toBe(0)
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).not.toHaveProperty('strict')
    expect((await assay(['rejudge', out, '--quiet'])).code).toBe(0)
    expect(await outcomesOf(out)).toMatch(/✔ outcomes/)
    expect((await assay(['replay', out, 'JWKS-USE'])).code).not.toBe(1)
  })

  it('is found out where somebody takes that back', async () => {
    const { out } = await keptRun('--strict')
    const file = join(out, 'report.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"strict": true', '"strict": false'))

    expect(await outcomesOf(out)).toMatch(/✖ outcomes .*the verdict/)
  })
})

describe('several runs', () => {
  it('stand side by side in Markdown and in HTML', async () => {
    const markdown = await assay(['matrix', run, run])
    const html = await assay(['matrix', run, '--format', 'html'])

    expect(markdown.out).toMatch(/^\| Requirement \| out \| out \|\n/)
    expect(markdown.out).toMatch(/\n\| SD-DIGEST \| passed \| passed \|/)
    expect(html.out).toMatch(/<td class="passed">passed<\/td>/)
  })

  it('go together or part at a step of the flow', async () => {
    const other = copied((path) => {
      const file = join(path, 'report.json')
      const report = JSON.parse(readFileSync(file, 'utf8'))
      report.actors = [{ role: 'wallet', url: 'https://wallet.test' }]
      for (const decision of report.decisions) if (decision.id === 'sd.digest') decision.value = 'rfc9901'
      writeFileSync(file, JSON.stringify(report))
    })

    expect(await assay(['compat', run, run])).toMatchObject({ code: 0 })
    const { code, out } = await assay(['compat', run, other])
    expect(code).toBe(1)
    expect(out).toMatch(/the first: issuer to verifier: the credential$/)
  })
})
