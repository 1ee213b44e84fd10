import type { SampleFault } from '../kit/samples.ts'
import { credentialFaults } from './credential-faults.ts'
import { requestFaults } from './request-faults.ts'
import { responseFaults } from './response-faults.ts'
import type { VpChange } from './sample.ts'

export const faults: readonly SampleFault<VpChange>[] = [...requestFaults, ...responseFaults, ...credentialFaults]
