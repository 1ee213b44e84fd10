import type { SampleFault } from '../kit/samples.ts'
import { requestFaults } from './request-faults.ts'
import type { VpChange } from './sample.ts'

export const faults: readonly SampleFault<VpChange>[] = requestFaults
