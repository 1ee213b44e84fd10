import type { SampleFault } from '../kit/samples.ts'
import { credentialFaults } from './credential-faults.ts'
import { jweFaults, jwtFaults, keyFaults, messageProofs, textProofs, typeProofs } from './foundation-faults.ts'
import { mdocFaults } from './mdoc-credentials.ts'
import { mdocResponseFaults } from './mdoc-faults.ts'
import { requestFaults } from './request-faults.ts'
import { responseFaults } from './response-faults.ts'
import type { VpChange } from './sample.ts'

export const faults: readonly SampleFault<VpChange>[] = [
  ...requestFaults,
  ...responseFaults,
  ...mdocResponseFaults,
  ...credentialFaults,
  ...mdocFaults,
  ...keyFaults,
  ...jwtFaults,
  ...jweFaults,
  ...textProofs.faults,
  ...typeProofs.faults,
  ...messageProofs.faults,
]
