import type { HarnessConfig } from '../schemas/types.ts'

export type { HarnessConfig } from '../schemas/types.ts'

/** Says of an object that it is the configuration of a run, so that an editor completes and checks it. */
export const defineHarness = (config: HarnessConfig): HarnessConfig => config
