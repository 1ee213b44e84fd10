import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { legalTargets } from '../suites/document/prove/legal-targets.ts'
import { examineTarget, type LegalTarget, type TargetCell } from '../suites/document/prove/target-matrix.ts'
import { artefactFaults, sectionProbes, statefulProbes } from './catalogue.ts'

// A few targets are drawn here; `ASSAY_TARGETS=all` examines every one, `ASSAY_TARGETS='binds nonces'` those with such a name.

const only = process.env.ASSAY_TARGETS

/** An issuer, which has most of the validations, and another target. */
const drawTargets = (seed: number): readonly LegalTarget[] => {
  const [issuers = [], others = []] = [true, false].map((wanted) =>
    legalTargets.filter(({ receiver }) => (receiver === 'issuer') === wanted),
  )
  return fc.sample(fc.tuple(fc.constantFrom(...issuers), fc.constantFrom(...others)), { seed, numRuns: 1 }).flat()
}

const chosen =
  only === undefined ? drawTargets(1) : legalTargets.filter(({ id }) => only === 'all' || id.includes(only))

const catalogue = { faults: artefactFaults, statefulProbes: [...sectionProbes, ...statefulProbes] }

/** A cell in which a probe finds nothing, as one line. */
const describeCell = ({ requirement, verdict, reasons }: TargetCell): string =>
  `${requirement} is ${verdict}: ${reasons.join('; ')}`

describe('a disabled validation', () => {
  it.each(chosen)('is found in a legal target, or the reason is known: $receiver, $id', async (target) => {
    const cells = await examineTarget(target, catalogue, { members: 1, seed: 1 })
    const missed = cells.filter(({ verdict }) => verdict !== 'found')

    expect(cells.length).toBeGreaterThan(0)
    expect(missed.filter(({ requirement }) => !(requirement in target.untested)).map(describeCell)).toEqual([])
    expect(Object.keys(target.untested).filter((id) => !missed.some(({ requirement }) => requirement === id))).toEqual(
      [],
    )
  })
})
