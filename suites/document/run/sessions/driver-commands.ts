import type { Driver, DriverCommand, DriverReply, SessionAddresses } from '../../../../model/driver.ts'
import type { TransportError } from '../../../../model/errors.ts'
import type { Responder } from '../../../../model/role.ts'
import type { HttpResponse } from '../../../../model/wire.ts'
import { parseJsonObject } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import type { Route } from '../routes/message-bus.ts'

/** The drivers of the targets that cannot be called. */
export interface TargetDrivers {
  readonly wallet?: Driver
  readonly 'identity app'?: Driver
  readonly verifier?: Driver
}

/** A command without the addresses, which depend on its session. */
export type CommandDetails = DriverCommand extends infer Command
  ? Command extends DriverCommand
    ? Omit<Command, keyof SessionAddresses>
    : never
  : never

/** Sends a command in one session. */
export type SendCommand = (details: CommandDetails) => Promise<DriverReply>

/** What a command needs of its session. */
export interface DriverContext {
  readonly addresses: SessionAddresses
  readonly signal: AbortSignal
  /** Seconds to wait for what a target does after its driver answered. */
  readonly patience: number
  /** The deeplink, if it arrives at our server. */
  readonly arrival: Promise<string>
  /** Resolves when the next callback was answered. */
  readonly watchDelivery: () => Promise<void>
  /** Called with the words of a target that goes no further. */
  readonly onRefusal: (words: string) => void
  /** What was lost meanwhile between the driven target and another one. */
  readonly findLoss: () => TransportError | undefined
}

/** Sends a command to a driver, and waits for what the target does after its reply. What is lost between two targets meanwhile is thrown. */
export async function sendCommand(
  driver: Driver,
  details: CommandDetails,
  context: DriverContext,
): Promise<DriverReply> {
  const { addresses, signal, arrival, watchDelivery, onRefusal, findLoss } = context
  const delivery = details.verb === 'open' ? watchDelivery() : undefined
  const reply = await driver.execute({ ...details, ...addresses } as DriverCommand, { signal, arrival }) // a union, put together again
  const late = reply.refused === undefined ? await awaitAct(details.verb, reply, context, delivery) : {}
  const loss = findLoss()
  if (loss) throw loss
  if (reply.refused !== undefined) onRefusal(reply.refused)
  return { ...reply, ...late }
}

/**
 * Waits for what a target does after its reply, if nothing came of the command so far: a phone answers first, and acts a moment later.
 * A deeplink that has already arrived at our server counts without any patience.
 */
async function awaitAct(
  verb: CommandDetails['verb'],
  { links = [] }: DriverReply,
  { arrival, patience, signal }: DriverContext,
  delivery: Promise<void> | undefined,
): Promise<Pick<DriverReply, 'links'>> {
  if (delivery) await waitFor(delivery, patience, signal)
  if (verb !== 'offer' || links.length > 0) return {}
  const link = await waitFor(arrival, patience, signal)
  return link === undefined ? {} : { links: [link] }
}

/** The result of something that is awaited for some seconds; `undefined` if it is late, or the run was interrupted. */
async function waitFor<T>(pending: Promise<T>, seconds: number, signal: AbortSignal): Promise<T | undefined> {
  const over = Promise.withResolvers<undefined>()
  const end = (): void => over.resolve(undefined)
  const timer = setTimeout(end, 1000 * seconds)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    return await Promise.race([pending, over.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/** The route to a verifier that is driven: presentations go to it as commands. */
export const createDriverRoute =
  (driver: Driver, createContext: () => DriverContext): Route =>
  async ({ body = '' }): Promise<HttpResponse> => {
    const read = attempt(() => parseJsonObject(body))
    const presentation = 'value' in read ? read.value.presentation : undefined
    const command = { verb: 'verify', presentation: typeof presentation === 'string' ? presentation : body } as const
    const { accepted = false, claims = {}, refused } = await sendCommand(driver, command, createContext())
    const answer = { accepted, claims, ...(refused !== undefined && { refused }) }
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) }
  }

/** Whether a target is called like the others and yet driven. */
export const isDriven = (drivers: TargetDrivers, responder: Responder): responder is 'verifier' =>
  responder === 'verifier' && drivers.verifier !== undefined
