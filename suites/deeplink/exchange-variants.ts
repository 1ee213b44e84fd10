import { type Variant, variant } from '../../src/model/fault.ts'
import { after } from '../deviations.ts'

const link = (how: (text: string) => string) => after('wallet', 'link', (text) => how(text))

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('LINK', 'writes the scheme in capitals', link((text) => text.replace('identityapp:', 'IDENTITYAPP:'))),
  variant('LINK', 'has a slash before the query', link((text) => text.replace('?', '/?'))),
  variant('LINK', 'goes to an https address, as was agreed', {}, { given: { 'deeplink.uri': 'https://app.example/open?from=wallet' } }),
]
