import { cannotTell, notHere } from '../src/model/check.ts'
import type { Decision } from '../src/model/decision.ts'
import type { Requirement } from '../src/model/requirement.ts'
import { CREDENTIAL_FORM, UNASKED } from './encryption/decisions.ts'
import { ENC } from './encryption/requirements.ts'
import { PROFILE } from './metadata/decisions.ts'
import { META } from './metadata/requirements.ts'
import { LIFETIME, NONCE_RELATION } from './nonce/decisions.ts'
import { NONCE } from './nonce/requirements.ts'
import { GRANTS } from './offer/decisions.ts'
import { OFFER } from './offer/requirements.ts'
import type { WhyNothing } from './probing.ts'
import { REQ } from './request/requirements.ts'
import { CODE_LIFETIME, CODES } from './silence/decisions.ts'
import { ERROR } from './silence/requirements.ts'
import { isCodeShown } from './tricking.ts'

/** Nobody waits: what was put by may be too young at the end, which is in nobody's way. */
const tooYoung =
  ({ id }: Decision, what: string): WhyNothing =>
  () =>
    notHere(`no ${what} was put by for longer than its lifetime: see ${id}`)

const nothingApplies = 'nothing that shows it applies here'

/** Why nothing that shows a requirement was put before its judge, where more can be said than that nothing was. */
export const unshown: ReadonlyMap<Requirement, WhyNothing> = new Map<Requirement, WhyNothing>([
  [
    NONCE.STALE,
    (decide) =>
      decide(NONCE_RELATION) === 'all-equal'
        ? notHere('a nonce is that of its session, by decision')
        : tooYoung(LIFETIME, 'nonce')(decide),
  ],
  [
    OFFER.SHORT,
    (decide) =>
      isCodeShown(decide)
        ? tooYoung(CODE_LIFETIME, 'code')(decide)
        : notHere('nobody shows a code to the issuer, by decision'),
  ],
  [
    META.SIGNED,
    (decide) =>
      notHere(
        decide(PROFILE) === 'openid4vci-1.0'
          ? 'who asks for signed metadata gets none'
          : 'only where the metadata follow OpenID4VCI',
      ),
  ],
  [
    ENC['NOT-CLEAR'],
    (decide) =>
      notHere(
        decide(CREDENTIAL_FORM) === 'either'
          ? `whether an identity app knows that it should be encrypted is open: see ${CREDENTIAL_FORM.id}`
          : nothingApplies,
      ),
  ],
  [
    OFFER.OTHER,
    (decide) => notHere(decide(GRANTS) === 'one' ? 'an offer holds one grant, by decision' : nothingApplies),
  ],
  [
    ERROR.STANDARD,
    (decide) =>
      decide(CODES) === 'none' ? notHere('there are no error codes, by decision') : cannotTell('no error was caused'),
  ],
  [
    REQ['NO-KEY'],
    (decide) =>
      decide(UNASKED) === 'undefined'
        ? notHere('anything may happen to such a request, by decision')
        : cannotTell('nobody could send such a request'),
  ],
])
