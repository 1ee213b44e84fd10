import { haipPresenterFaults, haipPresenterVariants } from '../../../suites/haip/presenters.ts'
import { presentationRequirements } from '../../../suites/haip/requirements.ts'
import { requirements } from '../../../suites/openid4vp/requirements.ts'
import { type PresenterMutation, presenterFaults } from '../../../suites/openid4vp/wallet/faults.ts'
import { presenterVariants } from '../../../suites/openid4vp/wallet/variants.ts'
import { sampleTime } from '../../../suites/sd-jwt/sample.ts'
import type { Parties } from '../tested/parties.ts'
import type { Seen } from '../tested/seen.ts'
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
