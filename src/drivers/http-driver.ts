import type { CommandVerb, Driver, DriverCommand } from '../../model/driver.ts'
import { TransportError } from '../../model/errors.ts'
import type { Target } from '../../model/settings.ts'
import {
  type Endpoint,
  type HeaderFields,
  type HttpRequest,
  type HttpResponse,
  withTargetWords,
} from '../../model/wire.ts'
import { parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { applyShape, mergeShape, remapResponse } from '../wire/client/request-shape.ts'
import { openTransport, type TransportOptions } from '../wire/client/transport.ts'
import { describeDriverError, readReply } from './reply.ts'

/** The message that goes the way of each order: what shapes the one shapes the other. */
const shapingEndpoints: Readonly<Record<CommandVerb, Endpoint>> = {
  share: 'issuerConfig',
  offer: 'offerPush',
  open: 'deeplink',
  verify: 'presentation',
}

/** Drives by a control endpoint: one POST for each order, and what came of it in the answer. */
export async function createHttpDriver(target: Target, who: string, options: TransportOptions): Promise<Driver> {
  const { call, close } = await openTransport(target, options)
  return {
    execute: async (order, { signal }) => {
      const shape = mergeShape(target, shapingEndpoints[order.verb])
      const asked = applyShape(writeCall(target, order), shape, listPlaceholders(order))
      const replied = remapResponse(await call(asked, { origin: 'configured', signal }), shape.answer)
      const isWell = replied.status >= 200 && replied.status < 300
      if (!isWell) throw new TransportError('protocol', `${who}: its control endpoint ${describeFailure(replied)}`)
      return readReply(replied.body, order.session, who)
    },
    close,
  }
}

const writeCall = ({ url }: Target, order: DriverCommand): HttpRequest => ({
  method: 'POST',
  url,
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  body: JSON.stringify(order),
})

/** What an answer says that is no deed. */
function describeFailure({ status, body }: HttpResponse): string {
  const read = attempt(() => parseJsonObject(body))
  return withTargetWords(`answered with status ${status}`, 'value' in read ? describeDriverError(read.value) : '')
}

/** Everything that an order says, for placeholders. */
const listPlaceholders = (order: DriverCommand): HeaderFields => ({ ...order })
