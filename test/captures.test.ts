import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findChangedCharacter } from '../src/verify/changed-byte.ts'
import { assay } from './cli/console.ts'

// What people have when they have something to judge.

const read = (name: string): string => readFileSync(join('fixtures/artefacts', name), 'utf8').trim()
const [credential, token, offer, jwks] = ['credential.txt', 'status-token.jwt', 'offer.json', 'jwks.json'].map(
  read,
) as [string, string, string, string]
const wrap = (text: string, width: number, start = ''): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).map((line) => start + line).join('\n')

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ndate: Sun, 22 Nov 2026 12:00:00 GMT\r\n\r\n'
const response = JSON.stringify({ credential_identifier: 'x', credentials: [{ Credential: credential }] })
const har = (body: object): string =>
  JSON.stringify({ log: { version: '1.2', entries: [{ request: {}, response: { content: body } }] } })

/** Each capture, the kind that is in it, and a word of the remark. */
const captures: Readonly<Record<string, readonly [text: string, kind: string, remark: RegExp]>> = {
  'lines of a terminal': [wrap(credential, 80), 'credential', /line breaks/],
  'a quoted mail': [wrap(credential, 72, '> '), 'credential', /line breaks/],
  'lines with a continuation mark': [wrap(credential, 70).replaceAll('\n', '\\\n'), 'credential', /line breaks/],
  'double quotes': [`"${credential}"`, 'credential', /quotes/],
  'single quotes and a comma': [`'${credential}',`, 'credential', /quotes/],
  'a JSON string in a JSON string': [JSON.stringify(JSON.stringify(credential)), 'credential', /quotes/],
  'an Authorization value': [`Bearer ${credential}`, 'credential', /Bearer/],
  'an Authorization field': [`Authorization: Bearer ${token}`, 'status-token', /Authorization/],
  'curl -i': [head + response, 'response', /HTTP response with status 200/],
  'curl -i of a token': [`HTTP/2 200 \ncontent-type: application/jwt\n\n${token}`, 'status-token', /status 200/],
  'curl -v': [
    `* Connected\n> GET /offer HTTP/1.1\n> Host: x\n>\n< HTTP/1.1 200 OK\n< content-type: application/json\n<\n${offer}\n* Connection left intact`,
    'offer',
    /status 200/,
  ],
  'curl -i after a redirect': [
    `HTTP/1.1 302 Found\r\nlocation: /b\r\n\r\nHTTP/1.1 200 OK\r\n\r\n${offer}`,
    'offer',
    /status 200/,
  ],
  'a HAR file': [har({ text: response }), 'response', /entry 1 of a HAR/],
  'a HAR file in base64': [har({ text: btoa(offer), encoding: 'base64' }), 'offer', /entry 1 of a HAR/],
  'a log line in JSON': [
    JSON.stringify({ level: 'info', time: 1, msg: 'issued', nonce: 'x', credential }),
    'credential',
    /at \/credential of a log line/,
  ],
  'a log line with a body in a string': [
    JSON.stringify({ severity: 'INFO', message: 'response', http: { body: response } }),
    'response',
    /at \/http\/body of a log line/,
  ],
  'a log line of text': [`2026-11-22T12:00:00Z INFO issued token=${token} in 12 ms`, 'status-token', /around it/],
  'an answer in an envelope': [`{"data":{"result":"${credential}"}}`, 'credential', /at \/data\/result/],
  'a list': [`["${token}"]`, 'status-token', /at \/0/],
  'a deeplink in a log line': [
    JSON.stringify({
      level: 'info',
      time: 1,
      msg: 'sent',
      to: 'identityapp://credential-request?credential_request=%7B%7D',
    }),
    'deeplink',
    /at \/to of a log line/,
  ],
  'percent-encoding': [credential.replaceAll('~', '%7E'), 'credential', /percent-encoding/],
}

