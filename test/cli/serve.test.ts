import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseOfferUrl } from '../../protocol/artefacts/offer.ts'
import { openPersistentStore } from '../../src/files/sqlite-store.ts'
import { verify } from '../../src/verify/verify.ts'
import type { ServerFacts } from '../../suites/document/serve/server-facts.ts'
import { deliveredIn, objectIn } from '../callers.ts'
import { fetched, lossOf } from '../wire/calls.ts'
import { assay } from './console.ts'
import { called, sent, serving, session } from './serving.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const inFolder = (name: string): string => join(folder, name)

describe('what is served', () => {
  it('answers at every address that it names', async () => {
    const { facts } = await serving('--admin')

    const statuses: Record<string, number> = {}
    for (const { endpoint } of facts.endpoints) {
      const id = endpoint === 'offer' ? facts.offer?.credentialIdentifier : 'unknown'
      statuses[endpoint] = (await sent(facts, endpoint, endpointBodies[endpoint], id)).status
    }

    expect(statuses).toEqual({
      issuerConfig: 200,
      offer: 200,
      issuerMetadata: 200,
      nonce: 200,
      jwks: 200,
      validate: 401,
      status: 404,
      walletCallback: 400,
      presentation: 200,
      setStatus: 404,
    })
  })

  it('takes a session from Issuer Config to the wallet backend', async () => {
    const { facts, lines } = await serving('--tls')

    const said = await session(facts)

    expect([...said].map(([endpoint, { replied }]) => [endpoint, replied.status])).toEqual([
      ['issuerConfig', 200],
      ['offer', 200],
      ['issuerMetadata', 200],
      ['nonce', 200],
      ['validate', 200],
      ['walletCallback', 200],
    ])
    expect(lines.filter((line) => line.startsWith('200'))).toHaveLength(6)
    expect(lines.join('\n')).not.toContain(facts.accounts[0]?.sessionToken)
  })

  it('has an offer ready whose code the issuer gave', async () => {
    const { facts } = await serving()
    const { offer, link = '', credentialIdentifier = '' } = facts.offer ?? {}

    const fetchedOffer = await sent(facts, 'offer', undefined, credentialIdentifier)

    expect(objectIn(fetchedOffer)).toEqual(offer)
    expect(JSON.parse(parseOfferUrl(link)?.value ?? '')).toEqual(offer)
  })

  it('accepts a credential until it is revoked, which is final', async () => {
    const { facts, lines } = await serving('--tls', '--admin')
    const { credential, id } = deliveredIn(await session(facts))
    const presented = async () => objectIn(await sent(facts, 'presentation', { presentation: credential }))

    const before = await presented()
    const revoking = await sent(facts, 'setStatus', { status: 'revoked' }, id)
    const after = await presented()

    expect(before).toMatchObject({ accepted: true })
    expect(revoking.status).toBe(200)
    expect(after).toMatchObject({ accepted: false, refused: ['STATUS-OBEYED'] })
    expect(lines.at(-1)).toBe('200  POST /presentations  STATUS-OBEYED')
    expect((await sent(facts, 'setStatus', { status: 'active' }, id)).status).toBe(409)
    expect((await sent(facts, 'setStatus', { status: 'gone' }, id)).status).toBe(400)
  })

  it('sets a status only if that is allowed', async () => {
    const { facts } = await serving()

    const { status } = await called(facts, {
      method: 'PUT',
      url: `${facts.url}/assay/status/x`,
      headers: {},
      body: '{}',
    })

    expect(status).toBe(404)
  })

  it('names the right endpoints in the response to an unknown path', async () => {
    const { facts, lines } = await serving('status-service')

    const replied = await called(facts, { method: 'GET', url: `${facts.url}/statuses/1?token=secret`, headers: {} })

    expect(replied.status).toBe(404)
    expect(objectIn(replied)).toMatchObject({ known: ['GET /credentials/status/{id}'] })
    expect(lines).toEqual(['404  GET  /statuses/1'])
  })

  it('knows the people that were given, and no others', async () => {
    const { facts } = await serving('--tls', '--account', '000000000019:their:own-token')

    const said = await session(facts)

    expect(facts.accounts).toMatchObject([{ uid: '000000000019', sessionToken: 'their:own-token' }])
    expect(said.get('validate')?.replied.status).toBe(200)
    expect(said.get('validate')?.asked.headers.authorization).toBe('Bearer their:own-token')
  })

  it('speaks as was decided, at the address that is public', async () => {
    const { facts } = await serving(
      ...['--public-url', 'https://issuer.example/', '--decision', 'endpoints.nonce.path=/fresh'],
      ...['--profile', 'document-rfc9901'],
    )

    const path = facts.endpoints
      .find(({ endpoint }) => endpoint === 'issuerMetadata')
      ?.url.replace(/^https:..[^/]*/, '')

    const metadata = await called(facts, { method: 'GET', url: `${facts.url}${path}`, headers: {} })

    expect(facts.profile).toBe('document-rfc9901')
    expect(objectIn(metadata)).toMatchObject({
      credential_issuer: 'https://issuer.example',
      nonce_endpoint: 'https://issuer.example/fresh',
    })
  })
})

