import { type ArtefactCheck, checkArtefact } from '../../model/check.ts'
import { finding, inconclusive, notApplicable } from '../../model/finding.ts'
import { once } from '../../protocol/encoding/once.ts'
import { type Construction, computeClaimDigest, constructions } from '../../protocol/sd-jwt/claim.ts'
import { explainDigest, findReading as readAs, type Solution } from '../../protocol/sd-jwt/explain-digest.ts'
import { collectBoundaryTraces, findMovedBoundary } from '../../protocol/sd-jwt/moved-boundary.ts'
import { claimSet } from '../claims/claim-set.ts'
import { DIGEST, RFC9901 } from './decisions.ts'
import { collectDigests, type DigestMatch, matchDigests, nameDisclosure } from './reading.ts'
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

/** How the digest of a claim was made. */
const constructionOf = ({ entry: { disclosure } }: DigestMatch, digests: ReadonlySet<string>, rank: number) =>
  rank < diagnosed ? explainDigest(disclosure, digests) : readAs(disclosure, digests)

/** The construction that all claims have in common, where it is not the decided one. */
const commonConstruction = (matches: readonly DigestMatch[], digests: ReadonlySet<string>): Construction | undefined =>
  constructions.find((each) => matches.every(({ claim }) => digests.has(computeClaimDigest(claim, each))))

const digest = checkArtefact(SD.DIGEST, 'credential', function* (credential, context) {
  const matches = matchDigests(credential, context)
  const first = matches.find(({ matches: good }) => !good)
  if (matches.length === 0) return notApplicable(noDisclosures)
  if (!first) return undefined
  const digests = context.derive(collectDigests, credential)
  const common = commonConstruction(matches, digests)
  if (!common && matches.some(({ matches: good }) => good)) return undefined
  const solution = common ? { construction: common, order: first.entry.order } : constructionOf(first, digests, 0)
  if (!solution) return inconclusive('no known way of making a digest gives one of `_sd`')
  const expected = `a digest made as under \`${context.decide(DIGEST)}\``
  yield finding(nameDisclosure(first.entry.index), expected, 'another digest', inWords(solution))
  return undefined
})

/** The claims without a digest; nothing, if all digests are made in another way than was decided. */
function lostIn(matches: readonly DigestMatch[], digests: ReadonlySet<string>): readonly DigestMatch[] | undefined {
  const lost = matches.filter(({ matches: good }) => !good)
  const [first] = lost
  if (!first) return lost
  if (lost.length < matches.length) return commonConstruction(matches, digests) ? undefined : lost
  return constructionOf(first, digests, 0) ? undefined : lost
}

const otherwiseMade = 'the digests are made in another way than was decided'

const included = checkArtefact(SD.INCLUDED, 'credential', function* (credential, context) {
  const matches = matchDigests(credential, context)
  if (matches.length === 0) return notApplicable(noDisclosures)
  const digests = context.derive(collectDigests, credential)
  const lost = lostIn(matches, digests)
  if (!lost) return inconclusive(otherwiseMade)
  for (const [rank, match] of lost.entries()) {
    if (!constructionOf(match, digests, rank))
      yield finding(nameDisclosure(match.entry.index), 'a digest in `_sd`', 'none', tampered)
  }
  return undefined
})

const tampered = 'it was changed, belongs to another credential, or its digest was made in a way that is not known'

const every = checkArtefact(SD.EVERY, 'credential', function* (credential, context) {
  const matches = matchDigests(credential, context)
  if (matches.length === 0) return notApplicable(noDisclosures)
  const digests = context.derive(collectDigests, credential)
  const lost = lostIn(matches, digests)
  if (!lost) return inconclusive(otherwiseMade)
  for (const [rank, match] of lost.entries()) {
    const solution = matches.length > 1 && constructionOf(match, digests, rank)
    if (solution)
      yield finding(nameDisclosure(match.entry.index), 'the claim encoding of the others', 'another', inWords(solution))
  }
  return lost.length === matches.length ? inconclusive('no disclosure belongs to a digest') : undefined
})

const claimNames = Object.keys(claimSet)

/** What a cut is recognised by, worked out for the names of the claim set when it is first needed. */
const signs = {
  bare: once(() => collectBoundaryTraces(claimNames, true)),
  encoded: once(() => collectBoundaryTraces(claimNames, false)),
}

const recut = checkArtefact(SD.RECUT, 'credential', function* (credential, context) {
  const construction = context.decide(DIGEST)
  if (construction === 'disclosure') return notApplicable('this digest fixes where the parts are cut')
  const matches = matchDigests(credential, context)
  const good = matches.filter(({ matches: held }) => held)
  const claims = good.map(({ claim }) => claim)
  const bareSalt = construction.startsWith('parts-bare-salt')
  for (const { entry, claim } of good) {
    const found = findMovedBoundary(claim, { claims, bareSalt, traces: bareSalt ? signs.bare() : signs.encoded() })
    if (!found) continue
    const cut = `a claim that the issuer cut as ${found.from}`
    yield finding(nameDisclosure(entry.index), cut, `the same text cut anew, as ${found.to}`, hole)
  }
  return good.length < matches.length ? inconclusive('a claim without a digest may be cut anywhere') : undefined
})

const hole = 'the digest of joined parts does not say where one ends: the signature holds, and the claim is another'

const rfc9901 = checkArtefact(SD.RFC9901, 'credential', function* (credential, { decide, derive }) {
  if (decide(RFC9901) === 'document') return notApplicable('section 2.9 goes before RFC 9901, by decision')
  const digests = derive(collectDigests, credential)
  for (const [index, disclosure] of credential.disclosures.entries()) {
    if (disclosure.problem) continue
    const reading = readAs(disclosure, digests)
    if (!reading || reading.construction === 'disclosure') continue
    yield finding(
      nameDisclosure(index),
      'a digest over the disclosure',
      'one over joined parts',
      'this is the form of section 2.9',
    )
    return undefined
  }
  return undefined
})

/** What is asked of the digests: how they are made, and that every claim has one. */
export const digestChecks: readonly ArtefactCheck[] = [digest, included, every, recut, rfc9901]
