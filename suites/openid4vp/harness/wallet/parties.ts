import type { Parties } from '../../../../src/harness/parties.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import type { Selection } from '../../../../src/judge/selection.ts'
import { sampleTime } from '../../../sd-jwt/sample.ts'
import { requirements } from '../../requirements.ts'
import { type PresenterMutation, presenterFaults } from '../../wallet/faults.ts'
import { presenterVariants } from '../../wallet/variants.ts'
import type { PresenterProfile } from './presenter-profile.ts'
import { presenterProfile } from './profile.ts'
import { tryPresenter } from './try-vp-wallet.ts'

/** Tests a party by a standard, with all probes or with those of a selection. */
export const playPresenter =
  (profile: PresenterProfile) =>
  (change: PresenterMutation, selection?: Selection): Promise<Seen> =>
    tryPresenter({
      profile,
      place: { host: '127.0.0.1', port: 0 },
      patience: { before: 5, after: 2 },
      hasProbes: true,
      options: { now: sampleTime, ...(selection && { selection }) },
      change,
      show: async () => undefined,
      announce: () => {},
    })

export const presenters: Parties<PresenterMutation> = {
  ...{ role: 'wallet', rows: requirements, faults: presenterFaults, variants: presenterVariants },
  play: playPresenter(presenterProfile),
}
