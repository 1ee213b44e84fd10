import { hash } from 'node:crypto'
import { answerDecision, type Decide, isStandardProfile } from '../../../model/decision.ts'
import { computeClaimDigest, type DisclosureOrder } from '../../../protocol/sd-jwt/claim.ts'
import { readClaim, readDisclosure } from '../../../protocol/sd-jwt/disclosure.ts'
import { auditedSuite } from '../../../suites/audited.ts'
import type { VerifyOptions } from '../../verify/verify.ts'

/** How the claims of a credential are encoded, as far as credentials are compared by it. */
export interface ClaimEncoding {
  readonly order: DisclosureOrder
  /** Computes the digest of a disclosure, as the credential is to have it. */
  readonly digest: (text: string) => string | undefined
  /** Whether the name of a claim may be in a report: a name may be anything. */
  readonly isPublicName: (name: string) => boolean
}

/** The answers of an audit to the decisions that its population depends on. */
export const createAuditDecide = ({ profile = 'document', decisions = {} }: VerifyOptions): Decide => {
  const own = isStandardProfile(profile) ? 'document-rfc9901' : profile
  return (decision) => answerDecision(decision, own, { ...decisions }).value as keyof typeof decision.answers // validated before
}

export function chooseEncoding(options: VerifyOptions): ClaimEncoding {
  const decide = createAuditDecide(options)
  const [order, construction] = [decide(auditedSuite.order), decide(auditedSuite.digest)]
  const isStandard = isStandardProfile(options.profile ?? 'document')
  return {
    order,
    isPublicName: isStandard ? (name) => /^[A-Za-z_][\w:/#.-]{0,39}$/.test(name) : auditedSuite.isClaimName,
    digest: (text) => {
      if (construction === 'disclosure') return hash('sha256', text, 'base64url')
      const claim = readClaim(readDisclosure(text), order)
      return claim && computeClaimDigest(claim, construction)
    },
  }
}
