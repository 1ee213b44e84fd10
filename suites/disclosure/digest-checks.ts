import { type Check, cannotTell, check, finding, notHere } from '../../src/model/check.ts'
import { type Construction, claimDigest, constructions } from '../../src/protocol/claim.ts'
import { findRecut } from '../../src/protocol/recut.ts'
import type { SdJwt } from '../../src/protocol/sd-jwt.ts'
import { readingOf as readAs, type Solution, solve } from '../../src/protocol/solver.ts'
import { claimSet } from '../claims/claim-set.ts'
import { DIGEST, RFC9901 } from './decisions.ts'
import { at, digestSetOf, type Match, matchesOf } from './reading.ts'
import { SD } from './requirements.ts'

const noDisclosures = 'no claim is disclosed'

/** In words, how a digest was made instead, and what would make it pass. */
function inWords(solution: Solution): string {
  if ('mistake' in solution) return `the digest is ${solution.mistake}`
  const made =
    solution.construction === 'disclosure'
      ? 'the digest is over the disclosure as it travels, as in RFC 9901'
      : `the digest is made as under \`${solution.construction}\``
  return `${made}: sd.digest = ${solution.construction}`
}

/** How many claims are looked up in the catalogue of mistakes; the others are only held against the readings of the text. */
const diagnosed = 4

const solutions = new WeakMap<Match, Solution | 'none'>()

/** How the digest of a claim was made, worked out once. */
function constructionOf(match: Match, credential: SdJwt, rank: number): Solution | undefined {
  const known = solutions.get(match)
  if (known) return known === 'none' ? undefined : known
  const digests = digestSetOf(credential)
  const found = rank < diagnosed ? solve(match.entry.disclosure, digests) : readAs(match.entry.disclosure, digests)
  solutions.set(match, found ?? 'none')
  return found
}

/** The construction that all claims have in common, where it is not the decided one. */
const commonConstruction = (matches: readonly Match[], credential: SdJwt): Construction | undefined => {
  const digests = digestSetOf(credential)
  return constructions.find((each) => matches.every(({ claim }) => digests.has(claimDigest(claim, each))))
}

const digest = check(SD.DIGEST, 'credential', function* (credential, context) {
  const matches = matchesOf(credential, context)
  const first = matches.find(({ matches: good }) => !good)
  if (matches.length === 0) return notHere(noDisclosures)
  if (!first) return undefined
  const common = commonConstruction(matches, credential)
  if (!common && matches.some(({ matches: good }) => good)) return undefined
  const solution = common ? { construction: common, order: first.entry.order } : constructionOf(first, credential, 0)
  if (!solution) return cannotTell('no known way of making a digest gives one of `_sd`')
  const expected = `a digest made as under \`${context.decide(DIGEST)}\``
  yield finding(at(first.entry.index), expected, 'another digest', inWords(solution))
  return undefined
})

/** The claims without a digest; nothing, if all digests are made in another way than was decided. */
function lostIn(matches: readonly Match[], credential: SdJwt): readonly Match[] | undefined {
  const lost = matches.filter(({ matches: good }) => !good)
  const [first] = lost
  if (!first) return lost
  if (lost.length < matches.length) return commonConstruction(matches, credential) ? undefined : lost
  return constructionOf(first, credential, 0) ? undefined : lost
}

const otherwiseMade = 'the digests are made in another way than was decided'

const included = check(SD.INCLUDED, 'credential', function* (credential, context) {
  const matches = matchesOf(credential, context)
  if (matches.length === 0) return notHere(noDisclosures)
  const lost = lostIn(matches, credential)
  if (!lost) return cannotTell(otherwiseMade)
  for (const [rank, match] of lost.entries()) {
    if (!constructionOf(match, credential, rank))
      yield finding(at(match.entry.index), 'a digest in `_sd`', 'none', tampered)
  }
  return undefined
})

const tampered = 'it was changed, belongs to another credential, or its digest was made in a way that is not known'

const every = check(SD.EVERY, 'credential', function* (credential, context) {
  const matches = matchesOf(credential, context)
  if (matches.length === 0) return notHere(noDisclosures)
  const lost = lostIn(matches, credential)
  if (!lost) return cannotTell(otherwiseMade)
  for (const [rank, match] of lost.entries()) {
    const solution = matches.length > 1 && constructionOf(match, credential, rank)
    if (solution) yield finding(at(match.entry.index), 'the claim encoding of the others', 'another', inWords(solution))
  }
  return lost.length === matches.length ? cannotTell('no disclosure belongs to a digest') : undefined
})

const claimNames = Object.keys(claimSet)

const recut = check(SD.RECUT, 'credential', function* (credential, context) {
  const construction = context.decide(DIGEST)
  if (construction === 'disclosure') return notHere('this digest fixes where the parts are cut')
  const matches = matchesOf(credential, context)
  const good = matches.filter(({ matches: held }) => held)
  const claims = good.map(({ claim }) => claim)
  const bareSalt = construction.startsWith('parts-bare-salt')
  for (const { entry, claim } of good) {
    const found = findRecut(claim, { claims, bareSalt, known: claimNames })
    if (!found) continue
    const cut = `a claim that the issuer cut as ${found.from}`
    yield finding(at(entry.index), cut, `the same text cut anew, as ${found.to}`, hole)
  }
  return good.length < matches.length ? cannotTell('a claim without a digest may be cut anywhere') : undefined
})

const hole = 'the digest of joined parts does not say where one ends: the signature holds, and the claim is another'

const rfc9901 = check(SD.RFC9901, 'credential', function* (credential, { decide }) {
  if (decide(RFC9901) === 'document') return notHere('section 2.9 goes before RFC 9901, by decision')
  const digests = digestSetOf(credential)
  for (const [index, disclosure] of credential.disclosures.entries()) {
    if (disclosure.problem) continue
    const reading = readAs(disclosure, digests)
    if (!reading || reading.construction === 'disclosure') continue
    yield finding(at(index), 'a digest over the disclosure', 'one over joined parts', 'this is the form of section 2.9')
    return undefined
  }
  return undefined
})

/** What is asked of the digests: how they are made, and that every claim has one. */
export const digestChecks: readonly Check[] = [digest, included, every, recut, rfc9901]
