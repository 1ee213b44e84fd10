import { isDigestOf, readDigestPrefix } from '../../../suites/kit/hashes.ts'
import type { CredentialFacts } from './credential-facts.ts'

/** What may come between the parts of a text that is hashed. */
const separators = ['', ':', '|', '-', '.', '/', '_']

/** Salts that are looked at: an issuer that derives one derives all. */
const looked = 3

/** What the salts of a credential are digests of: whole ones, or their first 48 bits. */
export function findDerivedSalts({ payload, disclosures }: CredentialFacts): readonly string[] {
  const some = disclosures.slice(0, looked)
  const prefixes = new Set(some.flatMap(({ salt }) => readDigestPrefix(salt) ?? []))
  if (prefixes.size === 0) return []
  const { id, jti, iat } = payload
  const identifiers = [id, jti].filter((each) => typeof each === 'string')
  const times = typeof iat === 'number' ? [`${iat}`, `${Math.floor(iat)}`, `${Math.floor(iat * 1000)}`] : []
  const parts = some.flatMap(({ name }, i) => [name, `${i}`])
  const isOf = (text: string): boolean => isDigestOf(prefixes, text)
  const join = (sources: readonly string[]): readonly string[] =>
    sources.flatMap((source) =>
      parts.flatMap((part) =>
        separators.flatMap((between) => [`${source}${between}${part}`, `${part}${between}${source}`]),
      ),
    )
  return [
    ...(some.some(({ name }) => isOf(name)) ? ['the names of the claims'] : []),
    ...(join(identifiers).some(isOf) ? ['an identifier and the names or indexes of the claims'] : []),
    ...([...times, ...join(times)].some(isOf) ? ['the time of issuance'] : []),
  ]
}
