import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith } from '../temporary-folder.ts'
import { settings as usual } from '../whole-run.ts'
import { serving as answering, deadUrl, listening } from '../wire/servers.ts'
import { assay } from './console.ts'
import { serving } from './serving.ts'

/** People whom a reference issuer does not know: nobody has to doubt them. */
const accounts = ['1', '2'].map((n) => ({ deviceId: `d-${n}`, uid: `00000000001${n}`, sessionToken: `t-${n}` }))

/** People whom it knows. */
const known = usual.accounts

/** The command, with this in its configuration. */
async function doctor(config: object, ...argv: readonly string[]) {
  const folder = folderWith({ 'c.json': JSON.stringify({ accounts, out: join(folderWith(), 'out'), ...config }) })
  return assay(['doctor', '--config', join(folder, 'c.json'), ...argv])
}

/** A line of the document for programs. */
interface Told {
  readonly what: string
  readonly ok: boolean
  readonly detail: string
  readonly hint?: string
}

/** What it tells to a program: the exit code, and a mark for each line. */
async function marks(config: object, ...argv: readonly string[]) {
  const { code, out, err } = await doctor(config, ...argv, '--json')
  const { sightings, exitCode }: { sightings: readonly Told[]; exitCode: number } = JSON.parse(out)
  const marked = sightings.map(({ what, ok, hint }) => `${ok ? (hint ? '!' : '✔') : '✖'} ${what}`)
  return { code, err, exitCode, marked, sightings }
}

const setUp = ['✔ runtime', '✔ settings', '✔ targets', '✔ out']