const endpointBodies: Readonly<Record<string, object | undefined>> = {
  issuerConfig: { device_id: 'device-0001' },
  validate: { uid: '000000000019' },
  walletCallback: {},
  presentation: { presentation: 'nothing' },
  setStatus: { status: 'revoked' },
}

describe('a served fault', () => {
  const verdictOn = async (...argv: readonly string[]) => {
    const { facts } = await serving('--tls', ...argv)
    const said = await session(facts)
    const jwks = objectIn(await sent(facts, 'jwks'))
    const { profile, decisions, url: issuer } = facts
    const known = { jwks, profile, decisions, issuer, statusBase: issuer, now: 1_795_000_000 }
    const { results } = verify(deliveredIn(said).credential, { as: 'credential', ...known })
    const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ requirement: { id } }) => id)
    return { facts, failed, callback: said.get('walletCallback')?.replied.status }
  }

  it('has the fault, while the control does not', async () => {
    const bad = await verdictOn('--fault', 'SD-DIGEST/joins-the-parts-with-dots')
    const good = await verdictOn()

    expect(bad).toMatchObject({ failed: ['SD-DIGEST'], callback: 400 })
    expect(good).toMatchObject({ failed: [], callback: 200 })
    expect(bad.facts.fault).toMatchObject({ breaks: ['SD-DIGEST'], description: 'joins the parts with dots' })
    expect(good.facts).not.toHaveProperty('fault')
  })

  it('is done under its own answers', async () => {
    const { facts, failed } = await verdictOn('--fault', 'CRED-SD-ALG/spells-the-hash-algorithm-in-capitals')

    expect(facts.profile).toBe('document-rfc9901')
    expect(failed).toEqual(['CRED-SD-ALG'])
  })

  it('may be legal, and is accepted then', async () => {
    expect(await verdictOn('--variant', 'SD/computes-digests-as-under-disclosure-as-agreed')).toMatchObject({
      facts: { fault: { breaks: [] }, decisions: { 'sd.digest': 'disclosure' } },
      failed: [],
      callback: 200,
    })
  })
})

describe('a memory', () => {
  it('is kept from one opening to the next', async () => {
    const file = inFolder('ledger.db')
    const first = await openPersistentStore(file)
    first.set('session/1', { deviceId: 'd', opened: 1 })
    first.set('session/1', { deviceId: 'e', opened: 2 })
    first.close()

    const second = await openPersistentStore(file)

    expect(second.get('session/1')).toEqual({ deviceId: 'e', opened: 2 })
    expect(second.get('session/2')).toBeUndefined()
    second.close()
  })

  it('is not read from a file of another program', async () => {
    const file = inFolder('other.txt')
    writeFileSync(
      file,
      'this is no database, although it is long enough to be taken for the header of one. '.repeat(20),
    )

    await expect(openPersistentStore(file)).rejects.toMatchObject({ code: 'ERR_INPUT' })
  })

  it('outlives a server: its sessions, its credentials, and that a code was given', async () => {
    const state = ['--tls', '--state', inFolder('state.db'), '--admin']
    const first = await serving(...state)
    const { id } = deliveredIn(await session(first.facts))
    await sent(first.facts, 'setStatus', { status: 'suspended' }, id)
    await first.close()

    const { facts } = await serving(...state)

    const status = await sent(facts, 'status', undefined, id)
    const offer = await sent(facts, 'offer', undefined, first.facts.offer?.credentialIdentifier)
    expect(JSON.parse(atob(status.body.split('.')[1] ?? ''))).toMatchObject({ id, status: 'suspended' })
    expect(offer.status).toBe(200)
    expect(facts.offer?.credentialIdentifier).not.toBe(first.facts.offer?.credentialIdentifier)
  })
})

