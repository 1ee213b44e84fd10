import type { presentationValidations, VpPresentation } from './verifier-steps.ts'

/** How presentations of one format are looked at. */
export type FormatChecks = Readonly<
  Record<(typeof presentationValidations)[number], (presentation: VpPresentation) => boolean>
>
