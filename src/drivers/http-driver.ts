import type { CommandVerb, Driver, DriverCommand } from '../../model/driver.ts'
import { TransportError } from '../../model/errors.ts'
import type { Target } from '../../model/target.ts'
import { type HeaderFields, type HttpRequest, type HttpResponse, withTargetWords } from '../../model/wire.ts'
import { parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { applyShape, mergeShape, remapResponse } from '../wire/client/request-shape.ts'
import { openTransport, type TransportOptions } from '../wire/client/transport.ts'
import { describeDriverError, readReply } from './reply.ts'

/** How a driver is reached, and the endpoint whose configured shape applies to each command. */
export interface HttpDriverOptions extends TransportOptions {
  readonly shapedAs?: Readonly<Record<CommandVerb, string>>
}

/** Drives a target by its control endpoint: one POST for each command, with the reply in the response. */
export async function createHttpDriver(
  target: Target,
  label: string,
  { shapedAs, ...options }: HttpDriverOptions,
): Promise<Driver> {
  const { call, close } = await openTransport(target, options)
  return {
    execute: async (command, { signal }) => {
      const shape = mergeShape(target, shapedAs?.[command.verb] ?? command.verb)
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
