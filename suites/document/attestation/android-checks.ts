import { type ArtefactCheck, checkArtefact } from '../../../model/check.ts'
import { type CheckContext, finding, type Inspection, inconclusive, notApplicable } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { Attestation } from '../../../protocol/artefacts/attestation.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import {
  androidNumbers,
  findChallengeBinding,
  type KeyDescription,
  keyDescriptionId,
  readKeyDescription,
} from '../../../protocol/x509/android.ts'
import { findExtension } from '../../../protocol/x509/certificate.ts'
import { CHALLENGE, LEVEL } from './decisions.ts'
import { ATT } from './requirements.ts'

/** A check on the key description, where there is one. */
const checkDescription = (
  requirement: Requirement,
  inspect: (description: KeyDescription, attestation: Attestation, context: CheckContext) => Inspection,
): ArtefactCheck =>
  checkArtefact(requirement, 'attestation', function* (attestation, context) {
    const [leaf] = attestation.chain ?? []
    if (!leaf) return inconclusive('no certificate could be read')
    const read = attempt(() => readKeyDescription(leaf))
    if ('problem' in read) return inconclusive(`the key description could not be read: ${read.problem.message}`)
    if (!read.value) return notApplicable('the first certificate has no key description')
    return yield* inspect(read.value, attestation, context)
  })

const described = checkArtefact(ATT.DESCRIBED, 'attestation', function* ({ chain }) {
  if (!chain) return inconclusive('no certificate could be read')
  const [leaf, ...above] = chain.map((certificate) => findExtension(certificate, keyDescriptionId) !== undefined)
  if (!leaf && !above.includes(true)) return notApplicable('no certificate has a key description')
  for (const [i, has] of above.entries()) {
    if (has)
      yield finding(`/header/x5c/${i + 1}`, 'a key description in the first certificate only', 'a key description')
  }
  return undefined
})

const challenge = checkDescription(ATT.CHALLENGE, function* ({ attestationChallenge }, { jws }, { decide }) {
  const decided = decide(CHALLENGE)
  if (decided === 'ignored') return notApplicable('the challenge need not be derived from the nonce, by decision')
  const { nonce } = jws.payload
  if (typeof nonce !== 'string') return inconclusive('the attestation has no nonce')
  const binding = findChallengeBinding(attestationChallenge, nonce)
  if (binding === decided || (binding && decided === 'any')) return undefined
  const expected = decided === 'any' ? 'a challenge derived from the nonce' : `the nonce as ${decided}`
  yield finding('/header/x5c/0', expected, binding ? `the nonce as ${binding}` : 'another challenge')
  return undefined
})

const levels = ['software', 'trusted-environment', 'strongbox'] as const

const level = checkDescription(ATT.LEVEL, function* (description, _, { decide }) {
  const least = levels.indexOf(decide(LEVEL))
  const { attestationSecurityLevel: attestation, keyMintSecurityLevel: key } = description
  if (Math.min(attestation, key) < least) {
    yield finding('/header/x5c/0', levels[least] ?? '', levels[Math.min(attestation, key)] ?? 'unknown')
  }
  return undefined
})

const generated = checkDescription(ATT.GENERATED, function* ({ hardwareEnforced: keys, keyMintSecurityLevel }) {
  if (keyMintSecurityLevel === androidNumbers.securityLevel.software) return notApplicable('the key is in software')
  const { origin, purpose, algorithm, ecCurve } = keys
  if (origin !== androidNumbers.origin.generated)
    yield finding('/header/x5c/0', 'a key generated in hardware', `origin ${origin}`)
  if (!purpose?.includes(androidNumbers.purpose.sign))
    yield finding('/header/x5c/0', 'a key for signing', `purposes ${purpose}`)
  if (algorithm !== androidNumbers.algorithm.ec || ecCurve !== androidNumbers.ecCurve.p256) {
    yield finding('/header/x5c/0', 'an EC key on P-256', `algorithm ${algorithm}, curve ${ecCurve}`)
  }
  return undefined
})

const booted = checkDescription(ATT.BOOTED, function* ({ hardwareEnforced: { rootOfTrust }, keyMintSecurityLevel }) {
  if (keyMintSecurityLevel === androidNumbers.securityLevel.software) return notApplicable('the key is in software')
  if (!rootOfTrust) {
    yield finding('/header/x5c/0', '`rootOfTrust`', 'nothing')
    return undefined
  }
  if (!rootOfTrust.deviceLocked) yield finding('/header/x5c/0', 'a locked bootloader', 'an unlocked bootloader')
  if (rootOfTrust.verifiedBootState !== androidNumbers.verifiedBootState.verified) {
    yield finding('/header/x5c/0', 'a verified boot', `state ${rootOfTrust.verifiedBootState}`)
  }
  return undefined
})

export const androidChecks: readonly ArtefactCheck[] = [described, challenge, level, generated, booted]
