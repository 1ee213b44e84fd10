import { type ArtefactCheck, checkArtefact } from '../../model/check.ts'
import { type CheckContext, finding, type Inspection, inconclusive, notApplicable } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Attestation } from '../../protocol/artefacts/attestation.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import {
  androidNumbers,
  findChallengeBinding,
  type KeyDescription,
  keyDescriptionId,
  readKeyDescription,
} from '../../protocol/x509/android.ts'
import { findExtension } from '../../protocol/x509/certificate.ts'
import { CHALLENGE, LEVEL } from './decisions.ts'
import { ATT } from './requirements.ts'

/** A check on what the device says about its key, where it says something. */
const onDescription = (
  requirement: Requirement,
  inspect: (description: KeyDescription, attestation: Attestation, context: CheckContext) => Inspection,
): ArtefactCheck =>
  checkArtefact(requirement, 'attestation', function* (attestation, context) {
    const [leaf] = attestation.chain ?? []
    if (!leaf) return inconclusive('there is no certificate that can be read')
    const read = attempt(() => readKeyDescription(leaf))
    if ('problem' in read) return inconclusive(`the description of the key cannot be read: ${read.problem.message}`)
    if (!read.value) return notApplicable('the first certificate describes no key')
    return yield* inspect(read.value, attestation, context)
  })

const described = checkArtefact(ATT.DESCRIBED, 'attestation', function* ({ chain }) {
  if (!chain) return inconclusive('there is no certificate that can be read')
  const [leaf, ...above] = chain.map((certificate) => findExtension(certificate, keyDescriptionId) !== undefined)
  if (!leaf && !above.includes(true)) return notApplicable('no certificate describes a key')
  for (const [i, has] of above.entries()) {
    if (has) yield finding(`/header/x5c/${i + 1}`, 'no description of a key above the first certificate', 'one')
  }
  return undefined
})

const challenge = onDescription(ATT.CHALLENGE, function* ({ attestationChallenge }, { jws }, { decide }) {
  const decided = decide(CHALLENGE)
  if (decided === 'ignored') return notApplicable('the challenge need not be the nonce, by decision')
  const { nonce } = jws.payload
  if (typeof nonce !== 'string') return inconclusive('the attestation has no nonce')
  const binding = findChallengeBinding(attestationChallenge, nonce)
  if (binding === decided || (binding && decided === 'any')) return undefined
  const expected = decided === 'any' ? 'a challenge made from the nonce' : `the nonce, as ${decided}`
  yield finding('/header/x5c/0', expected, binding ? `the nonce, as ${binding}` : 'another challenge')
  return undefined
})

const levels = ['software', 'trusted-environment', 'strongbox'] as const

const level = onDescription(ATT.LEVEL, function* (description, _, { decide }) {
  const least = levels.indexOf(decide(LEVEL))
  const { attestationSecurityLevel: attested, keyMintSecurityLevel: kept } = description
  if (Math.min(attested, kept) < least) {
    yield finding('/header/x5c/0', levels[least] ?? '', levels[Math.min(attested, kept)] ?? 'unknown')
  }
  return undefined
})

const generated = onDescription(ATT.GENERATED, function* ({ hardwareEnforced: keys, keyMintSecurityLevel }) {
  if (keyMintSecurityLevel === androidNumbers.securityLevel.software)
    return notApplicable('the key is kept in software')
  const { origin, purpose, algorithm, ecCurve } = keys
  if (origin !== androidNumbers.origin.generated)
    yield finding('/header/x5c/0', 'a key that the hardware made', `origin ${origin}`)
  if (!purpose?.includes(androidNumbers.purpose.sign))
    yield finding('/header/x5c/0', 'a key for signing', `purposes ${purpose}`)
  if (algorithm !== androidNumbers.algorithm.ec || ecCurve !== androidNumbers.ecCurve.p256) {
    yield finding('/header/x5c/0', 'an EC key on P-256', `algorithm ${algorithm}, curve ${ecCurve}`)
  }
  return undefined
})

const booted = onDescription(ATT.BOOTED, function* ({ hardwareEnforced: { rootOfTrust }, keyMintSecurityLevel }) {
  if (keyMintSecurityLevel === androidNumbers.securityLevel.software)
    return notApplicable('the key is kept in software')
  if (!rootOfTrust) {
    yield finding('/header/x5c/0', 'a root of trust', 'none')
    return undefined
  }
  if (!rootOfTrust.deviceLocked) yield finding('/header/x5c/0', 'a locked device', 'an unlocked one')
  if (rootOfTrust.verifiedBootState !== androidNumbers.verifiedBootState.verified) {
    yield finding('/header/x5c/0', 'a verified boot', `state ${rootOfTrust.verifiedBootState}`)
  }
  return undefined
})

export const androidChecks: readonly ArtefactCheck[] = [described, challenge, level, generated, booted]
