import type { Deviation } from '../../src/model/actors.ts'
import { type Fault, fault } from '../../src/model/fault.ts'
import type { Jwk } from '../../src/protocol/jwk.ts'
import { both, instead, message, put } from '../deviations.ts'
import { stranger } from '../stranger.ts'
import { ATT } from './requirements.ts'

const announcing = (...algorithms: readonly string[]) =>
  message.metadata(
    put('/credential_configurations_supported/identity_credential/proof_types_supported', {
      attestation: { proof_signing_alg_values_supported: algorithms },
    }),
  )

/** Which of its credentials an issuer hands out. */
const delivering = (chosen: (credentials: readonly string[]) => readonly string[]) =>
  instead(
    'issuer',
    'respond',
    (honest) => (session, request, credentials) => honest(session, request, chosen(credentials)),
  )

const boundToFirst: Deviation = {
  issuer: (honest) => {
    let first: Jwk | undefined // an issuer of one session, which remembers the key that it saw first
    return {
      ...honest,
      draft: (session, key) => {
        first ??= key
        return honest.draft(session, first)
      },
    }
  },
}

const { d: _, ...key } = stranger

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(ATT.BOUND, 'binds the credential to a key that nobody attested', message.credentialPayload(put('/cnf/jwk', { ...key, kid: 'holder', alg: 'ES256' })), { given: { 'cnf.source': 'either' } }),
  fault(ATT.BATCH, 'issues for the first key alone', delivering((all) => all.slice(0, 1))),
  fault(ATT.BATCH, 'issues for the last key alone', delivering((all) => all.slice(-1))),
  fault(ATT.BATCH, 'binds every credential to the first key', boundToFirst),
  fault(ATT.ANNOUNCED, 'signs with an algorithm that was not announced', both(announcing('ES256'), message.attestationHeader(put('/alg', 'ES384'))), { alsoBreaks: [ATT.ALG] }),
]
