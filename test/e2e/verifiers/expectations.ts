import { expect } from 'vitest'
import type { RunReport } from '../../../model/run-report.ts'
import { type Bug, bugs } from './bugs.ts'
import { credentialProfiles, type ProfileName } from './profiles.ts'

export const profiles = Object.keys(credentialProfiles) as readonly ProfileName[] // its own keys

/** The default, confirmed: where a status may have any claims, a verifier can check none of them. */
export const confirmed = { decisions: { 'status.body': 'jws' } }

/** Every bug under every profile under which it can be seen. */
export const listCases = (names: readonly ProfileName[]) =>
  names.flatMap((profile) =>
    Object.entries(bugs).flatMap(([name, bug]) =>
      bug.under === undefined || bug.under.includes(profile) ? [{ profile, name, bug }] : [],
    ),
  )

/** Every bug once: under each profile in its turn. */
export const listTurns = (names: readonly ProfileName[]) =>
  Object.entries(bugs).flatMap(([name, bug], i) => {
    const able = names.filter((profile) => bug.under === undefined || bug.under.includes(profile))
    const profile = able[i % able.length]
    return profile === undefined ? [] : [{ profile, name, bug }]
  })

/** The requirements that failed, and whether they decide. */
export const listFailed = ({ results }: RunReport, isDeciding: boolean): readonly string[] =>
  results
    .filter(({ outcome, decides }) => outcome === 'failed' && (decides !== undefined) === isDeciding)
    .map(({ id }) => id)

/** What the probes broke that a verifier accepted. */
const listBroken = ({ probes }: RunReport): ReadonlySet<string> =>
  new Set(
    probes
      .filter(({ expected, answer }) => expected === 'refused' && answer === 'accepted')
      .map(({ breaks, requirement }) => breaks ?? requirement),
  )

/** A bug is found by its own requirement, and by no other than those that it breaks necessarily. */
export function expectFound(report: RunReport, { finds, also = [] }: Bug): void {
  const broken = listBroken(report)
  expect(broken).toContain(finds)
  expect([...broken].filter((id) => id !== finds && !also.includes(id))).toEqual([])
  expect(listFailed(report, true).length).toBeGreaterThan(0)
  expect(listFailed(report, false)).toEqual([])
  expect(report.verdict.exitCode).toBe(1)
}

export function expectClean(report: RunReport): void {
  expect([listFailed(report, true), listFailed(report, false)]).toEqual([[], []])
  expect(report.verdict.exitCode).toBe(0)
  expect(report.probes.length).toBeGreaterThan(100)
}
