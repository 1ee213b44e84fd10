import type { HarnessConfig } from '../../schemas/types.ts'

export type { DecisionAnswers, HarnessConfig } from '../../schemas/types.ts'

/** Declares the configuration of a run, so that editors complete and check it. */
export const defineHarness = (config: HarnessConfig): HarnessConfig => config
