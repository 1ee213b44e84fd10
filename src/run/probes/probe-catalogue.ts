import type { Fault } from '../../../model/fault.ts'
import type { StatefulProbe } from '../../../model/probe.ts'
import type { ProbeRules } from './fault-probes.ts'
import type { Sampling } from './portions.ts'

/** What is put before the judges. */
export interface ProbeCatalogue extends Sampling, ProbeRules {
  /** The faults that are lies under the answers of this run. */
  readonly faults: readonly Fault[]
  readonly statefulProbes: readonly StatefulProbe[]
}
