import type { Decision } from '../../../model/decision.ts'
import { inconclusive, notApplicable } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { BODY } from '../bodies/requirements.ts'
import { STATUS_FORM } from '../credential/decisions.ts'
import { CREDENTIAL_FORM, UNASKED } from '../encryption/decisions.ts'
import { ENC } from '../encryption/requirements.ts'
import { CACHE } from '../keys/decisions.ts'
import { JWKS } from '../keys/requirements.ts'
import type { ExplainNoProbes } from '../kit/probe-checks.ts'
import { isCodePresented } from '../kit/single-use.ts'
import { PROFILE } from '../metadata/decisions.ts'
import { META } from '../metadata/requirements.ts'
import { LIFETIME, NONCE_RELATION } from '../nonce/decisions.ts'
import { NONCE } from '../nonce/requirements.ts'
import { GRANTS } from '../offer/decisions.ts'
import { OFFER } from '../offer/requirements.ts'
import { REQ } from '../request/requirements.ts'
import { STATUS } from '../status/requirements.ts'
import { CODE_LIFETIME, CODES } from '../undefined-points/decisions.ts'
import { ERROR } from '../undefined-points/requirements.ts'

/** A value that has to expire may not be old enough at the end of a run: no run waits for that. */
const explainTooYoung =
  ({ id }: Decision, what: string): ExplainNoProbes =>
  () =>
    notApplicable(`no ${what} was kept for longer than its lifetime: see ${id}`)

const nothingApplies = 'no probe for it applies under these decisions'

/** A verifier may still have a key set that it fetched before. */
const explainCaches: ExplainNoProbes = () =>
  notApplicable(`the decision leaves open for how long a verifier keeps a key set: see ${CACHE.id}`)

/** The reasons why no probe was sent for a requirement, where a more specific one is known. */
export const noProbeReasons: ReadonlyMap<Requirement, ExplainNoProbes> = new Map<Requirement, ExplainNoProbes>([
  [
    NONCE.STALE,
    (decide) =>
      decide(NONCE_RELATION) === 'all-equal'
        ? notApplicable('all nonces of a session are equal, by decision')
        : explainTooYoung(LIFETIME, 'nonce')(decide),
  ],
  [
    OFFER.SHORT,
    (decide) =>
      isCodePresented(decide)
        ? explainTooYoung(CODE_LIFETIME, 'code')(decide)
        : notApplicable('no code is presented to the issuer, by decision'),
  ],
  [
    META.SIGNED,
    (decide) =>
      notApplicable(
        decide(PROFILE) === 'openid4vci-1.0'
          ? 'the issuer returned no signed metadata'
          : 'the metadata do not follow OpenID4VCI, by decision',
      ),
  ],
  [
    ENC['NOT-CLEAR'],
    (decide) =>
      notApplicable(
        decide(CREDENTIAL_FORM) === 'either'
          ? `the decision leaves open whether a response must be encrypted: see ${CREDENTIAL_FORM.id}`
          : nothingApplies,
      ),
  ],
  [
    OFFER.OTHER,
    (decide) => notApplicable(decide(GRANTS) === 'one' ? 'an offer has one grant, by decision' : nothingApplies),
  ],
  [
    ERROR.STANDARD,
    (decide) =>
      decide(CODES) === 'none'
        ? notApplicable('there are no error codes, by decision')
        : inconclusive('no error was caused'),
  ],
  [
    STATUS.CHANGED,
    (decide) =>
      notApplicable(
        decide(STATUS_FORM) === 'url' ? 'no status can be changed: give the hook `status.set`' : nothingApplies,
      ),
  ],
  [BODY.CERTIFICATE, () => notApplicable('no target calls Assay over TLS of its own: pass --listen with --tls')],
  [JWKS.ROTATED, () => notApplicable('no keys can be changed: give the hook `keys.rotate`')],
  [JWKS.FOLLOWED, explainCaches],
  [JWKS.WITHDRAWN, explainCaches],
  [
    REQ['NO-KEY'],
    (decide) =>
      decide(UNASKED) === 'undefined'
        ? notApplicable('the response to such a request is not defined, by decision')
        : inconclusive('no such request could be sent'),
  ],
])
