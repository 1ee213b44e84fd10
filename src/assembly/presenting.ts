import type { Ports } from '../actors/parties/desk.ts'
import { called } from '../actors/parties/http.ts'
import type { Address } from '../model/terms.ts'
import type { Hop } from '../model/wire.ts'
import { open } from '../protocol/open.ts'
import { openers } from './company.ts'

/** The first credential that was issued in a session, readable or not. */
export function issuedIn(hops: readonly Hop[]): string | undefined {
  const answer = hops.findLast(({ endpoint }) => endpoint === 'validate')
  const exhibits = answer?.replied ? open('validation-response', answer.replied.body, openers) : []
  return exhibits.find(({ kind, withheld }) => kind === 'credential' && withheld === undefined)?.text
}

/** Presents a credential with all of its disclosures, with one of them, and with none. */
export async function presentAll(credential: string | undefined, { call }: Ports, address: Address): Promise<void> {
  if (credential === undefined) return
  const [jwt = '', ...rest] = credential.split('~')
  const disclosures = rest.filter((each) => each !== '')
  for (const chosen of [disclosures, disclosures.slice(0, 1), []]) {
    const presentation = [jwt, ...chosen, ''].join('~')
    await call('presentation', 'wallet', called(address, { presentation }))
  }
}
