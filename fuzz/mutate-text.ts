import type { Draw } from './random.ts'

/** Pieces that mean something to one of the parsers. */
const pieces = [
  ...[
    '',
    '.',
    '..',
    '~',
    '~~',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '=',
    '==',
    '&',
    '?',
    '#',
    '%',
    '%00',
    '+',
    '-',
  ],
  ...[
    'e30',
    'eyJ',
    'WyI',
    'null',
    'true',
    '1e999',
    '-0',
    '0x1',
    '\\u0000',
    '\\ud800',
    '\ud800',
    '\u0000',
    '\ufeff',
    '\u2028',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '_sd',
    '...',
    'cnf',
    'alg',
    'none',
    ' ',
    '\n',
    '\r\n',
    '\t',
    'é',
    '𝒳',
    '\u202e',
  ],
  ...['////', '____', '[[[[[[[[', '{"a":{"a":{"a":', 'AAAA', 'A'.repeat(300), '9'.repeat(40)],
] as const

/** Changes a text as a text: characters go, come, move or repeat. */
export function mutateText(text: string, draw: Draw): string {
  const start = draw.below(text.length + 1)
  const end = Math.min(text.length, start + draw.below(draw.pick([2, 8, 64, 1_024])))
  const [before, within, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
  switch (draw.below(8)) {
    case 0:
      return before + after
    case 1:
      return before + within + within + after
    case 2:
      return before + flipCharacter(within, draw) + after
    case 3:
      return before + [...within].reverse().join('') + after
    case 4:
      return before + swapCase(within) + after
    case 5:
      return before
    default:
      return before + draw.any(pieces) + (draw.below(2) === 0 ? within : '') + after
  }
}

const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (each) => (each < 'a' ? each.toLowerCase() : each.toUpperCase()))

function flipCharacter(text: string, draw: Draw): string {
  const at = draw.below(text.length)
  const changed = String.fromCharCode((text.charCodeAt(at) || 0) ^ (1 << draw.below(8)))
  return text.slice(0, at) + changed + text.slice(at + 1)
}
