import { contentOf, type Ports } from '../actors/parties/desk.ts'
import { addressed, called } from '../actors/parties/http.ts'
import { type Answerer, answererOf } from '../harness/switchboard.ts'
import { WireError } from '../model/errors.ts'
import type { Address, Terms } from '../model/terms.ts'
import type { Asked, Hop, Origin } from '../model/wire.ts'
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

/** What somebody may have looked up already, and where it is found. */
interface Open {
  readonly hops: readonly Hop[]
  readonly terms: Terms
  readonly ports: Ports
  /** Whether whoever answers there is a target. */
  readonly isTarget: (answerer: Answerer) => boolean
}

/** Looks up the keys and the status that go with a credential. What one target asks of another, nobody here gets to see. */
export async function lookUp(credential: string | undefined, { hops, terms, ports, isTarget }: Open): Promise<void> {
  const { addresses } = terms
  const ask = async (endpoint: 'jwks' | 'status', asked: Asked, origin: Origin): Promise<void> => {
    const isSeen = hops.some((hop) => hop.endpoint === endpoint)
    if (isTarget(answererOf[endpoint]) && !isSeen) await ports.call(endpoint, 'wallet', asked, origin).catch(ignore)
  }
  await ask('jwks', called(addresses.jwks), 'configured')
  const { id, status } = contentOf(open('credential', credential ?? ''), 'credential')?.jws.payload ?? {}
  if (typeof id !== 'string') return
  const usual = addressed(addresses.status, id)
  await ask('status', called({ ...usual, url: typeof status === 'string' ? status : usual.url }), 'message')
}

/** A message that is lost here is on record, and the session is over anyway. */
function ignore(error: unknown): void {
  if (!(error instanceof WireError)) throw error
}
