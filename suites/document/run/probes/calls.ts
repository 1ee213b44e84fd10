import { TransportError } from '../../../../model/errors.ts'
import type { OpenedSession } from '../../model/probe.ts'
import type { OpenSession } from '../sessions/open-session.ts'
import type { SessionStore } from '../sessions/session-store.ts'

/** Whether reference actors call the issuer: then probes can choose the requests. */
export const hasReferenceCallers = ({ isTarget }: SessionStore): boolean =>
  !isTarget('wallet') && !isTarget('identity app')

/** Waits for a response; `undefined` if a message is lost. */
export const catchLoss = <T>(pending: Promise<T>): Promise<T | undefined> =>
  pending.catch((error: unknown) => {
    if (error instanceof TransportError) return undefined
    throw error
  })

/** Opens a session at the issuer; `undefined` if the issuer opens none. */
export async function openIssuerSession({ actors, account }: OpenSession): Promise<OpenedSession | undefined> {
  const config = (await catchLoss(actors.requestSteps.openSession(account))) ?? {}
  const { credential_identifier: dataset, nonce, 'pre-authorized_code': code = nonce } = config
  return typeof dataset === 'string' && typeof code === 'string' ? { dataset, code } : undefined
}

/** Fetches a nonce; `undefined` if the issuer returns none. */
export async function fetchNonce({ actors }: OpenSession): Promise<string | undefined> {
  const nonce = await catchLoss(actors.requestSteps.fetchNonce())
  return nonce === '' ? undefined : nonce
}
