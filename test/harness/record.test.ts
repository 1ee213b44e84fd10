import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import holders from '../../fixtures/holders.json' with { type: 'json' }
import { readHops, readRecord } from '../../src/harness/read-record.ts'
import { privateLineOf } from '../../src/harness/record.ts'
import type { RecordLine } from '../../src/model/record.ts'
import type { Asked, Hop, Replied } from '../../src/model/wire.ts'
import { memberNames } from '../../src/protocol/member-names.generated.ts'
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

const asked: Asked = { method: 'GET', url: 'https://issuer.example/nonce', headers: {} }

const hop = (changes: Partial<Hop>): Hop => ({
  number: 1,
  session: 'first',
  endpoint: 'nonce',
  from: 'wallet',
  to: 'issuer',
  sent: 1_790_000_000_000,
  took: 3,
  asked,
  ...changes,
})

const replied = (body: string, headers: Replied['headers'] = {}): Replied => ({ status: 200, headers, body })

let hops: readonly Hop[] = []
beforeAll(async () => {
  hops = (await playWhole()).hops
})

/** All that the messages of a run hold and nobody may see. */
function* canariesIn(all: readonly Hop[]): Generator<string> {
  for (const { deviceId, uid, sessionToken } of settings.accounts) yield* [deviceId, uid, sessionToken]
  for (const holder of Object.values(holders)) {
    yield* Object.values(holder).filter((value): value is string => typeof value === 'string' && value.length > 4)
  }
  const said = all.map(({ asked, replied }) => `${asked.url} ${asked.body ?? ''} ${replied?.body ?? ''}`).join(' ')
  for (const name of ['nonce', 'c_nonce', 'pre-authorized_code', 'credential_identifier', 'n', 'x', 'y']) {
    for (const [, value = ''] of said.matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'))) yield value
  }
  for (const [compact] of said.matchAll(/[\w-]{40,}/g)) yield compact
}

describe('the record of a whole run', () => {
  it('gives nothing private away, in no spelling', () => {
    const canaries = new Set(canariesIn(hops))

    expect(leaks(hops.map((each) => JSON.stringify(privateLineOf(each))).join(), canaries).length).toBeGreaterThan(100)
    expect(leaks(written(hops.map(recorderFor())), canaries)).toEqual([])
  })

  it('tells of every message, who sent it, and which layers were in it', () => {
    const lines = hops.map(recorderFor())

    expect(lines.map(({ number, from, to }) => [number, from, to])).toEqual(
      hops.map(({ number, from, to }) => [number, from, to]),
    )
    expect(new Set(lines.flatMap(({ layers }) => layers.filter(({ read }) => read).map(({ kind }) => kind)))).toContain(
      'credential',
    )
  })

  it('shows what parties have to agree on', () => {
    const text = written(hops.map(recorderFor()))

    expect(text).toContain('"url":"https://issuer.example/credential-offer/<text of ')
    expect(text).toContain('"credential_configuration_ids":["identity_credential"]')
    expect(text).toContain('characters: alg RSA-OAEP-256, enc A256GCM, zip DEF, kid request-2026>')
    expect(text).toContain('"url":"identityapp://credential-request?credential_request=<text of ')
  })

  it('is the same twice', () => {
    expect(hops.map(recorderFor())).toEqual(hops.map(recorderFor()))
  })

  it('names every member that a schema names', () => {
    const told = recorderFor()(
      hop({ replied: replied(JSON.stringify(Object.fromEntries([...memberNames].map((name) => [name, {}])))) }),
    )

    expect(Object.keys(Object(told.response?.body))).toEqual([...memberNames])
  })
})

describe('a hostile answer', () => {
  const canary = 'Wq7Canary9xKz2'
  const octets = Buffer.from([0xff, ...Buffer.from(canary)])
  const jws = (header: object): string =>
    [header, { canary }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')

  it.each<readonly [string, Partial<Hop>]>([
    ['the name of a header field', { replied: replied('{}', { [`x-${canary}`]: '1', [`y-${canary}`]: '2' }) }],
    ['the value of a header field', { replied: replied('{}', { etag: canary, 'x-anything': canary }) }],
    ['the path of a location', { replied: replied('', { location: `https://else.example/${canary}?q=${canary}` }) }],
    ['a media type', { replied: replied('{}', { 'content-type': `text/plain; what="${canary} ${canary}"` }) }],
    ['the name of a member', { replied: replied(JSON.stringify({ [canary]: { [canary]: [canary] } })) }],
    [
      'an error in JSON',
      { replied: { ...replied(`{"error":"${canary}","error_description":"${canary}"}`), status: 400 } },
    ],
    ['an error in words', { replied: { ...replied(`no such holder: ${canary}`), status: 500 } }],
    ['an error that looks like an address', { replied: replied(`Error:${canary}?${canary}=${canary}#${canary}`) }],
    ['octets that are not UTF-8', { replied: { ...replied(octets.toString()), octets: octets.toString('base64') } }],
    ['JSON that repeats a member', { replied: replied(`{"nonce":"${canary}","nonce":"${canary}"}`) }],
    ['the body of a signed text', { replied: replied(`${jws({ alg: 'ES256', canary })}.${canary}`) }],
    ['a long key id', { replied: replied(`${jws({ alg: 'ES256', kid: `${canary} ${canary}` })}.AAAA`) }],
    [
      'an address that was called',
      { asked: { ...asked, url: `https://u:${canary}@issuer.example/${canary}/x?${canary}=1` } },
    ],
    ['a method', { asked: { ...asked, method: canary } }],
    [
      'the parameter of a deeplink',
      { endpoint: 'deeplink', asked: { ...asked, url: `identityapp://x?${canary}=a.b.c.d.e#${canary}` } },
    ],
    ['a scheme', { endpoint: 'deeplink', asked: { ...asked, url: `${canary}://x` } }],
    ['a loss', { lost: { loss: 'timeout', message: `GET https://issuer.example/offer/${canary}: no answer in time` } }],
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
        const line = recorderFor()(hop({ replied: answer }))
        expect(leaks(JSON.stringify(line), [secret, `x${secret}`])).toEqual([])
      }),
    )
  })

  it('cannot carry out what was private in an earlier message', () => {
    const record = recorderFor()
    record(hop({ replied: replied('{"c_nonce":"nonce-of-this-session"}') }))

    const line = record(hop({ endpoint: 'jwks', replied: replied('{"keys":[{"kid":"nonce-of-this-session"}]}') }))

    expect(line.response?.body).toEqual({ keys: [{ kid: '<text of 21 characters>' }] })
  })

  it('does not make two members into one', () => {
    const line = recorderFor()(hop({ replied: replied('{"abc":1,"abd":true,"__proto__":null}') }))

    expect(JSON.stringify(line.response?.body)).toBe(
      '{"<name of 3 characters>":"<number>","<name of 3 characters> (2)":"<boolean>","<name of 9 characters>":null}',
    )
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
    expect(JSON.stringify(recorderFor()(hop({ replied: replied(body) }))).length).toBeLessThan(20_000)
  })

  it('with many header fields makes a short line', () => {
    const headers = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`x-field-${i}`, 'x'.repeat(100)]))

    expect(JSON.stringify(recorderFor()(hop({ replied: replied('', headers) }))).length).toBeLessThan(10_000)
  })
})