const verify = async (text: string, ...flags: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-capture-'))
  const file = join(folder, 'capture.txt')
  writeFileSync(file, text)
  const { out, err, code } = await assay(['verify', file, '--now', '1795000000', ...flags])
  return { out, err, code }
}

describe('a capture as people have it', () => {
  it.each(Object.entries(captures))('is recognised and unwrapped: %s', async (_, [text, kind, remark]) => {
    const { out } = await verify(text, '--json')

    const { artefacts } = JSON.parse(out)
    expect(artefacts).toMatchObject([{ kind }])
    expect(artefacts[0].remarks.join('; ')).toMatch(remark)
  })

  it('is judged as what it holds is judged alone', async () => {
    const flags = ['--json', '--jwks', 'fixtures/artefacts/jwks.json', '--issuer', 'https://issuer.example']
    const [alone, wrapped] = [await verify(credential, ...flags), await verify(wrap(credential, 80), ...flags)]

    expect(JSON.parse(wrapped.out).artefacts[0].counts).toEqual(JSON.parse(alone.out).artefacts[0].counts)
    expect(wrapped.code).toBe(0)
  })

  it.each([
    [
      'an error page',
      '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head></html>',
      /is an HTML page with the title "502 Bad Gateway"/,
    ],
    [
      'an error page of curl -i',
      'HTTP/1.1 502 Bad Gateway\r\n\r\n<html><title>502</title></html>',
      /is an HTTP response, and its body is an HTML page/,
    ],
    [
      'an error response',
      '{"error":"invalid_request","error_description":"no"}',
      /is an error response \(invalid_request\)/,
    ],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----', /give it with --anchors/],
    ['a key', '{"kty":"EC","crv":"P-256","x":"a","y":"b"}', /give it with --jwks/],
    ['XML', '<?xml version="1.0"?><a/>', /is an XML/],
    ['a package.json', readFileSync('package.json', 'utf8'), /cannot tell what kind of artefact/],
    [
      'a JSON text with addresses',
      '{"bugs":"https://x.example/issues?q=open","from":"git+https://x.example/y.git#main"}',
      /cannot tell what kind of artefact/,
    ],
    ['a HAR file without bodies', har({ size: 5 }), /were its bodies saved/],
  ])('is refused in one plain line: %s', async (_, text, reason) => {
    const { code, out, err } = await verify(text)

    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err.split('\n')[0]).toMatch(reason)
  })
})

describe('a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-folder-'))
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries({ 'credential.txt': credential, 'jwks.json': jwks, 'offer.json': offer }))
    writeFileSync(join(folder, name), text)
  const judge = async (...flags: readonly string[]) => assay(['verify', folder, '--now', '1795000000', ...flags])

  it('gives what is in it its context, and says so', async () => {
    const { code, out } = await judge()

    expect(code).toBe(0)
    expect(out).toMatch(/note +the key set from .*jwks\.json/)
    expect(out).toMatch(/note +the issuer from .*offer\.json/)
  })

  it('gives none with --no-context', async () => {
    const { code, out } = await judge('--no-context')

    expect(code).toBe(3)
    expect(out).not.toContain('the key set from')
  })
})

