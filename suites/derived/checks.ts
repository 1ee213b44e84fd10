import type { Check } from '../../model/check.ts'
import { requirements } from '../all/requirements.ts'
import { checkProbes } from '../kit/probe-checks.ts'
import { noProbeReasons } from './no-probe-reasons.ts'

/** Checks of the requirements that only the answers to probes can show. */
export const checks: readonly Check[] = requirements
  .filter(({ seen }) => 'byProbes' in seen)
  .map((requirement) => checkProbes(requirement, noProbeReasons.get(requirement)))
