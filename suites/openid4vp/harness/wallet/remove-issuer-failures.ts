import type { Result } from '../../../../model/report.ts'
import type { Requirement } from '../../../../model/requirement.ts'
import { conclude } from '../../../../src/judge/conclusion.ts'
import { exitCodesByConclusion } from '../../../../src/terminal/exit-codes.ts'
import type { JudgedCase } from '../../../../src/verify/cases.ts'
import { MDAUTH, MSO } from '../../../mdoc/requirements.ts'
import { JWSJSON, SDJWT } from '../../../sd-jwt/requirements.ts'

/** By what a wallet would be noticed that changed a credential: its signature, and the digests of what is disclosed. */
const unchanged: readonly Requirement[] = [
  SDJWT.SIGNED,
  SDJWT.REFERENCED,
  SDJWT['DISCLOSED-ONCE'],
  MDAUTH.SIGNED,
  MSO.MATCHES,
]

/** What the signature of an issuer is not over. */
const unsigned: readonly Requirement[] = [SDJWT.SIGNED, SDJWT.JWT, JWSJSON.DISJOINT]

const isBrokenByIssuer = ({ outcome, requirement }: Result): boolean =>
  outcome === 'failed' && requirement.binds === 'issuer' && !unsigned.includes(requirement)

/** A wallet that presents a credential as it is has not made what its issuer did wrong. */
export function removeIssuerFailures(judged: JudgedCase): {
  readonly judged: JudgedCase
  readonly ofIssuer: readonly string[]
} {
  const { verdict } = judged
  const marks = verdict.results.filter(({ requirement }) => unchanged.includes(requirement))
  const isSigned = marks.some(({ requirement: { id }, outcome }) => id.endsWith('-SIGNED') && outcome === 'passed')
  if (!isSigned || marks.some(({ outcome }) => outcome === 'failed')) return { judged, ofIssuer: [] }
  const results = verdict.results.map((each) => (isBrokenByIssuer(each) ? excuse(each) : each))
  const conclusion = conclude(results, verdict.rules)
  return {
    judged: { ...judged, verdict: { ...verdict, results, conclusion }, code: exitCodesByConclusion[conclusion] },
    ofIssuer: verdict.results.filter(isBrokenByIssuer).map(({ requirement }) => requirement.id),
  }
}

const excuse = ({ requirement }: Result): Result => ({
  ...{ requirement, outcome: 'untested', findings: [] },
  reason: 'the issuer of the credential breaks it, not the wallet',
})
