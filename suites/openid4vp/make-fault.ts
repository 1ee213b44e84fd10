import type { Requirement } from '../../model/requirement.ts'
import { type SampleFault, sampleFault } from '../kit/samples.ts'
import type { VpChange } from './sample.ts'

export const makeFault = sampleFault<VpChange>()

/** Makes faults of artefacts of one kind. */
export const makeFaultAbout =
  (kind: NonNullable<VpChange['about']>) =>
  (
    row: Requirement,
    description: string,
    content: NonNullable<VpChange['content']>,
    more: VpChange = {},
    besides: readonly Requirement[] = [],
  ): SampleFault<VpChange> =>
    makeFault(row, description, { ...more, about: kind, content }, besides)
