import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import holders from '../../fixtures/holders.json' with { type: 'json' }
import type { RecordLine } from '../../model/record.ts'
import type { Settings } from '../../model/settings.ts'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import { memberNames } from '../../protocol/artefacts/member-names.generated.ts'
import { readPrivateRecord, readRecord } from '../../src/privacy/read-record.ts'
import { toPrivateLine } from '../../src/privacy/redact-message.ts'
import type { Message } from '../../suites/document/model/endpoints.ts'
import { head, playWhole, recorderFor, settings } from '../whole-run.ts'

/** Every spelling in which a value could come to light. */
function spellings(value: string): readonly string[] {
  const octets = Buffer.from(value)
  const base64 = octets.toString('base64').replace(/=+$/, '')
  const hex = octets.toString('hex')
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    base64,
    octets.toString('base64url'),
    hex,
  ]
}

const leaks = (text: string, canaries: Iterable<string>): readonly string[] =>
  [...canaries].filter((canary) => spellings(canary).some((each) => text.includes(each)))

const written = (lines: Iterable<RecordLine>): string => [...lines].map((line) => JSON.stringify(line)).join('\n')

const asked: HttpRequest = { method: 'GET', url: 'https://issuer.example/nonce', headers: {} }

const hop = (changes: Partial<Message>): Message => ({
  number: 1,
  session: 'first',
  endpoint: 'nonce',
  from: 'wallet',
  to: 'issuer',
  sentAt: 1_790_000_000_000,
  milliseconds: 3,
  request: asked,
  ...changes,
})

const replied = (body: string, headers: HttpResponse['headers'] = {}): HttpResponse => ({ status: 200, headers, body })

let hops: readonly Message[] = []
beforeAll(async () => {
  hops = (await playWhole()).messages
})

