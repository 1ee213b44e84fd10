import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { writeDeeplink } from '../../src/protocol/deeplink.ts'
import { after } from '../deviations.ts'
import { family } from '../family.ts'

const link = (how: (text: string) => string) => after('wallet', 'link', (text) => how(text))

const escaped = (text: string): string => text.replaceAll('.', '%2E').replaceAll('-', '%2d')
const harmless = fc.constantFrom<readonly [name: string, value: string]>(
  ['lang', 'ta'],
  ['v', '1.0'],
  ['state', 'a+b c&d=e'],
  ['return', 'wallet://done'],
  ['note', 'ஒப்புதல்'],
  ['empty', ''],
  ['sdk_version', '4.2.1.0.9'],
  ['country_code', 'IN'],
  ['keyboard', 'en'],
  ['guid', '7'],
)

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('LINK', 'carries a further parameter', family(harmless, ([name]) => name, ([name, value]) => link((text) => writeDeeplink(text, name, value)))),
  variant('LINK', 'carries a further parameter before the request', link((text) => text.replace('?', '?lang=ta&'))),
  variant('LINK', 'escapes what need not be escaped', link((text) => text.replace(/(?<==).*/, escaped))),
  variant('LINK', 'ends with an ampersand', link((text) => `${text}&`)),
  variant('LINK', 'has a fragment', link((text) => `${text}#top`)),
  variant('LINK', 'is an https link', link((text) => text.replace('identityapp://', 'https://app.example/'))),
]
