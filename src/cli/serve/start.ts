import { inMemory } from '../../actors/ledger.ts'
import { type House, houseIn } from '../../assembly/house.ts'
import { offerMade } from '../../assembly/offer-made.ts'
import { answersUnder } from '../../harness/answers.ts'
import { wallClock } from '../../harness/clock.ts'
import { seeded } from '../../harness/random.ts'
import type { Ledger } from '../../model/ledger.ts'
import type { FetchHandler } from '../../wire/app.ts'
import type { Served } from '../../wire/bounds.ts'
import { serve } from '../../wire/server.ts'
import { withAdmin } from './admin.ts'
import { type CalledOut, type WaysOut, waysOut } from './calls.ts'
import { type Facts, factsOf } from './facts.ts'
import type { Plan } from './plan.ts'
import { openLedger } from './sqlite-ledger.ts'

/** Who is told what happens at a server. */
export interface Listener {
  readonly request: (served: Served) => void | Promise<void>
  readonly call: (call: CalledOut) => void
}

/** A server with its actors at work. */
export interface Started {
  readonly facts: Facts
  readonly close: () => Promise<void>
}

/** Lets the actors of a plan listen. */
export async function start(plan: Plan, listener: Listener): Promise<Started> {
  const ledger = plan.state === undefined ? { ...inMemory(), close: () => {} } : await openLedger(plan.state)
  try {
    const { house, ways, server } = await listen(plan, ledger, listener)
    const facts = factsOf(plan, house, server.url, await offerMade(house, plan.accounts[0]))
    let closed: Promise<void> | undefined
    const close = (): Promise<void> => {
      closed ??= server.close().then(ways.close).then(ledger.close)
      return closed
    }
    return { facts, close }
  } catch (error) {
    ledger.close()
    throw error
  }
}

/** Opens the port first: what the actors say of themselves has its number in it. */
async function listen(plan: Plan, ledger: Ledger, { request, call }: Listener) {
  const { host, port, encrypted } = plan
  const tls = encrypted && { tls: encrypted.encryption }
  let moved: { readonly house: House; readonly ways: WaysOut } | undefined
  const server = await serve(
    (url) => {
      const { handler, ...rest } = moveIn(plan, ledger, url, call)
      moved = rest
      return handler
    },
    { host, port, ...tls, watch: request },
  )
  if (!moved) throw new TypeError('a server asks for its handler')
  return { server, ...moved }
}

function moveIn(plan: Plan, ledger: Ledger, url: string, tell: Listener['call']) {
  const { profile, given, bent, accounts, anchors, now = 0, roles } = plan
  const { decide } = answersUnder({ profile, given })
  const bases = plan.basesAt(url)
  const ways = waysOut(bases, plan.trusted, tell)
  const surroundings = {
    decide,
    bases,
    now: plan.now === undefined ? wallClock : () => now,
    random: seeded(`${plan.seed}/${openings(ledger)}`),
    ledger,
    accounts,
    ...(anchors && { anchors }),
    ...(bent && { deviation: bent.deviation }),
    ...(bent?.setting.asks && { asks: bent.setting.asks }),
  }
  const house = houseIn(surroundings, { roles, callOut: ways.callOut })
  const handler: FetchHandler = plan.isAdministered ? withAdmin(house.app, { ledger, decide }) : house.app
  return { house, ways, handler }
}

/** How often a ledger was opened. A server that begins again under one seed must not give out the same codes again. */
function openings(ledger: Ledger): number {
  const count = Number(ledger.get('openings')?.count ?? 0) + 1
  ledger.set('openings', { count })
  return count
}
