import type { Fault } from '../../model/fault.ts'
import type { ReceiverQuestion, StatefulProbe } from '../../model/probe.ts'
import type { AgedValueStore } from './aged-values.ts'
import type { Sampling } from './portions.ts'
import type { ProbeRules } from './send-fault-probe.ts'

/** All probes of a run, and how they are sent. */
export interface ProbeCatalogue extends Sampling, ProbeRules {
  /** The faults that break a requirement under the decisions of the run. */
  readonly faults: readonly Fault[]
  readonly statefulProbes: readonly StatefulProbe[]
  readonly agedValues: AgedValueStore
  /** The answers to what several probes want to know, by question. */
  readonly answers: Map<ReceiverQuestion<unknown>, Promise<unknown>>
}
