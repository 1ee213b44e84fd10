import { inMemory } from '../src/actors/ledger.ts'
import { contentOf, type Ports } from '../src/actors/parties/desk.ts'
import { companyIn } from '../src/assembly/company.ts'
import { type Answering, answersUnder } from '../src/harness/answers.ts'
import { seeded } from '../src/harness/random.ts'
import type { Account } from '../src/model/settings.ts'
import type { Asked, Endpoint, Replied } from '../src/model/wire.ts'
import { isObject, type JsonObject, parseJsonObject } from '../src/protocol/json.ts'
import { open } from '../src/protocol/open.ts'
import type { Bases } from '../suites/terms.ts'

/** What was said in a session: the last call to each endpoint, and its answer. */
export type Said = ReadonlyMap<Endpoint, { readonly asked: Asked; readonly replied: Replied }>

/** Whom an honest wallet and an honest identity app call, and how. */
export interface Callee {
  readonly bases: Bases
  readonly answering: Answering
  readonly account: Account | undefined
  /** Seconds since 1970. */
  readonly now: number
  readonly call: (asked: Asked) => Promise<Replied>
}

/** The session of an honest wallet and an honest identity app with somebody, from beginning to end. */
export async function sessionWith({ bases, answering, account, now, call }: Callee): Promise<Said> {
  const said = new Map<Endpoint, { asked: Asked; replied: Replied }>()
  const ports: Ports = {
    call: async (endpoint, _, asked) => {
      const replied = await call(asked)
      said.set(endpoint, { asked, replied })
      return replied
    },
    push: (pushed) => company.credentialManager.take(pushed),
    handOver: (pushed) => company.wallet.take(pushed),
    openLink: (link) => company.identityApp.open(link),
  }
  const { decide } = answersUnder(answering)
  const accounts = account ? [account] : []
  const company = companyIn(
    { decide, bases, now: () => now, random: seeded('callers'), ledger: inMemory(), accounts },
    ports,
  )
  if (account) await company.identityApp.share({ ...account, offer: 'reference' })
  return said
}

/** The credential that was delivered to the wallet backend, and its id. */
export function deliveredIn(said: Said): { readonly credential: string; readonly id: string } {
  const { credentials } = parseJsonObject(said.get('walletCallback')?.asked.body ?? '{}')
  const [credential = ''] = (Array.isArray(credentials) ? credentials : []).filter(isObject).map(firstText)
  return { credential, id: String(contentOf(open('credential', credential), 'credential')?.jws.payload.id) }
}

const firstText = (element: JsonObject): string => String(Object.values(element)[0])

/** The object in an answer. */
export const objectIn = (replied: Replied | undefined): JsonObject => parseJsonObject(replied?.body ?? '{}')
