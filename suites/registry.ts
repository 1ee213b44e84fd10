import type { Decision } from '../src/model/decision.ts'
import type { Requirement } from '../src/model/requirement.ts'
import { decisions as attestationDecisions } from './attestation/decisions.ts'
import { ATT } from './attestation/requirements.ts'
import { decisions as callbackDecisions } from './callback/decisions.ts'
import { CALLBACK } from './callback/requirements.ts'
import { decisions as claimsDecisions } from './claims/decisions.ts'
import { CLAIM, CLAIMS } from './claims/requirements.ts'
import { decisions as credentialDecisions } from './credential/decisions.ts'
import { CNF, CRED } from './credential/requirements.ts'
import { decisions as deeplinkDecisions } from './deeplink/decisions.ts'
import { LINK } from './deeplink/requirements.ts'
import { decisions as disclosureDecisions } from './disclosure/decisions.ts'
import { SD } from './disclosure/requirements.ts'
import { decisions as encryptionDecisions } from './encryption/decisions.ts'
import { CRE, ENC } from './encryption/requirements.ts'
import { decisions as flowDecisions } from './flow/decisions.ts'
import { AUTH, FLOW } from './flow/requirements.ts'
import { decisions as issuerConfigDecisions } from './issuer-config/decisions.ts'
import { CFG } from './issuer-config/requirements.ts'
import { decisions as keysDecisions } from './keys/decisions.ts'
import { JWKS } from './keys/requirements.ts'
import { decisions as metadataDecisions } from './metadata/decisions.ts'
import { META } from './metadata/requirements.ts'
import { decisions as nonceDecisions } from './nonce/decisions.ts'
import { NONCE } from './nonce/requirements.ts'
import { decisions as offerDecisions } from './offer/decisions.ts'
import { OFFER } from './offer/requirements.ts'
import { decisions as requestDecisions } from './request/decisions.ts'
import { CERT, PROOF_ROWS, REQ, RESP } from './request/requirements.ts'
import { decisions as silenceDecisions } from './silence/decisions.ts'
import { BODY, ERROR, EVENT, LIMIT, SILENT, VERSION } from './silence/requirements.ts'
import { decisions as statusDecisions } from './status/decisions.ts'
import { STATUS } from './status/requirements.ts'
import { decisions as validationDecisions } from './validation/decisions.ts'
import { VAL } from './validation/requirements.ts'

/** Every requirement, in the order of the document. */
export const requirements: readonly Requirement[] = [
  FLOW,
  AUTH,
  CFG,
  OFFER,
  META,
  NONCE,
  REQ,
  PROOF_ROWS,
  CERT,
  RESP,
  ATT,
  CRE,
  ENC,
  LINK,
  VAL,
  CALLBACK,
  CRED,
  CNF,
  SD,
  CLAIM,
  CLAIMS,
  JWKS,
  STATUS,
  BODY,
  SILENT,
  EVENT,
  ERROR,
  LIMIT,
  VERSION,
].flatMap((section): readonly Requirement[] => Object.values(section))

/** Every question that the document leaves open or answers twice. */
export const decisions: readonly Decision[] = [
  ...flowDecisions,
  ...issuerConfigDecisions,
  ...offerDecisions,
  ...metadataDecisions,
  ...nonceDecisions,
  ...requestDecisions,
  ...attestationDecisions,
  ...encryptionDecisions,
  ...deeplinkDecisions,
  ...validationDecisions,
  ...callbackDecisions,
  ...credentialDecisions,
  ...disclosureDecisions,
  ...claimsDecisions,
  ...keysDecisions,
  ...statusDecisions,
  ...silenceDecisions,
]
