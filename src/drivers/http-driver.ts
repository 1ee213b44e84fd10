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

/** The endpoint whose configured shape applies to each command. */
const shapingEndpoints: Readonly<Record<CommandVerb, Endpoint>> = {
  share: 'issuerConfig',
  offer: 'offerPush',
  open: 'deeplink',
  verify: 'presentation',
}

/** Drives a target by its control endpoint: one POST for each command, with the reply in the response. */
export async function createHttpDriver(target: Target, label: string, options: TransportOptions): Promise<Driver> {
  const { call, close } = await openTransport(target, options)
  return {
    execute: async (command, { signal }) => {
      const shape = mergeShape(target, shapingEndpoints[command.verb])
      const request = applyShape(writeCall(target, command), shape, listPlaceholders(command))
      const response = remapResponse(await call(request, { origin: 'configured', signal }), shape.answer)
      const isOk = response.status >= 200 && response.status < 300
      if (!isOk) throw new TransportError('protocol', `${label}: its control endpoint ${describeFailure(response)}`)
      return readReply(response.body, command.session, label)
    },
    close,
  }
}

const writeCall = ({ url }: Target, command: DriverCommand): HttpRequest => ({
  method: 'POST',
  url,
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  body: JSON.stringify(command),
})

/** Describes a response that is not a reply. */
function describeFailure({ status, body }: HttpResponse): string {
  const read = attempt(() => parseJsonObject(body))
  return withTargetWords(`answered with status ${status}`, 'value' in read ? describeDriverError(read.value) : '')
}

/** Lists the members of a command as placeholders. */
const listPlaceholders = (command: DriverCommand): HeaderFields => ({ ...command })
