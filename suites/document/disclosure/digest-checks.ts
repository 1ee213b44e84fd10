import { type ArtefactCheck, checkArtefact } from '../../../model/check.ts'
import { type CheckContext, finding, inconclusive, notApplicable, type Remark } from '../../../model/finding.ts'
import { once } from '../../../protocol/encoding/once.ts'
import { computeTextDigest, type DisclosureOrder, elementPositions } from '../../../protocol/sd-jwt/claim.ts'
import type { Solution } from '../../../protocol/sd-jwt/explain-digest.ts'
import { collectBoundaryTraces, findMovedBoundary } from '../../../protocol/sd-jwt/moved-boundary.ts'
import { findSpelling } from '../../../protocol/sd-jwt/respelled.ts'
import type { SdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'
import { claimSet } from '../claims/claim-set.ts'
import { DIGEST, RFC9901 } from './decisions.ts'
import { createSolver, type DigestSolver } from './digest-solutions.ts'
import { collectDigests, type DigestMatch, matchDigests, nameDisclosure } from './reading.ts'
import { SD } from './requirements.ts'

const isUnmatched = ({ matches }: DigestMatch): boolean => !matches

const noDisclosures = 'no claim is disclosed'

/** Describes how a digest was computed, and the answer under which it would pass. `order` is that of the disclosure. */
function describeSolution(solution: Solution, order: DisclosureOrder): string {
  if ('mistake' in solution) return `the digest is ${solution.mistake}`
  if (solution.construction !== 'disclosure' && solution.order !== order)
    return `the digest is over ${listHashedParts(solution.order, order).join(', ')}, in this order, and not over salt, name, value`
  const computed =
    solution.construction === 'disclosure'
      ? 'the digest is over the encoded disclosure, as in RFC 9901'
      : `the digest is computed as under \`${solution.construction}\``
  return `${computed}: sd.digest = ${solution.construction}`
}

/** The parts that were hashed, in their order, where a digest was made of a disclosure that was read in another order than its own. */
function listHashedParts(hashed: DisclosureOrder, own: DisclosureOrder): readonly string[] {
  const [salt, name] = elementPositions[own]
  return elementPositions[hashed].map((at) => (at === salt ? 'salt' : at === name ? 'name' : 'value'))
}

const digest = checkArtefact(SD.DIGEST, 'credential', function* (credential, context) {
  const matches = matchDigests(credential, context)
  const first = matches.find(isUnmatched)
  if (matches.length === 0) return notApplicable(noDisclosures)
  if (!first) return undefined
  const solver = createSolver(credential, context)
  const common = solver.findCommon(matches)
  if (!common && matches.some((each) => each.matches)) return undefined
  const solution = common ? { construction: common, order: first.entry.order } : solver.explain(first, 0)
  if (!solution) return inconclusive('no known way to compute a digest leads to an element of `_sd`')
  const expected = `a digest computed as under \`${context.decide(DIGEST)}\``
  yield finding(
    nameDisclosure(first.entry.index),
    expected,
    'another digest',
    describeSolution(solution, first.entry.order),
  )
  return undefined
})

/** The claims of a credential without a digest, and how many claims there are. */
interface UnmatchedClaims {
  readonly unmatched: readonly DigestMatch[]
  readonly total: number
}

/** Lists the claims without a digest. Undefined if all digests are computed in another way than the decided one. */
function listUnmatched(matches: readonly DigestMatch[], solver: DigestSolver): readonly DigestMatch[] | undefined {
  const unmatched = matches.filter((each) => !each.matches)
  const [first] = unmatched
  if (!first) return unmatched
  if (unmatched.length < matches.length) return solver.findCommon(matches) ? undefined : unmatched
  return solver.explain(first, 0) ? undefined : unmatched
}

/** Reads the claims without a digest, or says why that is not possible. */
function readUnmatched(credential: SdJwt, context: CheckContext): UnmatchedClaims | { readonly remark: Remark } {
  const matches = matchDigests(credential, context)
  if (matches.length === 0) return { remark: notApplicable(noDisclosures) }
  if (!matches.some(isUnmatched)) return { unmatched: [], total: matches.length }
  const solver = createSolver(credential, context)
  const unmatched = listUnmatched(matches, solver)
  if (!unmatched) return { remark: inconclusive('the digests are computed in another way than the decided one') }
  return { unmatched, total: matches.length }
}

const included = checkArtefact(SD.INCLUDED, 'credential', function* (credential, context) {
  const read = readUnmatched(credential, context)
  if ('remark' in read) return read.remark
  for (const [rank, match] of read.unmatched.entries()) {
    if (createSolver(credential, context).explain(match, rank)) continue
    const respelled = findSpelling(match.entry.disclosure, collectDigests(credential))
    const cause = respelled ? `${writtenAgain}: ${respelled}` : causesOfMissingDigest
    yield finding(nameDisclosure(match.entry.index), 'a digest in `_sd`', 'none', cause)
  }
  return hasUnread(credential)
    ? inconclusive('a disclosure that two parsers read differently has no known digest')
    : undefined
})

/** Whether a disclosure is ambiguous JSON, and its digest is not that of its text: then nothing says that it was issued. */
function hasUnread(credential: SdJwt): boolean {
  return credential.disclosures.some(
    ({ text, problem }) =>
      problem?.code.startsWith('json-') === true && !collectDigests(credential).has(computeTextDigest(text)),
  )
}

const writtenAgain =
  'the JSON was serialized again after it was hashed, probably by the party that passed on the disclosure'

const causesOfMissingDigest =
  'it was changed, it belongs to another credential, or its digest was computed in an unknown way'

const every = checkArtefact(SD.EVERY, 'credential', function* (credential, context) {
  const read = readUnmatched(credential, context)
  if ('remark' in read) return read.remark
  const { unmatched, total } = read
  for (const [rank, match] of unmatched.entries()) {
    const solution = total > 1 && createSolver(credential, context).explain(match, rank)
    if (!solution) continue
    const expected = 'a digest computed as those of the other claims'
    yield finding(
      nameDisclosure(match.entry.index),
      expected,
      'another digest',
      describeSolution(solution, match.entry.order),
    )
  }
  return unmatched.length === total ? inconclusive('no disclosure has its digest in `_sd`') : undefined
})

const claimNames = Object.keys(claimSet)

/** The traces that moved boundaries leave, computed once, when they are first needed. */
const traces = {
  bareSalt: once(() => collectBoundaryTraces(claimNames, true)),
  encodedSalt: once(() => collectBoundaryTraces(claimNames, false)),
}

const recut = checkArtefact(SD.RECUT, 'credential', function* (credential, context) {
  const construction = context.decide(DIGEST)
  if (construction === 'disclosure') return notApplicable('in an encoded disclosure no boundary can be moved')
  const matches = matchDigests(credential, context)
  const matched = matches.filter((each) => each.matches)
  const claims = matched.map(({ claim }) => claim)
  const bareSalt = construction.startsWith('parts-bare-salt')
  const known = { claims, bareSalt, traces: bareSalt ? traces.bareSalt() : traces.encodedSalt() }
  for (const { entry, claim } of matched.filter(({ claim: each }) => findMovedBoundary(each, known))) {
    const found = findMovedBoundary(claim, known)
    if (!found) continue
    const actual = `the claim ${found.to}, made from it by moving the boundaries`
    yield finding(nameDisclosure(entry.index), `the claim ${found.from}, as issued`, actual, whyDigestMatches)
  }
  return matched.length < matches.length
    ? inconclusive('in a claim without a digest, boundaries may have been moved')
    : undefined
})

const whyDigestMatches =
  'the digest of concatenated parts does not fix where one part ends: it still matches, though the claim is another one'

const rfc9901 = checkArtefact(SD.RFC9901, 'credential', function* (credential, context) {
  if (context.decide(RFC9901) === 'document')
    return notApplicable('section 2.9 applies where RFC 9901 differs, by decision')
  const solver = createSolver(credential, context)
  const index = credential.disclosures.findIndex((disclosure) => {
    const reading = disclosure.problem ? undefined : solver.findReading(disclosure)
    return reading && reading.construction !== 'disclosure'
  })
  if (index < 0) return undefined
  const diagnosis = 'this is the digest of section 2.9'
  yield finding(nameDisclosure(index), 'a digest over the disclosure', 'one over concatenated parts', diagnosis)
  return undefined
})

/** Checks of the digests: how they are computed, and that every claim has one. */
export const digestChecks: readonly ArtefactCheck[] = [digest, included, every, recut, rfc9901]
