import { type Harness, proveBy } from '../../../src/harness/tester.ts'
import { harness as issuance } from '../../openid4vci/harness/roles.ts'
import { harness as presentation } from '../../openid4vp/harness/roles.ts'
import { isPresenterTested } from './presents.ts'

/** Those of the two standards that it is a profile of: its user says which half of a wallet is tested. */
export const harness: Harness = {
  testers: {
    issuer: issuance.testers.issuer,
    verifier: presentation.testers.verifier,
    wallet: (input) => (isPresenterTested(input.profile, input.args) ? presentation : issuance).testers.wallet(input),
  },
  parties: [
    proveBy(async () => (await import('./parties.ts')).haipIssuers),
    proveBy(async () => (await import('./parties.ts')).haipVerifiers),
    proveBy(async () => (await import('./parties.ts')).haipWallets),
    proveBy(async () => (await import('./parties.ts')).haipPresenters),
  ],
}
