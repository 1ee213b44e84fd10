import type { Account } from '../model/driver.ts'
import type { HttpRequest, HttpResponse } from '../model/wire.ts'
import { openArtefact } from '../protocol/artefacts/open.ts'
import { isObject, type JsonObject, parseJsonObject } from '../protocol/encoding/json.ts'
import { createDecider, type DecisionSettings } from '../src/judge/decisions.ts'
import { createRandom } from '../src/runtime/random.ts'
import { findContent, type Network } from '../suites/document/actors/services/context.ts'
import { createStateStore } from '../suites/document/actors/services/state-store.ts'
import type { BaseAddresses } from '../suites/document/kit/terms.ts'
import type { Endpoint } from '../suites/document/model/endpoints.ts'
import { startActors } from '../suites/document/reference/actors.ts'

/** What was said in a session: the last call to each endpoint, and its answer. */
export type Said = ReadonlyMap<Endpoint, { readonly asked: HttpRequest; readonly replied: HttpResponse }>

/** Whom an honest wallet and an honest identity app call, and how. */
export interface Callee {
  readonly bases: BaseAddresses
  readonly answering: DecisionSettings
  readonly account: Account | undefined
  /** Seconds since 1970. */
  readonly now: number
  readonly call: (asked: HttpRequest) => Promise<HttpResponse>
}

/** The session of an honest wallet and an honest identity app with somebody, from beginning to end. */
export async function sessionWith({ bases, answering, account, now, call }: Callee): Promise<Said> {
  const said = new Map<Endpoint, { asked: HttpRequest; replied: HttpResponse }>()
  const ports: Network = {
    call: async (endpoint, _, asked) => {
      const replied = await call(asked)
      said.set(endpoint, { asked, replied })
      return replied
    },
    pushOffer: (pushed) => company.credentialManager.take(pushed),
    deliverOffer: (pushed) => company.wallet.take(pushed),
    openLink: (link) => company.identityApp.open(link),
  }
  const { decide } = createDecider(answering)
  const accounts = account ? [account] : []
  const company = startActors(
    { decide, bases, now: () => now, random: createRandom('callers'), state: createStateStore(), accounts },
    ports,
  )
  if (account) await company.identityApp.share({ ...account, offer: 'reference' })
  return said
}

/** The credential that was delivered to the wallet backend, and its id. */
export function deliveredIn(said: Said): { readonly credential: string; readonly id: string } {
  const { credentials } = parseJsonObject(said.get('walletCallback')?.asked.body ?? '{}')
  const [credential = ''] = (Array.isArray(credentials) ? credentials : []).filter(isObject).map(firstText)
  return { credential, id: String(findContent(openArtefact('credential', credential), 'credential')?.jws.payload.id) }
}

const firstText = (element: JsonObject): string => String(Object.values(element)[0])

/** The object in an answer. */
export const objectIn = (replied: HttpResponse | undefined): JsonObject => parseJsonObject(replied?.body ?? '{}')
