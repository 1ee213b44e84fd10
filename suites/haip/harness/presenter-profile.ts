import { X509Certificate } from 'node:crypto'
import type { PresenterProfile } from '../../openid4vp/harness/wallet/presenter-profile.ts'
import { presenterProfile as openid4vp } from '../../openid4vp/harness/wallet/profile.ts'
import { testAuthority } from '../../sd-jwt/test-authority.ts'
import { checkEncryptions } from '../presenter-checks.ts'
import { haipDcConnections, requestDemands } from '../presenter-probes.ts'
import { haipPresenterFaults, haipPresenterVariants, makeHaipPresenter } from '../presenters.ts'
import { presentationRequirements } from '../requirements.ts'
import { checkDc, planHaip, playHaip } from './play-presenter.ts'

/** What HAIP 1.0 has other than OpenID4VP 1.0 where a wallet presents. */
export const presenterProfile: PresenterProfile = {
  suite: 'haip-1.0',
  rows: [...openid4vp.rows, ...presentationRequirements],
  playUsual: playHaip,
  dcConnections: haipDcConnections,
  checkDc,
  plan: planHaip,
  checkSessions: checkEncryptions,
  explainNothing: (trials) =>
    trials.some(({ row }) => requestDemands.some((each) => each.row === row))
      ? 'the wallet presents nothing by HAIP 1.0: no more requests are made'
      : undefined,
  reference: {
    name: 'a wallet of OpenID4VP 1.0 or HAIP 1.0',
    change: makeHaipPresenter,
    anchors: [new X509Certificate(testAuthority).toString()],
    faults: [...openid4vp.reference.faults, ...haipPresenterFaults],
    variants: [...openid4vp.reference.variants, ...haipPresenterVariants],
  },
}
