import type { Decision } from '../../model/decision.ts'
import { inconclusive, notApplicable } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import { CREDENTIAL_FORM, UNASKED } from '../encryption/decisions.ts'
import { ENC } from '../encryption/requirements.ts'
import type { ExplainNoProbes } from '../kit/probe-checks.ts'
import { isCodePresented } from '../kit/single-use.ts'
import { PROFILE } from '../metadata/decisions.ts'
import { META } from '../metadata/requirements.ts'
import { LIFETIME, NONCE_RELATION } from '../nonce/decisions.ts'
import { NONCE } from '../nonce/requirements.ts'
import { GRANTS } from '../offer/decisions.ts'
import { OFFER } from '../offer/requirements.ts'
import { REQ } from '../request/requirements.ts'
import { CODE_LIFETIME, CODES } from '../undefined-points/decisions.ts'
import { ERROR } from '../undefined-points/requirements.ts'

/** Nobody waits: what was put by may be too young at the end, which is in nobody's way. */
const tooYoung =
  ({ id }: Decision, what: string): ExplainNoProbes =>
  () =>
    notApplicable(`no ${what} was put by for longer than its lifetime: see ${id}`)

const nothingApplies = 'nothing that shows it applies here'

/** Why nothing that shows a requirement was put before its judge, where more can be said than that nothing was. */
export const noProbeReasons: ReadonlyMap<Requirement, ExplainNoProbes> = new Map<Requirement, ExplainNoProbes>([
  [
    NONCE.STALE,
    (decide) =>
      decide(NONCE_RELATION) === 'all-equal'
        ? notApplicable('a nonce is that of its session, by decision')
        : tooYoung(LIFETIME, 'nonce')(decide),
  ],
  [
    OFFER.SHORT,
    (decide) =>
      isCodePresented(decide)
        ? tooYoung(CODE_LIFETIME, 'code')(decide)
        : notApplicable('nobody shows a code to the issuer, by decision'),
  ],
  [
    META.SIGNED,
    (decide) =>
      notApplicable(
        decide(PROFILE) === 'openid4vci-1.0'
          ? 'who asks for signed metadata gets none'
          : 'only where the metadata follow OpenID4VCI',
      ),
  ],
  [
    ENC['NOT-CLEAR'],
    (decide) =>
      notApplicable(
        decide(CREDENTIAL_FORM) === 'either'
          ? `whether an identity app knows that it should be encrypted is open: see ${CREDENTIAL_FORM.id}`
          : nothingApplies,
      ),
  ],
  [
    OFFER.OTHER,
    (decide) => notApplicable(decide(GRANTS) === 'one' ? 'an offer holds one grant, by decision' : nothingApplies),
  ],
  [
    ERROR.STANDARD,
    (decide) =>
      decide(CODES) === 'none'
        ? notApplicable('there are no error codes, by decision')
        : inconclusive('no error was caused'),
  ],
  [
    REQ['NO-KEY'],
    (decide) =>
      decide(UNASKED) === 'undefined'
        ? notApplicable('anything may happen to such a request, by decision')
        : inconclusive('nobody could send such a request'),
  ],
])
