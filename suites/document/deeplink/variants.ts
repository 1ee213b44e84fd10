import * as fc from 'fast-check'
import { writeDeeplink } from '../../../protocol/artefacts/deeplink.ts'
import { describedFamily } from '../kit/family.ts'
import { changeResult } from '../kit/mutations.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'

const encodePercent = (text: string): string => text.replaceAll('.', '%2E').replaceAll('-', '%2d')
const anyParameter = fc.constantFrom<readonly [name: string, value: string]>(
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
  ['surname', 'null'],
  ['title', 'undefined behaviour'],
)

const changeLink = (how: (text: string) => string) => changeResult('wallet', 'link', (text) => how(text))

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('LINK', 'carries a further parameter', describedFamily(anyParameter, ([name]) => name, ([name, value]) => changeLink((text) => writeDeeplink(text, name, value)))),
  variant('LINK', 'carries a further parameter before the request', changeLink((text) => text.replace('?', '?lang=ta&'))),
  variant('LINK', 'percent-encodes characters without need', changeLink((text) => text.replace(/(?<==).*/, encodePercent))),
  variant('LINK', 'ends with an ampersand', changeLink((text) => `${text}&`)),
  variant('LINK', 'has a fragment', changeLink((text) => `${text}#top`)),
  variant('LINK', 'is an https link', changeLink((text) => text.replace('identityapp://', 'https://app.example/'))),

  ...markLive([
    variant('LINK', 'writes the scheme in capitals', changeLink((text) => text.replace('identityapp:', 'IDENTITYAPP:'))),
    variant('LINK', 'has a slash before the query', changeLink((text) => text.replace('?', '/?'))),
    variant('LINK', 'goes to an https URL, as agreed', {}, { decisions: { 'deeplink.uri': 'https://app.example/open?from=wallet' } }),
  ]),
]
