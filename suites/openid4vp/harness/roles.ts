import { type Harness, proveBy } from '../../../src/harness/tester.ts'

export const harness = {
  testers: {
    verifier: async (input) => (await import('./verifier/by-arguments.ts')).tryVerifierByArguments(input),
    wallet: async (input) => (await import('./wallet/by-arguments.ts')).tryPresenterByArguments(input),
  },
  parties: [
    proveBy(async () => (await import('./parties.ts')).verifiers),
    proveBy(async () => (await import('./parties.ts')).presenters),
  ],
} satisfies Harness