describe('what was not judged', () => {
  const known = ['--jwks', 'fixtures/artefacts/jwks.json', '--issuer', 'https://issuer.example', '--now', '1795000000']
  const folderWith = (files: Readonly<Record<string, string>>): string => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-folder-'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return folder
  }

  it.each([
    ['a text of an unknown kind', 'neither this nor that'],
    ['an error page', '<!DOCTYPE html><html><title>502</title></html>'],
    ['an empty file', ''],
    ['octets that are no text', 'a\0b'],
  ])('leaves a folder inconclusive, though the rest passes: %s', async (_, text) => {
    const folder = folderWith({ 'credential.txt': credential, 'jwks.json': jwks, 'other.txt': text })
    const { code, err, out } = await assay(['verify', folder, ...known])

    expect(code).toBe(3)
    expect(err).toMatch(/other\.txt.*not judged/)
    expect(out).toContain('exit 3')
    expect(JSON.parse((await assay(['verify', folder, ...known, '--json'])).out)).toMatchObject({ exitCode: 3 })
  })

  it('is not what belongs to an artefact: keys, and certificates', async () => {
    const key = '{"kty":"EC","crv":"P-256","x":"a","y":"b"}'
    const pem = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----'
    const folder = folderWith({ 'credential.txt': credential, 'holder.json': key, 'root.pem': pem })

    expect(await assay(['verify', folder, ...known, '--no-context'])).toMatchObject({ code: 0, err: '' })
  })

  it('is the text around a credential: what is in it passes, and the whole does not', async () => {
    const { code, out } = await verify(`accepted: ${credential} and more`, ...known.slice(0, 4))

    expect(code).toBe(3)
    expect(out).toContain('the text around it was not judged')
    const quiet = await verify(`accepted: ${credential} and more`, ...known.slice(0, 4), '--quiet')
    expect(quiet.code).toBe(3)
    expect(quiet.out).toContain('the text around it was not judged')
  })

  it('is no reason against a credential that fails', async () => {
    const { code } = await verify(`accepted: ${credential.replace('~', 'A~')} and more`, ...known.slice(0, 4))

    expect(code).toBe(1)
  })
})

describe('a key that does not fit', () => {
  it('is named, with the one that is wanted', async () => {
    const argv = ['verify', 'fixtures/artefacts/encrypted-response.jwe', '--now', '1795000000']
    const { out } = await assay([...argv, '--key', 'fixtures/artefacts/issuer.jwk'])

    expect(out).toMatch(/note +the encrypted-request wants the key "[^"]+"; given: "[^"]+"/)
  })
})

describe('what cannot be used', () => {
  it('is in the line of the verdict', async () => {
    const flags = ['--jwks', 'fixtures/artefacts/jwks.json', '--issuer', 'https://issuer.example', '--quiet']
    const judge = async (now: string) =>
      (await assay(['verify', 'fixtures/artefacts/credential.txt', ...flags, '--now', now])).out

    expect(await judge('1995000000')).toMatch(/EXPIRED 2027-11-18/)
    expect(await judge('1495000000')).toMatch(/NOT VALID BEFORE 2026-11-18/)
    expect(await judge('1795000000')).not.toMatch(/EXPIRED|NOT VALID/)
  })
})

describe('a changed character', () => {
  const change = (text: string, at: number): string =>
    text.slice(0, at) + (text[at] === '_' ? '-' : '_') + text.slice(at + 1)

  it('of a disclosure is found, with what stood there', () => {
    const at = credential.indexOf('~') + 400

    expect(findChangedCharacter(change(credential, at), undefined)).toEqual({
      part: expect.stringMatching(/^disclosure \d+$/),
      position: at + 1,
      actual: change(credential, at)[at],
      original: credential[at],
    })
  })

  it('of a payload that cannot be read is found by the signature', () => {
    const start = credential.indexOf('.') + 1
    const at = Array.from({ length: 60 }, (_, i) => start + 40 + i).find((each) => {
      const payload = change(credential, each).split('.')[1] ?? ''
      return Buffer.from(payload, 'base64url').toString().includes('\uFFFD')
    }) as number // bytes of text seldom stay text

    expect(findChangedCharacter(change(credential, at), JSON.parse(jwks))).toMatchObject({
      part: 'the payload',
      position: at + 1,
      original: credential[at],
    })
    expect(findChangedCharacter(change(credential, at), undefined)).toEqual({
      part: 'the payload',
      position: expect.any(Number),
      actual: expect.any(String),
    })
  })

  it('is not found where nothing was changed', () => {
    expect(findChangedCharacter(credential, JSON.parse(jwks))).toBeUndefined()
  })
})