describe('assay doctor', () => {
  it('is green if there is no target', async () => {
    expect(await marks({})).toMatchObject({ code: 0, err: '', exitCode: 0, marked: setUp })
  })

  it('is green if every target responds', async () => {
    const { facts } = await serving()
    const targets = { issuer: facts.url, 'status-service': facts.url, verifier: facts.url }

    const { code, marked } = await marks({ targets, now: Number(facts.now), accounts: known })

    expect(marked.filter((line) => !line.endsWith('clock'))).toEqual([
      ...setUp,
      '✔ metadata',
      '✔ keys',
      '✔ status service',
      '✔ verifier',
      '✔ session',
    ])
    expect(code).toBe(0)
  })

  it('plays a session before all is well, and says in one line why that did not work', async () => {
    const { facts } = await serving()
    const targets = { issuer: facts.url, 'status-service': facts.url }

    const { code, sightings } = await marks({ targets, now: Number(facts.now) })

    expect(code).toBe(3)
    expect(sightings.filter(({ ok }) => !ok)).toEqual([
      {
        what: 'session',
        ok: false,
        detail: expect.stringMatching(/^validate was answered with status 401; the reason given: \w+/),
        hint: 'probably wrong: accounts[0].sessionToken, or else accounts[0].uid',
      },
    ])
  })

  it('refuses a placeholder that no session has a value for', async () => {
    const { facts } = await serving()
    const requests = { nonce: { body: { a: ['{cod}', '{uid}'] }, headers: { 'x-id': '{credential_identifier}' } } }

    const { code, sightings } = await marks({ targets: { issuer: { url: facts.url, requests } } })

    expect(code).toBe(2)
    expect(sightings.filter(({ ok }) => !ok).map(({ detail }) => detail)).toEqual([
      'targets.issuer.requests.nonce: no session has a value for {cod}; did you mean `code`?',
    ])
  })

  it('knows the members of commands as placeholders of a target that is driven', async () => {
    const requests = { offerPush: { body: { code: '{txnCode}', back: '{redirectUri}', to: '{links}' } } }

    const { code, sightings } = await marks({ targets: { wallet: { url: await deadUrl(), requests } } })

    expect(code).toBe(2)
    expect(sightings.filter(({ ok }) => !ok).map(({ detail }) => detail)).toEqual([
      'targets.wallet.requests.offerPush: no session has a value for {links}; did you mean `link`?',
    ])
  })

  it('says in one line each what to do about a target that is not there', async () => {
    const { code, out } = await doctor({ targets: { verifier: await deadUrl() }, listen: { port: 0 } })

    expect(code).toBe(4)
    expect(out).toMatch(
      /\n✖ verifier .*nothing listens there\n {18}hint: start the target, or correct targets.verifier.url\n/,
    )
  })

  it('tells an issuer that is elsewhere from one that is away', async () => {
    const url = await answering((_, response) => response.writeHead(404).end())

    const { code, sightings } = await marks({ targets: { issuer: url } })

    const ill = sightings.filter(({ ok }) => !ok)
    expect(code).toBe(4)
    expect(ill.map(({ what }) => what)).toEqual(expect.arrayContaining(['metadata', 'keys']))
    expect(ill.map(({ hint = '' }) => hint).join()).toContain('metadata.path')
  })

  it('finds a clock that is wrong', async () => {
    const date = 'Thu, 01 Jan 1970 00:00:00 GMT'
    const url = await answering((_, response) => response.writeHead(200, { date }).end('{}'))

    expect(await marks({ targets: { issuer: url } })).toMatchObject({
      code: 4,
      marked: expect.arrayContaining(['✔ metadata', '✖ clock']),
    })
  })

  it('warns of people that only the reference issuer knows, and of a status service without a URL', async () => {
    const { facts } = await serving('issuer', 'status-service')
    const config = folderWith({ 'c.json': JSON.stringify({ targets: { issuer: facts.url } }) })

    const { code, out } = await assay(['doctor', '--config', join(config, 'c.json')])

    expect(code).toBe(3)
    expect(out).toMatch(/^! accounts .*\n {18}hint: list people that your issuer knows/m)
    expect(out).toMatch(/^! status service .*\n.*--target status-service=URL/m)
  })

  it('doubts one person alone', async () => {
    const { facts } = await serving()
    const targets = { issuer: facts.url, 'status-service': facts.url }

    expect((await marks({ targets, accounts: accounts.slice(0, 1) })).marked).toContain('! accounts')
  })

  it('doubts a verifier that finds nobody', async () => {
    const url = await answering((_, response) => response.end())

    expect(await marks({ targets: { verifier: url } })).toMatchObject({
      code: 0,
      marked: expect.arrayContaining(['! listen', '✔ verifier']),
    })
  })

  it('finds a port that is taken', async () => {
    const port = await listening(createServer())

    const { code, sightings } = await marks({ listen: { port } })

    expect(code).toBe(2)
    expect(sightings.find(({ what }) => what === 'listen')).toMatchObject({ ok: false, hint: expect.any(String) })
  })

  it('gives a port back that is free', async () => {
    const port = await freePort()

    const twice = [await marks({ listen: { port } }), await marks({ listen: { port } })]

    expect(twice.map(({ marked }) => marked.at(-1))).toEqual(['✔ listen', '✔ listen'])
  })

  it('finds a folder that is none', async () => {
    const file = join(folderWith({ taken: '' }), 'taken')

    expect(await marks({ out: join(file, 'out') })).toMatchObject({
      code: 2,
      marked: expect.arrayContaining(['✖ out']),
    })
  })

  it('shows a configuration that is wrong as a line of its own', async () => {
    const { code, out, err } = await doctor({ profil: 'document' })

    expect({ code, err }).toEqual({ code: 2, err: '' })
    expect(out).toMatch(
      /^✔ runtime .*\n✖ settings .*profil: there is no such key; did you mean `profile`\?\n.*hint: correct it/,
    )
  })

  it('shows it to a program as well', async () => {
    expect(await marks({ targets: { issuer: 'issuer.test' } })).toMatchObject({
      code: 2,
      exitCode: 2,
      marked: ['✔ runtime', '✖ settings'],
    })
  })

  it('hides what is secret, and shows who said what', async () => {
    const { out } = await doctor({ targets: {} }, '--seed', '7')

    expect(out).toMatch(/^ {2}seed +7 {2}--seed$/m)
    expect(out).toMatch(/^ {2}accounts\[0\].sessionToken +\(hidden\) /m)
    expect(out).not.toContain('t-1')
  })

  it.each([
    [['https://issuer.test'], 'a target is given as --target ROLE=https://issuer.test'],
    [['--config', 'missing.json'], 'there is no configuration missing.json'],
    [['--target', 'isuer=https://x.test'], 'did you mean `issuer`?'],
    [['--quiet'], 'has no flag --quiet'],
  ])('refuses %j as the mistake that it is', async (argv, words) => {
    expect(await assay(['doctor', ...argv])).toMatchObject({ code: 2, out: '', err: expect.stringContaining(words) })
  })
})

/** A port that was just given back. */
const freePort = async (): Promise<number> => Number(new URL(await deadUrl()).port)
