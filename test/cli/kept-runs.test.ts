import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'
import { serving, time } from './serving.ts'

// A run that was kept: judged again, signed, put beside others.

let run = ''
const formats = ['html', 'junit', 'markdown', 'har', 'sarif', 'csv', 'tap', 'earl', 'ctrf']
let keys = ''

/** A copy of the run, to change something in. */
function copied(change: (folder: string) => void): string {
  const names = readdirSync(run).filter((name) => name.startsWith('re'))
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
  const flags = [
    '--config',
    join(base, 'c.json'),
    '--keep-private',
    '--quiet',
    '--seed',
    '42',
    '--out',
    run,
    ...formats.flatMap((name) => ['--format', name]),
  ]
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
    expect(out.match(/^✔/gm)).toHaveLength(8)
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
      (text: string) => `${text.trim().slice(0, -8)}AAAAAAAA\n`,
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
    expect(out).toMatch(
      /✔ report .*\n.*\n.*\n.*\n✖ form .*\n.*content.*\n✖ outcomes .*the record leads to other results: SD-DIGEST/,
    )
  })

  it('whose messages were not kept is not judged again, and says so', async () => {
    const folder = copied((path) => rmSync(join(path, 'record.private.ndjson')))

    const { code, out } = await verify(folder)

    expect(code).toBe(0)
    expect(out).toMatch(/\? outcomes {3}not judged again/)
  })

  it('without a signature has no proven origin', async () => {
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

/** Files of a run that were changed after it was signed. */
type Change = (folder: string) => void
const edit =
  (name: string, change: (text: string) => string): Change =>
  (folder) =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')))
const remove =
  (name: string): Change =>
  (folder) =>
    rmSync(join(folder, name))
const dropLine = (text: string): string => text.split('\n').toSpliced(4, 1).join('\n')

/** Signs other parts with the key of the run. */
const resign =
  (header: object, payload: (given: object) => object = (given) => given): Change =>
  (folder) =>
    edit('report.jws', (text) => {
      const parse = (part: string | undefined): object => JSON.parse(Buffer.from(`${part}`, 'base64url').toString())
      const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
      const [first, second] = text.split('.')
      const input = `${encode({ ...parse(first), ...header })}.${encode(payload(parse(second)))}`
      const key = createPrivateKey(readFileSync(join(keys, 'private.pem')))
      return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
    })(folder)

describe('the files of a signed run', () => {
  it.each<readonly [string, Change, RegExp]>([
    ['without the record', remove('record.ndjson'), /✖ digest .*there is no record\.ndjson/],
    ['without the report', remove('report.json'), /✖ report .*there is no/],
    ['with a report that is not JSON', edit('report.json', (text) => text.slice(0, -9)), /✖ report .*not valid JSON/],
    ['with a report that is none', edit('report.json', () => '{}'), /✖ report .*is not the report of a run/],
    ['with a private line removed', edit('record.private.ndjson', dropLine), /✖ private .* messages, and the record/],
    [
      'with a line removed from both',
      (folder) => {
        for (const name of ['record.ndjson', 'record.private.ndjson']) edit(name, dropLine)(folder)
      },
      /✖ record /,
    ],
    [
      'with a private value changed',
      edit('record.private.ndjson', (text) => text.replace('"content-type":"', '"content-type":"x')),
      /✖ private .*was changed/,
    ],
    [
      'with a private line that is no message',
      edit('record.private.ndjson', (text) =>
        text.replace('"request":{', '"request":{"url":1,"x":{').replace(/\}$/m, '}}'),
      ),
      /✖ private /,
    ],
    [
      'with another private line twice',
      edit('record.private.ndjson', (text) =>
        text
          .split('\n')
          .with(4, `${text.split('\n')[5]}`)
          .join('\n'),
      ),
      /✖ private .*line 5 of the private record/,
    ],
    [
      'with a private record that is cut off',
      edit('record.private.ndjson', (text) => text.slice(0, -30)),
      /✖ private .*cut off/,
    ],
    ['with another page', edit('report.html', (text) => text.replace('<h1', '<h1 title="x"')), /✖ form .*report\.html/],
    [
      'with another JUnit file',
      edit('report.junit.xml', (text) => text.replace('failures="', 'failures="1')),
      /✖ form .*report\.junit\.xml/,
    ],
    ['with a summary of their own', edit('report.md', () => 'All good.'), /✖ form .*report\.md/],
    [
      'with a fourth part in the signature',
      edit('report.jws', (text) => `${text.trim()}.AAAA\n`),
      /✖ signature .*three parts/,
    ],
    ['with something after the signature', edit('report.jws', (text) => `${text.trim()}!!\n`), /✖ signature /],
    ['with lines after the signature', edit('report.jws', (text) => `${text}\nmore`), /✖ signature /],
    ['with an extension in the signature', resign({ crit: ['x'], x: 1 }), /✖ signature .*crit/],
    ['with a signature of another type', resign({ typ: 'JWT' }), /✖ signature .*"typ"/],
    ['with a signature over no object', edit('report.jws', (text) => text.replace(/\..*\./, '.W10.')), /✖ signature /],
    ['with an empty signature', edit('report.jws', () => ''), /✖ signature /],
  ])('do not agree %s', async (_, change, named) => {
    const { code, out, err } = await verify(copied(change))

    expect(err).toBe('')
    expect(out).toMatch(named)
    expect(code).toBe(1)
  })

  it('agree with a signature whose file ends without a newline', async () => {
    expect((await verify(copied(edit('report.jws', (text) => text.trim())))).code).toBe(0)
  })

  it('are not proved where a form of another version cannot be made again', async () => {
    const age = (text: string): string => text.replace(/("version": ?")[^"]+/, '$10.0.0')
    const folder = copied((path) => {
      for (const name of ['record.ndjson', 'record.private.ndjson', 'report.json']) edit(name, age)(path)
      const read = (name: string): string => readFileSync(join(path, name), 'utf8')
      const hash = (name: string): string => createHash('sha256').update(read(name)).digest('hex')
      const report = JSON.parse(read('report.json'))
      Object.assign(report.record, { sha256: hash('record.ndjson'), private: hash('record.private.ndjson') })
      writeFileSync(join(path, 'report.json'), JSON.stringify(report))
    })
    await assay(['sign', folder, '--key', join(keys, 'private.pem')])

    const { code, out } = await verify(folder)

    expect(out).toMatch(/\? form .*made by assay 0\.0\.0/)
    expect(code).toBe(3)
  })

  it('are no run without any of them', async () => {
    const folder = folderWith({ 'x.json': '{}' })

    expect((await verify(folder)).code).toBe(2)
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
