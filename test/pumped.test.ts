import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HarnessError } from '../model/errors.ts'
import { verifyArgument } from '../src/verify/cases.ts'
import { unwrapText } from '../src/verify/unwrap.ts'
import { measureCpuTime } from './cpu-time.ts'

// A piece of text, tens of thousands of times: what looks for something in it must not begin again at each of them.

const pieces = [
  ...[
    'eyJ',
    'eyJ.',
    'eyJa.b.',
    '~',
    '.',
    'a.',
    'a~',
    '[',
    '{"a":',
    '"a":1,',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '<title',
    '<title>',
  ],
  ...[
    'HTTP/1.1 200\n',
    'HTTP/1.1 200 OK\r\n\r\n',
    '"',
    '\\',
    '\\"',
    '%7B',
    '%',
    'bearer ',
    '-----BEGIN',
    '://',
    '&a=',
    '=',
  ],
  ...[
    '+',
    '-',
    'a',
    'A\n',
    '> ',
    '< ',
    '* ',
    "'",
    '`',
    ',',
    '\u0000',
    '\ufeff',
    'é',
    '{"time":1,"msg":"',
    '0',
    '#',
    'a/',
  ],
]
const beginnings = [
  ...['', '{', '"', 'x ', 'x eyJa.b.c~', '<!doctype html>', 'HTTP/1.1 200 OK\r\n\r\n', 'eyJhbGciOiJFUzI1NiJ9.e30.'],
  ...['openid-credential-offer://?', '> ', '{"a":"', 'https://a/'],
]

/** Judges whatever is found in a text, or refuses it. */
function judgeAll(text: string): void {
  try {
    for (const _ of verifyArgument('-', {}, () => Buffer.from(text), true, {}));
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
  }
}

describe('a text of one piece again and again', () => {
  it.each(beginnings)('is judged, or refused, in less than a second: after %j', (beginning) => {
    const slow = pieces.filter((piece) => {
      const text = `${beginning}${piece.repeat(40_000 / piece.length)}!`
      return measureCpuTime(() => judgeAll(text)) > 1
    })

    expect(slow).toEqual([])
  })
})

describe('a credential in a line', () => {
  const credential = readFileSync('fixtures/artefacts/credential.txt', 'utf8').trim()
  const bound = `${credential.replace(/~?$/, '~')}eyJhbGciOiJFUzI1NiJ9.eyJub25jZSI6IngifQ.AAAA`

  it.each([
    ['behind letters', `token%3D${credential} and more`, [credential]],
    ['with a key binding', `a ${bound} b`, [bound]],
    ['beside another', `a ${credential} b ${bound}`, [credential, bound]],
  ])('is found whole: %s', (_, line, expected) => {
    const unwrapped = unwrapText(line)

    expect(unwrapped && 'found' in unwrapped ? unwrapped.found.map(({ text }) => text) : []).toEqual(expected)
  })
})
