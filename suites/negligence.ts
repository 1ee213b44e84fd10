import type { Setting } from '../src/model/fault.ts'
import type { Excuse } from '../src/model/negligence.ts'
import { LINK } from './deeplink/requirements.ts'
import { CRE } from './encryption/requirements.ts'
import { JWKS } from './keys/requirements.ts'
import { VAL } from './validation/requirements.ts'

/** The answers under which tricks are tried, in this order, until they apply. */
export const trickSettings: readonly Setting[] = [
  { under: 'document', given: {} },
  { under: 'document', given: { 'code.presented': 'request' } },
  { under: 'document', given: { 'callback.credentialForm': 'plain' } },
  { under: 'document', given: { 'errors.codes': 'openid4vci-1.0' } },
  { under: 'document', given: { 'response.unasked': 'refused' } },
]

/** Validations whose neglect no lie can show. One that can be shown after all fails the proof. */
export const excuses: readonly Excuse[] = [
  {
    judge: 'issuer',
    requirement: CRE.JWK,
    reason: 'an issuer that does not look finds no key to encrypt to, and refuses for that',
  },
  {
    judge: 'identity app',
    requirement: VAL.RESPONSE,
    reason: 'an app that does not look has nothing to deliver either, and cannot be told from one that does',
  },
  {
    judge: 'identity app',
    requirement: LINK.CALM,
    reason: 'an app takes no request out of a link that has none, and looks at nothing for that',
  },
  {
    judge: 'identity app',
    requirement: LINK.OPEN,
    reason: 'an app whose session is over has nothing left to ask with, and looks at nothing for that',
  },
  ...(['wallet backend', 'verifier'] as const).map((judge) => ({
    judge,
    requirement: JWKS.ES256,
    reason: 'some of its lies are about a key that no credential refers to, which nobody has to refuse',
  })),
]