describe('a verifier that is served alone', () => {
  it('asks an issuer and a status service that live elsewhere', async () => {
    const ca = inFolder('home.pem')
    const home = await serving('issuer', 'status-service', 'wallet-backend', '--tls', '--write-ca', ca)
    const { url } = home.facts
    const away = await serving('verifier', '--issuer', url, '--status-base', url, '--ca', ca)
    const { credential, id } = deliveredIn(await session(home.facts))

    const replied = await sent(away.facts, 'presentation', { presentation: credential })

    expect(objectIn(replied)).toMatchObject({ accepted: true })
    expect(away.lines).toEqual([
      ` ->  GET  ${url}/.well-known/jwks.json  200`,
      ` ->  GET  ${url}/credentials/status/${id}  200`,
      '200  POST /presentations',
    ])
  })

  it('accepts nothing if the issuer is not reachable', async () => {
    const home = await serving('--tls')
    const { credential } = deliveredIn(await session(home.facts))
    const away = await serving('verifier', '--issuer', home.facts.url, '--status-base', home.facts.url)
    await home.close()

    const replied = await sent(away.facts, 'presentation', { presentation: credential })

    expect(objectIn(replied)).toMatchObject({ accepted: false })
    expect(away.lines[0]).toMatch(/^ -> {2}GET {2}http.*jwks\.json {2}.*not|refused|unreachable/)
  })
})

describe('TLS', () => {
  it('is spoken with a certificate whose authority is written to a file', async () => {
    const file = inFolder('ca.pem')
    const { facts } = await serving('--tls', '--write-ca', file)
    const url = facts.signing.jwks

    const trusting = await fetched(url, {}, { pem: { ca: readFileSync(file, 'utf8') } })

    expect(url).toMatch(/^https:/)
    expect(trusting.status).toBe(200)
    expect(facts.authority).toBe(readFileSync(file, 'utf8'))
    expect(await lossOf(fetched(url))).toMatchObject({ kind: 'tls' })
  })
})

describe('whoever is served and does not trust an authority', () => {
  /** What a wallet that is served with these flags answers to an order: an offer of an issuer with TLS. */
  async function answerOf(facts: ServerFacts, argv: readonly string[]) {
    const child = spawn(process.execPath, ['bin/assay.js', 'serve', 'wallet', '--stdio', ...argv])
    onTestFinished(() => void child.kill('SIGKILL'))
    const { offer, credentialIdentifier } = facts.offer ?? {}
    const places = { issuer: facts.url, statusService: facts.url, walletBackend: facts.url }
    const order = {
      id: 1,
      verb: 'offer',
      session: 'first',
      offer: JSON.stringify(offer),
      credentialIdentifier,
      ...places,
    }
    child.stdin.end(`${JSON.stringify(order)}\n`)
    const [line] = await once(createInterface(child.stdout), 'line')
    return JSON.parse(line)
  }

  it('says with which flag it would: a wallet', async () => {
    const { facts } = await serving('--tls')
    const ca = inFolder('wallet-ca.pem')
    writeFileSync(ca, facts.authority ?? '')

    const { error } = await answerOf(facts, ['--now', '1795000000'])
    const trusting = await answerOf(facts, ['--now', '1795000000', '--ca', ca])

    expect(error).toMatch(/is not trusted here: give its authority as --ca$/)
    expect(trusting).toMatchObject({ id: 1, links: [expect.stringContaining('://')] })
  })

  it('says with which flag it would: a verifier', async () => {
    const home = await serving('--tls')
    const { credential } = deliveredIn(await session(home.facts))
    const away = await serving('verifier', '--issuer', home.facts.url, '--status-base', home.facts.url)

    await sent(away.facts, 'presentation', { presentation: credential })

    expect(away.lines[0]).toMatch(/is not trusted here: give its authority as --ca$/)
  })
})

