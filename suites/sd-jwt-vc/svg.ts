import { readText } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'

/** A picture in a data URI, as far as placeholders matter. */
export interface SvgTemplate {
  /** The names of all placeholders. */
  readonly placeholders: readonly string[]
  /** Its tags and comments. */
  readonly markup: readonly string[]
}

/** Characters of a picture that are read. */
const longest = 100_000

/** Reads a picture in a data URI. Nothing is read elsewhere: what is behind an address is not known. */
export function readSvg(uri: unknown): SvgTemplate {
  const text = readText(uri)
  const comma = text.indexOf(',')
  if (!/^data:image\/svg\+xml/i.test(text) || comma < 0) return { placeholders: [], markup: [] }
  const content = text.slice(comma + 1)
  const isBase64 = /;base64$/i.test(text.slice(0, comma).trim())
  const read = attempt(() => (isBase64 ? Buffer.from(content, 'base64').toString() : decodeTolerantly(content)))
  const svg = 'value' in read ? read.value.slice(0, longest) : ''
  return {
    placeholders: [...svg.matchAll(/\{\{([^{}]{0,200})\}\}/g)].map(([, name = '']) => name.trim()),
    markup: [...listMarkup(svg)],
  }
}

/** A `%` that begins no octet is taken as it is. */
const decodeTolerantly = (text: string): string => {
  const octets = text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(octets, 'latin1').toString()
}

/** The tags and comments of a text, each as it is written. */
function* listMarkup(svg: string): Generator<string> {
  for (let at = svg.indexOf('<'); at >= 0; ) {
    const isComment = svg.startsWith('<!--', at)
    const end = svg.indexOf(isComment ? '-->' : '>', at)
    const until = end < 0 ? svg.length : end + (isComment ? 3 : 1)
    yield svg.slice(at, until)
    at = svg.indexOf('<', until)
  }
}

/** Where placeholders are that do not belong there. */
export const listSvgMistakes = ({ markup }: SvgTemplate): readonly string[] =>
  markup
    .filter((each) => /\{\{[^{}]{0,200}\}\}/.test(each))
    .map((each) => (each.startsWith('<!--') ? 'a comment' : 'a tag'))
