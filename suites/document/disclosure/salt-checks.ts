import type { ExchangeCheck } from '../../../model/check.ts'
import { finding, inconclusive } from '../../../model/finding.ts'
import { memoizeLast } from '../../../protocol/encoding/memoize-last.ts'
import { explainConstant } from '../../kit/guessable-values.ts'
import { isCounterDigest, isDigestOf, isTimeDigest, readDigestPrefix } from '../../kit/hashes.ts'
import { checkExchange } from '../model/check.ts'
import type { IssuedCredential } from '../model/exchange.ts'
import { collectPopulation } from '../population/population.ts'
import { SD } from './requirements.ts'

/** A shorter salt may occur twice by accident; SD-ENTROPY is about those. */
const shortestSalt = 16

const unlinked = checkExchange(SD['SALT-ONCE'], function* (exchange, context) {
  const { credentials } = collectPopulation(exchange, context)
  const first = new Map<string, IssuedCredential>()
  const linked = new Set<string>()
  for (const credential of credentials) {
    for (const { salt } of credential.salts) {
      const before = first.get(salt) ?? credential
      first.set(salt, before)
      // A credential that is signed once more has the same id.
      if (salt.length < shortestSalt || before === credential || isSameCredential(before, credential)) continue
      linked.add(
        before.session === credential.session
          ? `in two credentials of the session \`${credential.session}\``
          : `in the sessions \`${before.session}\` and \`${credential.session}\``,
      )
    }
  }
  for (const sessions of [...linked].slice(0, 3))
    yield finding('disclosures', 'salts that no other credential has', `the same salt ${sessions}`)
  return credentials.length < 2 ? inconclusive('fewer than two credentials could be read') : undefined
})

const isSameCredential = (one: IssuedCredential, other: IssuedCredential): boolean =>
  one.id !== undefined && one.id === other.id && one.holder === other.holder

/** The bits that have to change between salts. Random salts of 128 bits have 122 as UUIDs. */
const leastBits = 116

/** How many credentials are compared with digests, each of which costs thousands of hashes. */
const comparedCredentials = 3

const guessless = checkExchange(SD.GUESSLESS, function* (exchange, context) {
  const { credentials } = collectPopulation(exchange, context)
  const salts = credentials.flatMap((credential) => credential.salts.map(({ salt }) => salt))
  if (salts.length === 0) return inconclusive('no salt could be read')
  const weakness =
    explainConstant(salts, 'salt', leastBits) ??
    credentials.slice(0, comparedCredentials).map(explainDerived).find(Boolean)
  if (weakness !== undefined) yield finding('disclosures', 'unpredictable salts', weakness)
  return undefined
})

/** What may come between the parts of a text that is hashed. */
const separators = ['', ':', '|', '-', '.', '/', '_']

/** The names of the first claims. Of salts that are derived from the time and a name or an index, one has one of these. */
const listTimeSuffixes = ({ salts }: Pick<IssuedCredential, 'salts'>): readonly string[] => [
  ...['', '0', '1', ':0', '-0'],
  ...salts.slice(0, 1).map(({ name }) => name),
]

/** What salts may be derived from. */
type SaltSources = Pick<IssuedCredential, 'salts' | 'id' | 'holder' | 'sentAt' | 'milliseconds'>

/** Why the salts of a credential can be computed. A credential is looked at once, in however many copies of an exchange it is. */
const explainDerived = ({ salts, id, holder, sentAt, milliseconds }: IssuedCredential): string | undefined =>
  findDerivation(JSON.stringify({ salts, id, holder, sentAt, milliseconds }))

/** A random salt fits by accident with a probability of less than 1e-7. */
const findDerivation = memoizeLast((written: string): string | undefined => {
  const credential: SaltSources = JSON.parse(written)
  const { salts, id, holder } = credential
  const prefixes = new Set(salts.flatMap(({ salt }) => readDigestPrefix(salt) ?? []))
  if (prefixes.size === 0) return undefined
  const sources = [id, holder].filter((source) => source !== undefined && source !== '')
  const isOf = (text: string): boolean => isDigestOf(prefixes, text)
  if (salts.some(({ name }) => isOf(name))) return 'salts that are digests of the names of the claims'
  const isJoined = ({ name }: { readonly name: string }, i: number): boolean =>
    sources.some((source) =>
      separators.some((between) =>
        [name, i].some((part) => isOf(`${source}${between}${part}`) || isOf(`${part}${between}${source}`)),
      ),
    )
  if (salts.some(isJoined)) return 'salts that are digests of an identifier and the names or indexes of the claims'
  if (salts.some(({ salt }) => isCounterDigest(salt))) return 'salts that are digests of a counter'
  return isTimeDigest(prefixes, credential, listTimeSuffixes(credential))
    ? 'salts that are digests of the time'
    : undefined
})

/** Checks of the salts of all credentials of a run. */
export const saltChecks: readonly ExchangeCheck[] = [unlinked, guessless]
