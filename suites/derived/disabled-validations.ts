import type { ExcusedValidation, FaultSettings } from '../../model/fault.ts'
import { LINK } from '../deeplink/requirements.ts'
import { CRE } from '../encryption/requirements.ts'
import { JWKS } from '../keys/requirements.ts'
import { VAL } from '../validation/requirements.ts'

/** The answers under which tricks are tried, in this order, until they apply. */
export const trickSettings: readonly FaultSettings[] = [
  { profile: 'document', decisions: {} },
  { profile: 'document', decisions: { 'code.presented': 'request' } },
  { profile: 'document', decisions: { 'callback.credentialForm': 'plain' } },
  { profile: 'document', decisions: { 'errors.codes': 'openid4vci-1.0' } },
  { profile: 'document', decisions: { 'response.unasked': 'refused' } },
]

/** Validations whose neglect no lie can show. One that can be shown after all fails the proof. */
export const excuses: readonly ExcusedValidation[] = [
  {
    receiver: 'issuer',
    requirement: CRE.JWK,
    reason: 'an issuer that does not look finds no key to encrypt to, and refuses for that',
  },
  {
    receiver: 'identity app',
    requirement: VAL.RESPONSE,
    reason: 'an app that does not look has nothing to deliver either, and cannot be told from one that does',
  },
  {
    receiver: 'identity app',
    requirement: LINK.CALM,
    reason: 'an app takes no request out of a link that has none, and looks at nothing for that',
  },
  {
    receiver: 'identity app',
    requirement: LINK.OPEN,
    reason: 'an app whose session is over has nothing left to ask with, and looks at nothing for that',
  },
  ...(['wallet backend', 'verifier'] as const).map((receiver) => ({
    receiver,
    requirement: JWKS.ES256,
    reason: 'some of its lies are about a key that no credential refers to, which nobody has to refuse',
  })),
]
