import { makePartyTest, type Parties, playRepeatably } from '../../../src/harness/parties.ts'
import { type HolderMutation, holderFaults, holderVariants } from '../holder/faults.ts'
import { requirements } from '../requirements.ts'
import { sampleTime } from '../sample.ts'
import { tryHolder } from './try-holder.ts'

export const holders: Parties<HolderMutation> = {
  ...{ role: 'wallet', rows: requirements, faults: holderFaults, variants: holderVariants },
  play: playRepeatably((change) => tryHolder({ ...makePartyTest(sampleTime), change })),
}