/** All that the messages of a run hold and nobody may see. */
function* canariesIn(all: readonly Message[]): Generator<string> {
  for (const { deviceId, uid, sessionToken } of settings.accounts) yield* [deviceId, uid, sessionToken]
  for (const holder of Object.values(holders)) {
    yield* Object.values(holder).filter((value): value is string => typeof value === 'string' && value.length > 4)
  }
  const said = all
    .map(({ request, response }) => `${request.url} ${request.body ?? ''} ${response?.body ?? ''}`)
    .join(' ')
  for (const name of ['nonce', 'c_nonce', 'pre-authorized_code', 'credential_identifier', 'n', 'x', 'y']) {
    for (const [, value = ''] of said.matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'))) yield value
  }
  for (const [compact] of said.matchAll(/[\w-]{40,}/g)) yield compact
}

describe('the record of a whole run', () => {
  it('gives nothing private away, in no spelling', () => {
    const canaries = new Set(canariesIn(hops))

    expect(leaks(hops.map((each) => JSON.stringify(toPrivateLine(each))).join(), canaries).length).toBeGreaterThan(100)
    expect(leaks(written(hops.map(recorderFor())), canaries)).toEqual([])
  })

  it('tells of every message, who sent it, and which layers were in it', () => {
    const lines = hops.map(recorderFor())

    expect(lines.map(({ number, from, to }) => [number, from, to])).toEqual(
      hops.map(({ number, from, to }) => [number, from, to]),
    )
    expect(
      new Set(lines.flatMap(({ layers }) => layers.filter(({ readable }) => readable).map(({ kind }) => kind))),
    ).toContain('credential')
  })

  it('shows what parties have to agree on', () => {
    const text = written(hops.map(recorderFor()))

    expect(text).toContain('"url":"https://issuer.example/credential-offer/<text of ')
    expect(text).toContain('"credential_configuration_ids":["identity_credential"]')
    expect(text).toMatch(/characters, [0-9a-f]{8}: alg RSA-OAEP-256, enc A256GCM, zip DEF, kid request-2026>/)
    expect(text).toContain('"url":"identityapp://credential-request?credential_request=<text of ')
  })

  it('is the same twice', () => {
    expect(hops.map(recorderFor())).toEqual(hops.map(recorderFor()))
  })

  it('names every member that a schema names', () => {
    const told = recorderFor()(
      hop({ response: replied(JSON.stringify(Object.fromEntries([...memberNames].map((name) => [name, {}])))) }),
    )

    expect(Object.keys(Object(told.response?.body))).toEqual([...memberNames])
  })
})

describe('a hostile answer', () => {
  const canary = 'Wq7Canary9xKz2'
  const octets = Buffer.from([0xff, ...Buffer.from(canary)])
  const jws = (header: object): string =>
    [header, { canary }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')

  it.each<readonly [string, Partial<Message>]>([
    ['the name of a header field', { response: replied('{}', { [`x-${canary}`]: '1', [`y-${canary}`]: '2' }) }],
    ['the value of a header field', { response: replied('{}', { etag: canary, 'x-anything': canary }) }],
    ['the path of a location', { response: replied('', { location: `https://else.example/${canary}?q=${canary}` }) }],
    ['a media type', { response: replied('{}', { 'content-type': `text/plain; what="${canary} ${canary}"` }) }],
    ['the name of a member', { response: replied(JSON.stringify({ [canary]: { [canary]: [canary] } })) }],
    [
      'an error in JSON',
      { response: { ...replied(`{"error":"${canary}","error_description":"${canary}"}`), status: 400 } },
    ],
    ['an error in words', { response: { ...replied(`no such holder: ${canary}`), status: 500 } }],
    ['an error that looks like an address', { response: replied(`Error:${canary}?${canary}=${canary}#${canary}`) }],
    ['octets that are not UTF-8', { response: { ...replied(octets.toString()), octets: octets.toString('base64') } }],
    ['JSON that repeats a member', { response: replied(`{"nonce":"${canary}","nonce":"${canary}"}`) }],
    ['the body of a signed text', { response: replied(`${jws({ alg: 'ES256', canary })}.${canary}`) }],
    ['a long key id', { response: replied(`${jws({ alg: 'ES256', kid: `${canary} ${canary}` })}.AAAA`) }],
    [
      'an address that was called',
      { request: { ...asked, url: `https://u:${canary}@issuer.example/${canary}/x?${canary}=1` } },
    ],
    ['a method', { request: { ...asked, method: canary } }],
    [
      'the parameter of a deeplink',
      { endpoint: 'deeplink', request: { ...asked, url: `identityapp://x?${canary}=a.b.c.d.e#${canary}` } },
    ],
    ['a scheme', { endpoint: 'deeplink', request: { ...asked, url: `${canary}://x` } }],
    [
      'a loss',
      { transportError: { kind: 'timeout', message: `GET https://issuer.example/offer/${canary}: no answer in time` } },
    ],
  ])('gives nothing away through %s', (_, changes) => {
    expect(leaks(JSON.stringify(recorderFor()(hop(changes))).toLowerCase(), [canary, canary.toLowerCase()])).toEqual([])
  })

  const secret = 'session-token-of-nobody'
  const spelled = fc.constantFrom(
    ...spellings(secret),
    Buffer.from(`x${secret}`).toString('base64url'),
    `a-${secret}-b`,
  )
  const place = fc.constantFrom(
    'kid',
    'typ',
    'alg',
    'vct',
    'iss',
    'status',
    'credential_issuer',
    'nonce_endpoint',
    'error',
  )
  const field = fc.constantFrom('server', 'content-type', 'cache-control', 'allow', 'location')

  it('cannot put a known secret where values are shown', () => {
    fc.assert(
      fc.property(spelled, place, field, fc.constantFrom('', 'https://', 'text/'), (text, name, header, before) => {
        const answer = replied(JSON.stringify({ [name]: `${before}${text}` }), { [header]: `${before}${text}` })
        const line = recorderFor()(hop({ response: answer }))
        expect(leaks(JSON.stringify(line), [secret, `x${secret}`])).toEqual([])
      }),
    )
  })

  it('cannot carry out what was private in an earlier message', () => {
    const record = recorderFor()
    record(hop({ response: replied('{"c_nonce":"nonce-of-this-session"}') }))

    const line = record(hop({ endpoint: 'jwks', response: replied('{"keys":[{"kid":"nonce-of-this-session"}]}') }))

    expect(line.response?.body).toEqual({
      keys: [{ kid: expect.stringMatching(/^<text of 21 characters, [0-9a-f]{8}>$/) }],
    })
  })

  it('does not make two members into one', () => {
    const line = recorderFor()(hop({ response: replied('{"abc":1,"abd":true,"__proto__":null}') }))

    expect(JSON.stringify(line.response?.body)).toMatch(
      /^\{"<name of 3 characters>":"<number>","<name of 3 characters> \(2\)":"<boolean>","<name of 9 characters, [0-9a-f]{8}>":null\}$/,
    )
  })
})

describe('a text that is not shown', () => {
  const issuer = { issuer: { url: 'https://issuer.example' } }
  const reply = (body: object): Message => hop({ response: replied(JSON.stringify(body)) })
  const [sent] = [reply({ nonce: 'nonce-of-this-session', scope: 'RF' })]
  const describeNonce = (changes: Partial<Settings> = {}): string =>
    String(Object(recorderFor(changes)(sent).response?.body).nonce)

  it('is recognised wherever it occurs again, and no other text is taken for it', () => {
    const record = recorderFor({ targets: issuer })

    const [first, other] = [record(sent), record(reply({ nonce: 'another-of-21-letters' }))].map(
      ({ response }): string => Object(response?.body).nonce,
    )
    const again = record(hop({ request: { ...asked, url: 'https://issuer.example/nonce/nonce-of-this-session' } }))

    expect(first).toMatch(/^<text of 21 characters, [0-9a-f]{8}>$/)
    expect(again.request.url).toContain(first)
    expect(other).not.toBe(first)
  })

  it('has no mark if it is one of few', () => {
    expect(recorderFor()(sent).response?.body).toMatchObject({ scope: '<text of 2 characters>' })
  })

  it('has another mark in each record of a target, so that a reader can try no value', () => {
    const marks = Array.from({ length: 5 }, () => describeNonce({ targets: issuer }))

    expect(new Set(marks).size).toBe(5)
  })

  it('has the same mark under the same seed where there is no target, unless the accounts are others', () => {
    const [account = { deviceId: '', uid: '', sessionToken: '' }] = settings.accounts

    expect(describeNonce()).toBe(describeNonce())
    expect(describeNonce()).not.toBe(describeNonce({ seed: 'another' }))
    expect(describeNonce()).not.toBe(describeNonce({ accounts: [{ ...account, sessionToken: 'another-token' }] }))
  })
})

describe('a large message', () => {
  it.each([
    ['a text', 'x'.repeat(1_000_000)],
    ['one member', JSON.stringify({ nonce: 'x'.repeat(1_000_000) })],
    ['many members', JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`member-${i}`, i])))],
    ['many elements', JSON.stringify({ keys: Array.from({ length: 40_000 }, () => [{ kid: 'a' }]) })],
    ['a deep one', `${'['.repeat(60)}${']'.repeat(60)}`],
    ['dots', '.'.repeat(1_000_000)],
    ['tildes', 'a.b.c~'.repeat(200_000)],
    ['an offer', `openid-credential-offer://x/${'a/'.repeat(50_000)}?${'a=b&'.repeat(50_000)}`],
  ])('makes a short line: %s', (_, body) => {
    expect(JSON.stringify(recorderFor()(hop({ response: replied(body) }))).length).toBeLessThan(20_000)
  })

  it('with many header fields makes a short line', () => {
    const headers = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`x-field-${i}`, 'x'.repeat(100)]))

    expect(JSON.stringify(recorderFor()(hop({ response: replied('', headers) }))).length).toBeLessThan(10_000)
  })
})

