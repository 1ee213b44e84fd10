import { isPresenterTested } from '../../../src/harness/presents.ts'
import { type Harness, proveBy, type Tester } from '../../../src/harness/tester.ts'

const tryWallet: Tester = async (input) => {
  const [{ tryWalletByArguments }, { walletProfile }] = await Promise.all([
    import('../../openid4vci/harness/wallet/by-arguments.ts'),
    import('./wallet-profile.ts'),
  ])
  return tryWalletByArguments(input, walletProfile)
}

const tryPresenter: Tester = async (input) => {
  const [{ tryPresenterByArguments }, { presenterProfile }] = await Promise.all([
    import('../../openid4vp/harness/wallet/by-arguments.ts'),
    import('./presenter-profile.ts'),
  ])
  return tryPresenterByArguments(input, presenterProfile)
}

/** Those of the two standards that it is a profile of: its user says which half of a wallet is tested. */
export const harness: Harness = {
  testers: {
    issuer: async (input) => {
      const [{ tryIssuerByArguments }, { issuerProfile }] = await Promise.all([
        import('../../openid4vci/harness/issuer/by-arguments.ts'),
        import('./issuer-profile.ts'),
      ])
      return tryIssuerByArguments(input, issuerProfile)
    },
    verifier: async (input) => {
      const [{ tryVerifierByArguments }, { verifierProfile }] = await Promise.all([
        import('../../openid4vp/harness/verifier/by-arguments.ts'),
        import('./verifier-profile.ts'),
      ])
      return tryVerifierByArguments(input, verifierProfile)
    },
    wallet: (input) => (isPresenterTested(input.profile, input.args) ? tryPresenter : tryWallet)(input),
  },
  parties: [
    proveBy(async () => (await import('./parties.ts')).haipIssuers),
    proveBy(async () => (await import('./parties.ts')).haipVerifiers),
    proveBy(async () => (await import('./parties.ts')).haipWallets),
    proveBy(async () => (await import('./parties.ts')).haipPresenters),
  ],
}
