import type { Answerer, Line } from '../harness/switchboard.ts'
import type { Deed, Driver, Order, Places } from '../model/driver.ts'
import type { WireError } from '../model/errors.ts'
import type { Replied } from '../model/wire.ts'
import { parseJsonObject } from '../protocol/json.ts'
import { attempt } from '../protocol/problem.ts'
import type { Told } from './ports.ts'

/** Those under test who are moved and not called. */
export interface Drivers {
  readonly wallet?: Driver
  readonly 'identity app'?: Driver
  readonly verifier?: Driver
}

/** What came of the orders of one session, beside what was seen of it. */
export interface Desk {
  readonly places: Places
  readonly signal: AbortSignal
  readonly arrival: Promise<string>
  /** Told why somebody went no further. */
  readonly told: (words: string) => void
  /** What was lost meanwhile, between whoever was moved and another target. */
  readonly lost: () => WireError | undefined
}

/** Gives an order in a session. */
export async function give(driver: Driver, told: Told, { places, signal, arrival, ...desk }: Desk): Promise<Deed> {
  const deed = await driver.order({ ...told, ...places } as Order, { signal, arrival }) // a union, put together again
  const lost = desk.lost()
  if (lost) throw lost
  if (deed.refused !== undefined) desk.told(deed.refused)
  return deed
}

/** A verifier that is handed presentations, as one that is called. */
export const lineOf =
  (driver: Driver, desk: () => Desk): Line =>
  async ({ body = '' }): Promise<Replied> => {
    const read = attempt(() => parseJsonObject(body))
    const presentation = 'value' in read ? read.value.presentation : undefined
    const order = { verb: 'verify', presentation: typeof presentation === 'string' ? presentation : body } as const
    const { accepted = false, claims = {}, refused } = await give(driver, order, desk())
    const answer = { accepted, claims, ...(refused !== undefined && { refused }) }
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) }
  }

/** Whoever is called and driven as well. */
export const isDriven = (drivers: Drivers, answerer: Answerer): answerer is 'verifier' =>
  answerer === 'verifier' && drivers.verifier !== undefined
