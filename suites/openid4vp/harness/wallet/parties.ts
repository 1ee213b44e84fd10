import type { Parties } from '../../../../src/harness/parties.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import { haipPresenterFaults, haipPresenterVariants } from '../../../haip/presenters.ts'
import { presentationRequirements } from '../../../haip/requirements.ts'
import { sampleTime } from '../../../sd-jwt/sample.ts'
import { requirements } from '../../requirements.ts'
import { type PresenterMutation, presenterFaults } from '../../wallet/faults.ts'
import { presenterVariants } from '../../wallet/variants.ts'
import type { PresenterProfile } from './play-vp-wallet.ts'
import { tryPresenter } from './try-vp-wallet.ts'

const play =
  (profile: PresenterProfile) =>
  (change: PresenterMutation): Promise<Seen> =>
    tryPresenter({
      profile,
      place: { host: '127.0.0.1', port: 0 },
      patience: { before: 5, after: 2 },
      hasProbes: true,
      options: { now: sampleTime },
      change,
      show: async () => undefined,
      announce: () => {},
    })

export const presenters: Parties<PresenterMutation> = {
  ...{ role: 'wallet', rows: requirements, faults: presenterFaults, variants: presenterVariants },
  play: play('openid4vp-1.0'),
}

/** Under HAIP 1.0: what it adds. */
export const haipPresenters: Parties<PresenterMutation> = {
  ...{ role: 'wallet', rows: presentationRequirements },
  ...{ faults: haipPresenterFaults, variants: haipPresenterVariants },
  play: play('haip-1.0'),
}
