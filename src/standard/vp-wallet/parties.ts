import { requirements } from '../../../suites/openid4vp/requirements.ts'
import { type PresenterMutation, presenterFaults } from '../../../suites/openid4vp/wallet/faults.ts'
import { presenterVariants } from '../../../suites/openid4vp/wallet/variants.ts'
import { sampleTime } from '../../../suites/sd-jwt/sample.ts'
import type { Parties } from '../tested/parties.ts'
import { tryPresenter } from './try-vp-wallet.ts'

export const presenters: Parties<PresenterMutation> = {
  ...{ role: 'wallet', rows: requirements, faults: presenterFaults, variants: presenterVariants },
  play: (change) =>
    tryPresenter({
      place: { host: '127.0.0.1', port: 0 },
      patience: { before: 5, after: 2 },
      hasProbes: true,
      options: { now: sampleTime },
      change,
      show: async () => undefined,
      announce: () => {},
    }),
}