const textOf = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

describe('a record that is read back', () => {
  const whole = (): string => textOf([{ ...head, manner: 'redacted' }, ...hops.map(recorderFor())])

  it('is what was written', () => {
    expect(readRecord(whole())).toEqual({
      head: { ...head, manner: 'redacted' },
      lines: JSON.parse(JSON.stringify(hops.map(recorderFor()))),
      isCut: false,
    })
  })

  it('is all of the messages, if it was kept in private', () => {
    const read = readHops(textOf([{ ...head, manner: 'whole' }, ...hops.map(privateLineOf)]))

    expect(read.hops).toEqual(hops.map(({ clear: _, ...rest }) => rest))
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
    ['another version', textOf([{ ...head, manner: 'redacted', schemaVersion: 2 }])],
    ['a private record', textOf([{ ...head, manner: 'whole' }])],
    ['a line in the middle that was cut off', `${textOf([{ ...head, manner: 'redacted' }])}{"numb\n{}\n`],
    ['a line that is no message', textOf([{ ...head, manner: 'redacted' }, { number: 1 }])],
    ['a page', '<html></html>\n'],
  ])('is refused if it holds %s', (_, text) => {
    expect(() => readRecord(text)).toThrow(expect.objectContaining({ code: 'ERR_INPUT' }))
  })
})
