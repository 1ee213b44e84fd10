import type { Driver, Order, Verb } from '../model/driver.ts'
import { WireError } from '../model/errors.ts'
import type { Target } from '../model/settings.ts'
import { type Asked, type Endpoint, type Fields, type Replied, saying } from '../model/wire.ts'
import { parseJsonObject } from '../protocol/json.ts'
import { attempt } from '../protocol/problem.ts'
import { type ReachOptions, reach } from '../wire/remote.ts'
import { remapped, shaped, shapeOf } from '../wire/shape.ts'
import { readDeed, troubleIn } from './deed.ts'

/** The message that goes the way of each order: what shapes the one shapes the other. */
const endpointOf: Readonly<Record<Verb, Endpoint>> = {
  share: 'issuerConfig',
  offer: 'offerPush',
  open: 'deeplink',
  verify: 'presentation',
}

/** Drives by a control endpoint: one POST for each order, and what came of it in the answer. */
export async function httpDriver(target: Target, who: string, options: ReachOptions): Promise<Driver> {
  const { call, close } = await reach(target, options)
  return {
    order: async (order, { signal }) => {
      const shape = shapeOf(target, endpointOf[order.verb])
      const asked = shaped(callOf(target, order), shape, factsOf(order))
      const replied = remapped(await call(asked, { origin: 'configured', signal }), shape.answer)
      const isWell = replied.status >= 200 && replied.status < 300
      if (!isWell) throw new WireError('protocol', `${who}: its control endpoint ${answered(replied)}`)
      return readDeed(replied.body, order.session, who)
    },
    close,
  }
}

const callOf = ({ url }: Target, order: Order): Asked => ({
  method: 'POST',
  url,
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  body: JSON.stringify(order),
})

/** What an answer says that is no deed. */
function answered({ status, body }: Replied): string {
  const read = attempt(() => parseJsonObject(body))
  return saying(`answered with status ${status}`, 'value' in read ? troubleIn(read.value) : '')
}

/** Everything that an order says, for placeholders. */
const factsOf = (order: Order): Fields => ({ ...order })