describe('what cannot be served', () => {
  it.each([
    ['a fault that there is not', ['--fault', 'SD-DIGEST/joins-the-parts-with-dot'], 'joins-the-parts-with-dots`'],
    ['a deed of a wallet', ['--fault', 'ATT-TYP/leaves-out-typ'], 'changes the wallet'],
    [
      'a deed of somebody who is not here',
      ['status-service', '--fault', 'SD-DIGEST/joins-the-parts-with-dots'],
      'serve the issuer',
    ],
    ['a fault and a variant', ['--fault', 'a', '--variant', 'b'], '--fault and --variant exclude each other'],
    [
      'a deed under other answers',
      ['--profile', 'document', '--fault', 'CRED-SD-ALG/spells-the-hash-algorithm-in-capitals'],
      'profile document-rfc9901',
    ],
    ['a role that there is not', ['isuer'], 'issuer'],
    ['a wallet beside somebody else', ['wallet', 'identity-app'], 'served alone'],
    ['a verifier that knows no issuer', ['verifier'], '--issuer URL'],
    ['an issuer that is here and elsewhere', ['--issuer', 'https://issuer.example'], 'served here'],
    [
      'two endpoints at one place',
      ['--port', '0', '--decision', 'endpoints.nonce.path=/issuer-config'],
      'would both answer',
    ],
    ['a person without a token', ['--account', '000000000019'], 'UID:TOKEN'],
    ['half a certificate', ['--tls-cert', 'package.json'], 'go together'],
    ['an authority for callers who are not encrypted', ['--client-ca', 'package.json'], '--tls'],
    [
      'a certificate that is none',
      ['--port', '0', '--tls-cert', 'package.json', '--tls-key', 'package.json'],
      'do not make a server',
    ],
    ['a port that there is not', ['--port', '70000'], '65535'],
    ['a state that is a folder', ['--state', '.'], 'state of a server'],
  ])('is %s', async (_, argv, told) => {
    const { code, out, err } = await assay(['serve', ...argv])

    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(told)
  })
})

describe('the process', () => {
  /** Starts the command; its first line, and what it ends with after a signal. */
  async function started(argv: readonly string[], signal: NodeJS.Signals, last: RegExp) {
    const child = spawn(process.execPath, ['bin/assay.js', 'serve', '--port', '0', ...argv])
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines: string[] = []
    for await (const line of createInterface(child.stdout)) {
      lines.push(line)
      if (last.test(line)) break
    }
    const end = async () => {
      child.kill(signal)
      const [code] = await once(child, 'exit')
      return code
    }
    return { lines, end }
  }

  it('tells a program everything in one line, answers, and ends well with Ctrl-C', async () => {
    const { lines, end } = await started(['--json'], 'SIGINT', /./)
    const facts: ServerFacts = JSON.parse(lines[0] ?? '')

    const jwks = objectIn(await sent(facts, 'jwks'))

    expect(jwks).toMatchObject({ keys: [{ kid: facts.signing.kid }, {}] })
    expect(await end()).toBe(0)
  })

  it('tells a person what to try, with a code to scan, and ends well when it is asked to', async () => {
    const argv = ['--qr', '--tls', '--admin', '--fault', 'SD-DIGEST/joins-the-parts-with-dots']

    const { lines, end } = await started(argv, 'SIGTERM', /Ctrl-C/)

    const text = lines.join('\n')
    expect(text).toContain('▀')
    expect(text).toContain('openid-credential-offer://?credential_offer=%7B')
    expect(text).toContain('(breaks SD-DIGEST)')
    expect(text).toMatch(/curl -s -k -X POST .*issuer-config/)
    expect(text).toContain('Authorization: Bearer ')
    expect(await end()).toBe(0)
  })
})
