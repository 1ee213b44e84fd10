import { type Harness, proveBy } from '../../../src/harness/tester.ts'

export const harness = {
  testers: { holder: async (input) => (await import('./by-arguments.ts')).tryHolderByArguments(input) },
  parties: [proveBy(async () => (await import('./parties.ts')).holders)],
} satisfies Harness
