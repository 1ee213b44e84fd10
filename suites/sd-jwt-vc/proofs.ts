import type { Proofs } from '../suite.ts'
import { faults } from './faults.ts'
import { describeVcTask } from './receiver.ts'
import { makeVcSample } from './sample.ts'
import { variants } from './variants.ts'

export const proofs: Proofs = {
  ...{ faults, variants, makeSample: makeVcSample, describeTask: describeVcTask },
}
