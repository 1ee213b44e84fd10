import { type Consequence, interoperability, security } from '../../model/requirement.ts'

// Consequences that several requirements share.

export const unreadable: Consequence = interoperability('The receiver cannot read the message, and the exchange ends.')

export const undefinedPoint: Consequence = interoperability(
  'Two implementations may choose differently and fail to work together.',
)

export const rejectedElsewhere: Consequence = interoperability(
  'Verifiers that follow the standard reject the credential.',
)

export const wrongKey: Consequence = security(
  'The credential is bound to a key that the holder does not control, or to none.',
)

export const exposedKey: Consequence = security(
  'An attacker who reads the key can sign or decrypt in the name of its owner.',
)

export const weakEncryption: Consequence = security('An attacker who records the message can decrypt or alter it.')

export const forgedAttestation: Consequence = security(
  'An attacker gets a credential for a key outside secure hardware.',
)

export const extensionBreaks: Consequence = interoperability(
  'The exchange ends as soon as the other side adds a member.',
)

export const lostRequest: Consequence = interoperability(
  'The issuer cannot read the request, and the holder gets no credential.',
)
