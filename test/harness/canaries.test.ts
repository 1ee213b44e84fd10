import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLeakFinder } from '../../src/privacy/find-leaks.ts'

const secret = { kind: 'the session token of an account', text: 'session-token-of-nobody' }
const person = { kind: 'a claim of a holder', text: `Asha "Test" O'Example <&> आशा` }
const watch = createLeakFinder([secret, person])

const { text } = secret
const octets = Buffer.from(text)
const inJson = Buffer.from(JSON.stringify({ a: 'something before', text, b: 'something after' }))

/** Every spelling in which a text could come to light. */
const spellings: Readonly<Record<string, string>> = {
  'in clear': text,
  'in other letters': text.toUpperCase(),
  'in base64': octets.toString('base64'),
  'in base64url': octets.toString('base64url'),
  'in hexadecimal': octets.toString('hex'),
  'in large hexadecimal': octets.toString('hex').toUpperCase(),
  'in a JSON document that is encoded': inJson.toString('base64url'),
  'one octet later in one': Buffer.from(` ${inJson}`).toString('base64'),
  'two octets later in one': Buffer.from(`  ${inJson}`).toString('base64'),
  'deflated without a wrapper, in base64url': deflateRawSync(inJson).toString('base64url'),
  'deflated with one, in base64': deflateSync(octets).toString('base64'),
  'zipped, in base64': gzipSync(inJson).toString('base64'),
  'deflated, in hexadecimal': deflateRawSync(octets).toString('hex'),
}

const { text: name } = person
const names: Readonly<Record<string, string>> = {
  'as JSON writes it': JSON.stringify({ name }),
  'as JSON writes it in ASCII': JSON.stringify(name).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u0${unit.charCodeAt(0).toString(16)}`,
  ),
  'as XML writes it': `<a b="${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;')}"/>`,
  'as an address writes it': `https://issuer.example/?name=${encodeURIComponent(name)}`,
  'as a form writes it': new URLSearchParams({ name }).toString().replaceAll('%27', "'"),
}

describe('what is private', () => {
  it.each(Object.entries(spellings))('is found %s', (_, spelling) => {
    expect(watch(`{"reason":"before ${spelling} after"}`)).toBe(secret)
  })

  it.each(Object.entries(names))('is found %s', (_, spelling) => {
    expect(watch(spelling)).toBe(person)
  })

  it('is found wherever it begins, whatever is around it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom('utf8', 'hex', 'base64', 'base64url'), (a, b, encoding) => {
        const around = fc.stringify(a) + text + fc.stringify(b)
        expect(watch(Buffer.from(around).toString(encoding))).toBe(secret)
      }),
    )
  })

  it('is found by a part where it is long', () => {
    const photo = {
      kind: 'a photo',
      text: `/9j/4AAQ${Buffer.from(Array.from({ length: 600 }, (_, i) => (i * i) % 251)).toString('base64')}`,
    }

    expect(createLeakFinder([photo])(`cut: ${photo.text.slice(300)}`)).toBe(photo)
    expect(createLeakFinder([photo])(photo.text.slice(0, 100))).toBeUndefined()
  })
})

describe('what is not', () => {
  it.each(['', 'short', 'session-token-of-somebody', '{"a":1}', octets.toString('hex').slice(2)])(
    'is let by: %j',
    (other) => {
      expect(watch(other)).toBeUndefined()
    },
  )

  it('is a text that is too short to be known', () => {
    expect(createLeakFinder([{ kind: 'a claim', text: 'Testpur' }])('Testpur')).toBeUndefined()
  })

  it('is the day of a time', () => {
    const birth = { kind: 'a claim', text: '1951-02-28' }

    expect(createLeakFinder([birth])('{"startedAt":"1951-02-28T01:02:03.000Z"}')).toBeUndefined()
    expect(createLeakFinder([birth])('{"actual":"1951-02-28"}')).toBe(birth)
  })

  it('is a word of ours, which is asked for once', () => {
    let asked = 0
    const careful = createLeakFinder([{ kind: 'a nonce', text: 'conformant' }, secret], (canary) => {
      asked++
      return canary.text === 'conformant'
    })

    expect(careful('conformant, conformant and conformant')).toBeUndefined()
    expect(asked).toBe(1)
    expect(careful(`conformant ${text}`)).toBe(secret)
  })
})

describe('a look', () => {
  it('finds one text among thousands, in a long output', () => {
    const many = Array.from({ length: 3_000 }, (_, i) => ({ kind: 'a nonce', text: `nonce-${i * 7_919}-of-many` }))
    const output = 'Every requirement is a sentence of the document, in words of ours. '.repeat(15_000)

    expect(createLeakFinder([...many, secret])(output)).toBeUndefined()
    expect(createLeakFinder([...many, secret])(`${output}${text}`)).toBe(secret)
  })

  it('ends, however much is inflated', () => {
    const bomb = deflateRawSync(Buffer.alloc(50_000_000)).toString('base64')

    expect(watch(bomb)).toBeUndefined()
  })
})

describe('a part of a long text', () => {
  const long = { kind: 'a sentence', text: `${'x'.repeat(60)} nothing answers GET ${'/credentials/status'.repeat(4)}` }

  it('is asked about by itself, since that is what was found', () => {
    const asked: string[] = []
    const careful = createLeakFinder([long], ({ text: part }) => {
      asked.push(part)
      return true
    })

    expect(careful(`url: ${long.text.slice(-40)}`)).toBeUndefined()
    expect(asked).toEqual([long.text.slice(-40)])
  })
})
