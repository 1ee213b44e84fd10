import type { VpPresentation, VpValidationName } from '../../../model/openid4vp/verifier-steps.ts'

/** What is looked at in every presentation by itself. */
export const presentationValidations = [
  'format-right',
  'type-right',
  'claims-complete',
  'issuer-signed',
  'disclosures-known',
  'valid-now',
  'binding-present',
  'binding-typ',
  'binding-signed',
  'binding-nonce',
  'binding-audience',
  'binding-hash',
] as const satisfies readonly VpValidationName[]

/** How presentations of one format are looked at. */
export type FormatChecks = Readonly<
  Record<(typeof presentationValidations)[number], (presentation: VpPresentation) => boolean>
>
