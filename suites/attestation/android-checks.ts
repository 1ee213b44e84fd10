import {
  type Check,
  type Context,
  cannotTell,
  check,
  finding,
  type Inspection,
  notHere,
} from '../../src/model/check.ts'
import type { Requirement } from '../../src/model/requirement.ts'
import {
  android,
  challengeMatches,
  type KeyDescription,
  keyDescriptionId,
  readKeyDescription,
} from '../../src/protocol/android.ts'
import type { Attestation } from '../../src/protocol/attestation.ts'
import { attempt } from '../../src/protocol/problem.ts'
import { extensionOf } from '../../src/protocol/x509.ts'
import { CHALLENGE, LEVEL } from './decisions.ts'
import { ATT } from './requirements.ts'

/** A check on what the device says about its key, where it says something. */
const onDescription = (
  requirement: Requirement,
  inspect: (description: KeyDescription, attestation: Attestation, context: Context) => Inspection,
): Check =>
  check(requirement, 'attestation', function* (attestation, context) {
    const [leaf] = attestation.chain ?? []
    if (!leaf) return cannotTell('there is no certificate that can be read')
    const read = attempt(() => readKeyDescription(leaf))
    if ('problem' in read) return cannotTell(`the description of the key cannot be read: ${read.problem.message}`)
    if (!read.value) return notHere('the first certificate describes no key')
    return yield* inspect(read.value, attestation, context)
  })

const described = check(ATT.DESCRIBED, 'attestation', function* ({ chain }) {
  if (!chain) return cannotTell('there is no certificate that can be read')
  const [leaf, ...above] = chain.map((certificate) => extensionOf(certificate, keyDescriptionId) !== undefined)
  if (!leaf && !above.includes(true)) return notHere('no certificate describes a key')
  for (const [i, has] of above.entries()) {
    if (has) yield finding(`/header/x5c/${i + 1}`, 'no description of a key above the first certificate', 'one')
  }
  return undefined
})

const challenge = onDescription(ATT.CHALLENGE, function* ({ attestationChallenge }, { jws }, { decide }) {
  const decided = decide(CHALLENGE)
  if (decided === 'ignored') return notHere('the challenge need not be the nonce, by decision')
  const { nonce } = jws.payload
  if (typeof nonce !== 'string') return cannotTell('the attestation has no nonce')
  const binding = challengeMatches(attestationChallenge, nonce)
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
  if (keyMintSecurityLevel === android.securityLevel.software) return notHere('the key is kept in software')
  const { origin, purpose, algorithm, ecCurve } = keys
  if (origin !== android.origin.generated)
    yield finding('/header/x5c/0', 'a key that the hardware made', `origin ${origin}`)
  if (!purpose?.includes(android.purpose.sign))
    yield finding('/header/x5c/0', 'a key for signing', `purposes ${purpose}`)
  if (algorithm !== android.algorithm.ec || ecCurve !== android.ecCurve.p256) {
    yield finding('/header/x5c/0', 'an EC key on P-256', `algorithm ${algorithm}, curve ${ecCurve}`)
  }
  return undefined
})

const booted = onDescription(ATT.BOOTED, function* ({ hardwareEnforced: { rootOfTrust }, keyMintSecurityLevel }) {
  if (keyMintSecurityLevel === android.securityLevel.software) return notHere('the key is kept in software')
  if (!rootOfTrust) {
    yield finding('/header/x5c/0', 'a root of trust', 'none')
    return undefined
  }
  if (!rootOfTrust.deviceLocked) yield finding('/header/x5c/0', 'a locked device', 'an unlocked one')
  if (rootOfTrust.verifiedBootState !== android.verifiedBootState.verified) {
    yield finding('/header/x5c/0', 'a verified boot', `state ${rootOfTrust.verifiedBootState}`)
  }
  return undefined
})

export const androidChecks: readonly Check[] = [described, challenge, level, generated, booted]
