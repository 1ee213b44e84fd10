import type { Proofs } from '../suite.ts'
import { faults } from './faults.ts'
import { describeStatusTask, findStatusMistake, needsRejection } from './receiver.ts'
import { makeSample } from './sample.ts'
import { variants } from './variants.ts'

export const proofs: Proofs = {
  ...{ faults, variants, makeSample, describeTask: describeStatusTask, findMistake: findStatusMistake, needsRejection },
  obligation: 'draft-ietf-oauth-status-list-20, section 8.3, step 6',
}
