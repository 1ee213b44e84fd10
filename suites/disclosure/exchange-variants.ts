import { type Variant, variant } from '../../src/model/fault.ts'
import { answering, both, instead, put } from '../deviations.ts'

const conceal = (how: (salts: readonly [string, string]) => number) =>
  instead('issuer', 'conceal', (honest) => (claims) => honest(claims).toSorted((a, b) => how([a.salt, b.salt])))

const embed = (how: (digests: readonly string[]) => readonly string[]) =>
  instead('issuer', 'embed', (honest) => (payload, digests) => put('/_sd', how(digests))(honest(payload, digests)))

const bySalt = conceal(([a, b]) => (a < b ? -1 : 1))
const decoys = Array.from({ length: 60 }, (_, i) => `${i}`.padStart(4, '0').padEnd(43, 'A'))

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('SD', 'shuffles its disclosures, and leaves the digests in their order', both(bySalt, embed((digests) => digests))),
  variant('SD', 'sorts its digests backwards', embed((digests) => digests.toSorted().toReversed())),
  variant('SD', 'puts the same digests of nothing in front', embed((digests) => [...decoys, ...digests.toSorted()])),
  variant('SD', 'discloses two claims', instead('issuer', 'draft', (honest) => (session, key) => honest({ ...session, holder: { IsNRI: false, Gender: 'F' } }, key))),
  variant('SD', 'tells which members of the signed part it read', instead('verifier', 'decide', (honest) => (claims, refused) => put('/claims/iss', 'https://issuer.example')(honest(claims, refused)))),
  variant('SD', 'says that it is out of order', answering('verifier', 'presentation', (replied) => ({ ...replied, status: 503, body: '' }))),
]
