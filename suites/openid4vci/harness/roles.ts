import { type Harness, proveBy } from '../../../src/harness/tester.ts'

export const harness = {
  testers: {
    issuer: async (input) => (await import('./issuer/by-arguments.ts')).tryIssuerByArguments(input),
    wallet: async (input) => (await import('./wallet/by-arguments.ts')).tryWalletByArguments(input),
  },
  parties: [
    proveBy(async () => (await import('./parties.ts')).issuers),
    proveBy(async () => (await import('./parties.ts')).wallets),
  ],
} satisfies Harness
