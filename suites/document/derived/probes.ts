import type { Requirement } from '../../../model/requirement.ts'
import type { Role } from '../../../model/role.ts'
import { variants } from '../all/variants.ts'
import { SD } from '../disclosure/requirements.ts'
import { sampleFamily } from '../kit/family.ts'
import { legalProbe } from '../kit/legal-probe.ts'
import { rejectionRequirements } from '../kit/rejection.ts'
import type { StatefulProbe } from '../model/probe.ts'
import { REQ } from '../request/requirements.ts'

// Not all variants are listed: a target may reject what the document leaves open, such as algorithms, sizes, datasets
// and devices. It must accept those that are listed.

const credentials = [
  'CRED/has-an-nbf',
  'CRED/has-a-header-parameter-of-its-own',
  'CRED/has-further-members-in-the-holder-key',
  'CRED/has-many-digests-that-belong-to-no-disclosure',
  'CRED/has-its-digests-in-any-order',
  'CRED/indents-its-payload',
  'CRED/escapes-letters-in-its-payload',
  'SD/discloses-any-selection-of-its-claims-in-any-order',
  'SD/discloses-one-claim',
  'SD/has-a-name-in-any-script',
  'SD/writes-its-disclosures-with-white-space',
  'SD/escapes-characters-without-need',
  'SD/has-salts-in-hex',
  'SD/has-salts-that-are-uuids',
  'SD/has-two-claims-with-the-same-value',
  'SD/has-a-value-that-is-the-name-of-a-claim',
  'CLAIMS/has-only-some-of-the-claims',
  'JWKS/publishes-its-keys-in-reverse',
  'JWKS/publishes-one-key',
  'JWKS/signs-with-its-next-key',
  'JWKS/publishes-an-rsa-key-as-well',
  'JWKS/publishes-keys-on-other-curves-as-well',
  'JWKS/publishes-a-key-for-encryption',
  'JWKS/publishes-a-key-without-an-id',
  'JWKS/publishes-keys-without-use',
  'JWKS/publishes-a-key-with-key_ops',
] as const

/** The ids of the variants that each role must accept. */
const mandatoryVariants: { readonly [R in Role]?: readonly string[] } = {
  issuer: [
    'CRE/requests-no-compression',
    'CRE/sends-any-string-as-kid',
    'PROOF/sends-an-unknown-member-in-its-proof',
    'ENC/does-not-compress-its-request',
    'ATT/has-an-unknown-header-parameter',
    'ATT/indents-its-payload',
    'ATT/attests-one-key',
    'ATT/attests-a-key-with-a-coordinate-that-begins-with-zeros',
    'CFG/escapes-a-character-of-its-device_id',
  ],
  wallet: [
    'OFFER/names-an-authorization-server',
    'META/sends-display-information-for-its-credential',
    'META/announces-how-responses-can-be-encrypted',
    'META/publishes-its-keys-in-reverse',
    'META/defines-another-credential-before-the-one-that-it-offers',
    'NONCE/returns-base64-with-padding',
    'NONCE/returns-600-characters',
    'NONCE/returns-any-string',
    'NONCE/returns-the-lifetime-of-the-nonce',
  ],
  'identity app': [
    'CFG/returns-any-string-as-nonce',
    'CFG/returns-any-string-as-credential_identifier',
    'ENC/sends-unknown-header-parameters-in-the-response',
    'RESP/returns-a-notification_id',
    'RESP/returns-an-unknown-member-beside-a-credential',
  ],
  'wallet backend': credentials,
  verifier: [...credentials, 'STATUS/adds-a-reason-and-a-time-to-the-status', 'STATUS/has-an-unknown-header-parameter'],
}

/** What only a recommendation has a role accept: a verifier may need a claim. */
const softer: ReadonlyMap<string, { readonly [R in Role]?: Requirement }> = new Map([
  ['PROOF/sends-an-unknown-member-in-its-proof', { issuer: REQ.EXTRAS }],
  ['SD/discloses-any-selection-of-its-claims-in-any-order', { verifier: SD['ANY-SUBSET'] }],
  ['SD/discloses-one-claim', { verifier: SD['ANY-SUBSET'] }],
  ['CLAIMS/has-only-some-of-the-claims', { verifier: SD['ANY-SUBSET'] }],
])

const variantsById = new Map(variants.map((each) => [each.id, each]))

/** Probes with unusual but legal messages. */
export const probes: readonly StatefulProbe[] = Object.entries(mandatoryVariants).flatMap(([role, ids]) => {
  const receiver = role as Role // the keys of the table
  const requirement = rejectionRequirements[receiver]?.required
  return requirement ? ids.map((id) => createVariantProbe(id, softer.get(id)?.[receiver] ?? requirement, receiver)) : []
})

function createVariantProbe(id: string, requirement: Requirement, receiver: Role): StatefulProbe {
  const variant = variantsById.get(id)
  if (!variant) throw new TypeError(`there is no variant ${id}`)
  const [member] = 'mutation' in variant ? [variant] : sampleFamily(variant.members, 1, 1)
  if (!member) throw new TypeError(`the family ${id} has no member`)
  return { ...legalProbe(requirement, receiver, `sends a legal message: ${variant.description}`, member.mutation), id }
}
