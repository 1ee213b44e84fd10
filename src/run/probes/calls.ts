import { TransportError } from '../../../model/errors.ts'
import type { OpenedSession } from '../../../model/probe.ts'
import type { OpenSession } from '../sessions/open-session.ts'
import type { SessionStore } from '../sessions/session-store.ts'

/** Whether those who ask an issuer are ours: then they ask as we like. */
export const hasReferenceCallers = ({ isTarget }: SessionStore): boolean =>
  !isTarget('wallet') && !isTarget('identity app')

/** What came back; nothing if it is lost. */
export const catchLoss = <T>(coming: Promise<T>): Promise<T | undefined> =>
  coming.catch((error: unknown) => {
    if (error instanceof TransportError) return undefined
    throw error
  })

/** A session that an issuer opens for an account; nothing if it does not. */
export async function openIssuerSession({ actors, account }: OpenSession): Promise<OpenedSession | undefined> {
  const { credential_identifier: dataset, nonce: code } =
    (await catchLoss(actors.requestSteps.openSession(account))) ?? {}
  return typeof dataset === 'string' && typeof code === 'string' ? { dataset, code } : undefined
}

/** A nonce; nothing if none is given. */
export async function fetchNonce({ actors }: OpenSession): Promise<string | undefined> {
  const nonce = await catchLoss(actors.requestSteps.fetchNonce())
  return nonce === '' ? undefined : nonce
}
