import { inProcess, makePartyTest, type Parties, playRepeatably } from '../../../src/harness/parties.ts'
import { sampleTime } from '../../sd-jwt/sample.ts'
import { requirements } from '../requirements.ts'
import { type VerifierMutation, verifierFaults } from '../verifier/faults.ts'
import { verifierVariants } from '../verifier/variants.ts'
import { type PresenterMutation, presenterFaults } from '../wallet/faults.ts'
import { presenterVariants } from '../wallet/variants.ts'
import { verifierProfile } from './verifier/profile.ts'
import type { VerifierProfile } from './verifier/session.ts'
import { tryServedVerifier } from './verifier/try-served-verifier.ts'
import type { PresenterProfile } from './wallet/presenter-profile.ts'
import { presenterProfile } from './wallet/profile.ts'
import { tryPresenter } from './wallet/try-vp-wallet.ts'

const served = { requests: [], hasStatus: true, patience: 0, allowPrivate: false } as const

export const playVerifier = (profile: VerifierProfile): Parties<VerifierMutation>['play'] =>
  playRepeatably((change, selection) =>
    tryServedVerifier({ ...makePartyTest(sampleTime, selection), ...served, profile, change }),
  )

export const playPresenter = (profile: PresenterProfile): Parties<PresenterMutation>['play'] =>
  playRepeatably((change, selection) =>
    tryPresenter({ ...makePartyTest(sampleTime, selection), ...inProcess, profile, change }),
  )

export const verifiers: Parties<VerifierMutation> = {
  ...{ role: 'verifier', rows: requirements, faults: verifierFaults, variants: verifierVariants },
  play: playVerifier(verifierProfile),
}

export const presenters: Parties<PresenterMutation> = {
  ...{ role: 'wallet', rows: requirements, faults: presenterFaults, variants: presenterVariants },
  play: playPresenter(presenterProfile),
}
