import { isPresenterTested } from '../../../src/harness/presents.ts'
import type { Harness, Tester } from '../../../src/harness/tester.ts'
import { suites } from '../../suites.ts'
import type { OwnSuite } from '../own-suite.ts'

/** How a third-party suite tests the roles of the standard that it builds on. */
export function makeOwnHarness(own: OwnSuite): Harness {
  const testers: Harness['testers'] = {
    issuer: async (input) => {
      const { tryIssuerByArguments } = await import('../../openid4vci/harness/issuer/by-arguments.ts')
      return tryIssuerByArguments(input, (await import('./profiles.ts')).makeIssuerProfile(own))
    },
    verifier: async (input) => {
      const { tryVerifierByArguments } = await import('../../openid4vp/harness/verifier/by-arguments.ts')
      return tryVerifierByArguments(input, (await import('./profiles.ts')).makeVerifierProfile(own))
    },
    holder: async (input) => {
      const { tryHolderByArguments } = await import('../../sd-jwt/harness/by-arguments.ts')
      return tryHolderByArguments(input, (await import('./profiles.ts')).makeHolderProfile(own))
    },
    wallet: (input) => (isPresenterTested(own.on, input.args) ? tryPresenter(own) : tryWallet(own))(input),
  }
  const roles: readonly string[] = suites[own.on].roles ?? []
  return { parties: [], testers: Object.fromEntries(Object.entries(testers).filter(([role]) => roles.includes(role))) }
}

const tryWallet =
  (own: OwnSuite): Tester =>
  async (input) => {
    const { tryWalletByArguments } = await import('../../openid4vci/harness/wallet/by-arguments.ts')
    return tryWalletByArguments(input, (await import('./profiles.ts')).makeWalletProfile(own))
  }

const tryPresenter =
  (own: OwnSuite): Tester =>
  async (input) => {
    const { tryPresenterByArguments } = await import('../../openid4vp/harness/wallet/by-arguments.ts')
    return tryPresenterByArguments(input, (await import('./profiles.ts')).makePresenterProfile(own))
  }
