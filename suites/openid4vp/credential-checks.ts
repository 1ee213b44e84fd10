import { type ArtefactCheck, type Check, isArtefactCheck } from '../../model/check.ts'
import type { CheckContext } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import { KBJWT } from '../sd-jwt/requirements.ts'
import { checks as checksOfVc, requirements as requirementsOfVc } from '../sd-jwt-vc/checks.ts'
import { nameAudience } from './presented.ts'

/** Whether it has to be there is for the query to say; and it is judged beside the request, not beside a clock. */
const replaced: readonly Requirement[] = [KBJWT.NEEDED, KBJWT['NOT-ISSUED']]

const isInForce = (row: Requirement): boolean =>
  'in' in row.seen && row.seen.in.includes('sd-jwt') && !replaced.includes(row)

/** The rows of SD-JWT VC and RFC 9901 that hold for a credential in a presentation. */
export const credentialRequirements: readonly Requirement[] = requirementsOfVc.filter(isInForce)

/** What is known of a presentation once the request is known. */
const bindTo = (context: CheckContext, row: Requirement): CheckContext => {
  const nonce = context.presentationRequest?.nonce
  const isTimed = row === KBJWT.FRESH // a captured session is of another time
  return {
    ...context,
    audience: context.audience ?? nameAudience(context),
    nonce: context.nonce ?? (typeof nonce === 'string' && !isTimed ? nonce : undefined),
  }
}

/** The same check, with the client and the nonce of the request. */
const bindCheck = (check: ArtefactCheck): ArtefactCheck => ({
  ...check,
  inspect: (artefact, context) => check.inspect(artefact, bindTo(context, check.requirement)),
})

export const checks: readonly Check[] = checksOfVc
  .filter(isArtefactCheck)
  .filter(({ kind, requirement }) => kind === 'sd-jwt' && isInForce(requirement))
  .map(bindCheck)
