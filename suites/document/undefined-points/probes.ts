import type { Decide } from '../../../model/decision.ts'
import type { HttpResponse } from '../../../model/wire.ts'
import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { ATT } from '../attestation/requirements.ts'
import { editPart, flipLastBit } from '../kit/compact-text.ts'
import { attestNonce, nameOfferedTemplate } from '../kit/message-mutations.ts'
import { changeResult } from '../kit/mutations.ts'
import type { ActorMutation } from '../model/actors.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { NONCE } from '../nonce/requirements.ts'
import { REQ } from '../request/requirements.ts'
import { BODIES, CODES, REFUSAL } from './decisions.ts'
import { ERROR } from './requirements.ts'

/** The error codes of OpenID4VCI 1.0, section 8.3.1.2. */
const errorCodes: readonly unknown[] = [
  'invalid_credential_request',
  'unknown_credential_configuration',
  'unknown_credential_identifier',
  'invalid_proof',
  'invalid_nonce',
  'invalid_encryption_parameters',
  'credential_request_denied',
]

/** Sends an invalid request and looks at the error response. */
const causeError =
  (mutation: ActorMutation): StatefulProbe['run'] =>
  async ({ decide, runRequest, readSessionAnswer, isLegal }) => {
    if (decide(CODES) !== 'openid4vci-1.0') return undefined
    const messages = await runRequest({ mutation })
    const answer = readSessionAnswer(messages)
    if (answer === 'accepted' && isLegal(messages)) return undefined
    const response = messages.findLast(({ endpoint }) => endpoint === 'validate')?.response
    const wrong = answer === 'refused' && response ? findDefect(response, decide) : undefined
    return { answer, ...(wrong !== undefined && { wrong }) }
  }

/** What is wrong with an error response. Another status than 400 is right only if it was agreed to be a rejection. */
function findDefect(response: HttpResponse, decide: Decide): string | undefined {
  const isAgreed = decide(REFUSAL) === 'no-success' && response.status < 300
  if (response.status !== 400 && !isAgreed) return `with status ${response.status}, not 400`
  return hasErrorCode(response, decide) ? undefined : 'without an error code of OpenID4VCI'
}

/** The code may be anywhere in the body unless the form of an error body was agreed. */
function hasErrorCode({ body }: HttpResponse, decide: Decide): boolean {
  if (decide(BODIES) === 'any') return (body.match(/\w+/g) ?? []).some((word) => errorCodes.includes(word))
  const parsed = attempt(() => parseJsonObject(body))
  return 'value' in parsed && errorCodes.includes(parsed.value.error)
}

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(ERROR.STANDARD, 'issuer', 'causes an error with a nonce that was never issued', 'refused', causeError(attestNonce('never-issued-nonce')), { breaks: NONCE.BOUND }),
  statefulProbe(ERROR.STANDARD, 'issuer', 'causes an error with an invalid attestation signature', 'refused', causeError(changeResult('wallet', 'signAttestation', editPart(2, flipLastBit))), { breaks: ATT.SIGNED }),
  statefulProbe(ERROR.STANDARD, 'issuer', 'causes an error with both a credential identifier and a configuration ID', 'refused', causeError(nameOfferedTemplate), { breaks: REQ.EXCLUSIVE }),
]
