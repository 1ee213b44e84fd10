import type { SampleVariant } from '../kit/samples.ts'
import { jwtVariants, keyVariants, messageProofs, textProofs, typeProofs } from './foundation-faults.ts'
import { mdocVariants } from './mdoc-credentials.ts'
import { mdocResponseVariants } from './mdoc-faults.ts'
import { requestVariants } from './request-variants.ts'
import { responseVariants } from './response-variants.ts'
import type { VpChange } from './sample.ts'

export const variants: readonly SampleVariant<VpChange>[] = [
  ...requestVariants,
  ...responseVariants,
  ...mdocResponseVariants,
  ...mdocVariants,
  ...keyVariants,
  ...jwtVariants,
  ...textProofs.variants,
  ...typeProofs.variants,
  ...messageProofs.variants,
]
