import type { Check } from '../../../model/check.ts'
import { requirements } from '../all/requirements.ts'
import { checkProbes, checkSurvival } from '../kit/probe-checks.ts'
import { listSurvivals } from '../undefined-points/survival.ts'
import { noProbeReasons } from './no-probe-reasons.ts'

const survivals = new Set(listSurvivals().map(({ requirement }) => requirement))

/** Checks of the requirements that only the answers to probes can show. */
export const checks: readonly Check[] = requirements
  .filter(({ seen }) => 'byProbes' in seen)
  .map((requirement) =>
    survivals.has(requirement) ? checkSurvival(requirement) : checkProbes(requirement, noProbeReasons.get(requirement)),
  )