const textOf = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

describe('a record that is read back', () => {
  const whole = (): string => textOf([{ ...head, redacted: true }, ...hops.map(recorderFor())])

  it('is what was written', () => {
    expect(readRecord(whole())).toEqual({
      head: { ...head, redacted: true },
      lines: JSON.parse(JSON.stringify(hops.map(recorderFor()))),
      isCut: false,
    })
  })

  it('is all of the messages, if it was kept in private', () => {
    const read = readPrivateRecord(textOf([{ ...head, redacted: false }, ...hops.map(toPrivateLine)]))

    expect(read.messages).toEqual(hops)
  })

  it('has every whole line, wherever it was cut off behind the first', () => {
    const text = whole()
    const first = text.indexOf('\n') + 1

    fc.assert(
      fc.property(fc.integer({ min: first, max: text.length }), (end) => {
        const cut = text.slice(0, end)
        const { lines, isCut } = readRecord(cut)
        const missing = text[end] === '\n' ? 0 : 1 // only the end of its line is lost
        expect(lines.length).toBe(cut.split('\n').length - 1 - missing)
        expect(isCut).toBe(missing === 1 && !cut.endsWith('\n'))
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    ['nothing', ''],
    ['the beginning of a first line', '{"schemaVersion":1,"to'],
    ['no head', '{"number":1}\n'],
    ['another version', textOf([{ ...head, redacted: true, schemaVersion: 3 }])],
    ['a private record', textOf([{ ...head, redacted: false }])],
    ['a line in the middle that was cut off', `${textOf([{ ...head, redacted: true }])}{"numb\n{}\n`],
    ['a line that is no message', textOf([{ ...head, redacted: true }, { number: 1 }])],
    ['a page', '<html></html>\n'],
  ])('is refused if it holds %s', (_, text) => {
    expect(() => readRecord(text)).toThrow(expect.objectContaining({ code: 'ERR_INPUT' }))
  })
})
