import { WireError } from '../../model/errors.ts'
import type { Opened } from '../../model/probe.ts'
import type { Entered, Stage } from '../stage.ts'

/** Whether those who ask an issuer are ours: then they ask as we like. */
export const isAskedByUs = ({ isTarget }: Stage): boolean => !isTarget('wallet') && !isTarget('identity app')

/** What came back; nothing if it is lost. */
export const arrived = <T>(coming: Promise<T>): Promise<T | undefined> =>
  coming.catch((error: unknown) => {
    if (error instanceof WireError) return undefined
    throw error
  })

/** A session that an issuer opens for an account; nothing if it does not. */
export async function openIn({ company, account }: Entered): Promise<Opened | undefined> {
  const { credential_identifier: dataset, nonce: code } = (await arrived(company.steps.open(account))) ?? {}
  return typeof dataset === 'string' && typeof code === 'string' ? { dataset, code } : undefined
}

/** A nonce; nothing if none is given. */
export async function takeNonceIn({ company }: Entered): Promise<string | undefined> {
  const nonce = await arrived(company.steps.takeNonce())
  return nonce === '' ? undefined : nonce
}
