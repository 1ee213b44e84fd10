import type { Deviation } from '../../src/model/actors.ts'
import type { Decide } from '../../src/model/decision.ts'
import { type Trick, trick } from '../../src/model/probe.ts'
import type { Replied } from '../../src/model/wire.ts'
import { parseJsonObject } from '../../src/protocol/json.ts'
import { attempt } from '../../src/protocol/problem.ts'
import { ATT } from '../attestation/requirements.ts'
import { after, flipped, message, part, put } from '../deviations.ts'
import { NONCE } from '../nonce/requirements.ts'
import { REQ } from '../request/requirements.ts'
import { attesting } from '../tricking.ts'
import { BODIES, CODES, REFUSAL } from './decisions.ts'
import { ERROR } from './requirements.ts'

/** The codes of OpenID4VCI 1.0, section 8.3.1.2. */
const codes: readonly unknown[] = [
  'invalid_credential_request',
  'unknown_credential_configuration',
  'unknown_credential_identifier',
  'invalid_proof',
  'invalid_nonce',
  'invalid_encryption_parameters',
  'credential_request_denied',
]

/** An error in a request, and what the answer to it says. */
const caused =
  (deviation: Deviation): Trick['play'] =>
  async ({ decide, play, endOf, isLegal }) => {
    if (decide(CODES) !== 'openid4vci-1.0') return undefined
    const hops = await play({ deviation })
    const answer = endOf(hops)
    if (answer === 'accepted' && isLegal(hops)) return undefined
    const replied = hops.findLast(({ endpoint }) => endpoint === 'validate')?.replied
    const amiss = answer === 'refused' && replied ? amissIn(replied, decide) : undefined
    return { answer, ...(amiss !== undefined && { amiss }) }
  }

/** A status is none of the standard unless it was agreed to be a refusal. */
function amissIn(replied: Replied, decide: Decide): string | undefined {
  const isAgreed = decide(REFUSAL) === 'no-success' && replied.status < 300
  if (replied.status !== 400 && !isAgreed) return `with the status ${replied.status}, not 400`
  return hasCode(replied, decide) ? undefined : 'without a code of the standard'
}

/** Where a code stands is open, until it was agreed what the body of an error looks like. */
function hasCode({ body }: Replied, decide: Decide): boolean {
  if (decide(BODIES) === 'any') return (body.match(/\w+/g) ?? []).some((word) => codes.includes(word))
  const read = attempt(() => parseJsonObject(body))
  return 'value' in read && codes.includes(read.value.error)
}

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(ERROR.STANDARD, 'issuer', 'causes an error with a nonce that nobody gave', 'refused', caused(attesting('nobody-gave-this-nonce')), { breaks: NONCE.BOUND }),
  trick(ERROR.STANDARD, 'issuer', 'causes an error with an attestation that is signed wrongly', 'refused', caused(after('wallet', 'signAttestation', part(2, flipped))), { breaks: ATT.SIGNED }),
  trick(ERROR.STANDARD, 'issuer', 'causes an error with a request for a dataset and a template', 'refused', caused(message.request(put('/credential_configuration_id', 'identity_credential'))), { breaks: REQ.EXCLUSIVE }),
]
