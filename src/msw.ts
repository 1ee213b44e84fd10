import type { RequestHandler } from 'msw'
import { interceptedSuite, type Reference, type ReferenceOptions } from '../suites/intercepted.ts'
import type { StandardReference, StandardReferenceOptions } from './play/standard-reference.ts'

export type { Account } from '../model/driver.ts'
export type { ResponderKey as ServedRole } from '../model/role.ts'
export type {
  CredentialStatus,
  ReadyOffer,
  ReceivedMessage,
  Reference,
  ReferenceOptions,
} from '../suites/intercepted.ts'
export type { AnsweredRequest, StandardReference, StandardReferenceOptions } from './play/standard-reference.ts'

/** The reference issuer, status service, wallet backend and verifier, as handlers for msw. */
export const handlers = (options: ReferenceOptions = {}): RequestHandler[] => reference(options).handlers

/**
 * The reference issuer of OpenID4VCI 1.0 or HAIP 1.0, or the reference verifier of OpenID4VP 1.0 or HAIP 1.0, for tests of
 * wallets.
 *
 * @example
 * const issuer = await playStandard({ suite: 'openid4vci-1.0' })
 * setupServer(...issuer.handlers).listen()
 * const offer = await issuer.begin()
 */
export async function playStandard(options: StandardReferenceOptions): Promise<StandardReference> {
  const { createStandardReference } = await import('./play/standard-reference.ts')
  return createStandardReference(options)
}

/** The same actors, with what they received, and with what sets the status of a credential. */
export const reference = (options: ReferenceOptions = {}): Reference => interceptedSuite.createReference(options)
