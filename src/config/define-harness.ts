import type { HarnessConfig, SuiteConfig } from '../../schemas/types.ts'

export type { DecisionAnswers, HarnessConfig, SuiteConfig } from '../../schemas/types.ts'

/** Declares the configuration of a run, so that editors complete and check it: of the document, or of a standard. */
export function defineHarness(config: SuiteConfig): SuiteConfig
export function defineHarness(config: HarnessConfig): HarnessConfig
export function defineHarness(config: HarnessConfig | SuiteConfig): HarnessConfig | SuiteConfig {
  return config
}
