import type { Check } from '../../model/check.ts'
import { requirements } from '../all/requirements.ts'
import { checkProbes } from '../kit/probe-checks.ts'
import { noProbeReasons } from './no-probe-reasons.ts'

/** Every requirement that is seen in how probes are answered is judged by these answers. */
export const checks: readonly Check[] = requirements
  .filter(({ seen }) => 'byProbes' in seen)
  .map((requirement) => checkProbes(requirement, noProbeReasons.get(requirement)))
