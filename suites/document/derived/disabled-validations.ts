import { BODY } from '../bodies/requirements.ts'
import { LINK } from '../deeplink/requirements.ts'
import { CRE } from '../encryption/requirements.ts'
import { FLOW } from '../flow/requirements.ts'
import { JWKS } from '../keys/requirements.ts'
import type { ExcusedValidation, FaultSettings } from '../model/fault.ts'
import { OFFER } from '../offer/requirements.ts'
import { VAL } from '../validation/requirements.ts'

/** The answers under which a stateful probe is sent. The first ones under which it applies are used. */
export const probeSettings: readonly FaultSettings[] = [
  { profile: 'document', decisions: {} },
  { profile: 'document', decisions: { 'code.presented': 'request' } },
  { profile: 'document', decisions: { 'callback.credentialForm': 'plain' } },
  { profile: 'document', decisions: { 'errors.codes': 'openid4vci-1.0' } },
  { profile: 'document', decisions: { 'response.unasked': 'refused' } },
  { profile: 'document', decisions: { 'attestation.challenge': 'utf8' } },
]

/** Validations whose absence no probe can show. The proof fails if one of them can be shown after all. */
export const excuses: readonly ExcusedValidation[] = [
  {
    receiver: 'issuer',
    requirement: CRE.JWK,
    reason: 'without this validation the issuer finds no key to encrypt to, and rejects the request for that',
  },
  {
    receiver: 'identity app',
    requirement: VAL.RESPONSE,
    reason: 'without this validation the app has nothing to deliver either, which looks like a rejection',
  },
  {
    receiver: 'identity app',
    requirement: LINK.CALM,
    reason: 'a link without a request gives the app nothing to send: no validation is involved',
  },
  {
    receiver: 'identity app',
    requirement: LINK.OPEN,
    reason: 'after the end of its session the app cannot send a request: no validation is involved',
  },
  {
    receiver: 'identity app',
    requirement: FLOW.UNDELIVERED,
    reason: 'the app stops at the status of the response, before it validates anything',
  },
  {
    receiver: 'identity app',
    requirement: FLOW.UNOFFERED,
    reason: 'the app stops at the status of the response, before it validates anything',
  },
  {
    receiver: 'wallet',
    requirement: OFFER.STATUS,
    reason: 'the wallet stops at the status of the response, before it validates anything',
  },
  {
    receiver: 'verifier',
    requirement: JWKS.WITHDRAWN,
    reason: 'a key that is not in the set is missed by the validation of CRED-RESOLVED: there is none of its own',
  },
  ...(['wallet', 'identity app', 'wallet backend', 'verifier'] as const).map((receiver) => ({
    receiver,
    requirement: BODY.CERTIFICATE,
    reason: 'certificates are verified by the TLS library, and reference actors are called without TLS here',
  })),
  ...(['wallet backend', 'verifier'] as const).map((receiver) => ({
    receiver,
    requirement: JWKS.ES256,
    reason: 'some faults are in a key that no credential refers to, which need not be rejected',
  })),
]
