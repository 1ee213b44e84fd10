import { type HolderMutation, holderFaults, holderVariants } from '../../../suites/sd-jwt/holder/faults.ts'
import { requirements } from '../../../suites/sd-jwt/requirements.ts'
import { sampleTime } from '../../../suites/sd-jwt/sample.ts'
import type { Parties } from '../tested/parties.ts'
import { tryHolder } from './try-holder.ts'

export const holders: Parties<HolderMutation> = {
  ...{ role: 'wallet', rows: requirements, faults: holderFaults, variants: holderVariants },
  play: (change) => tryHolder({ hasProbes: true, options: { now: sampleTime }, change }),
}
