import { setTimeout as wait } from 'node:timers/promises'
import type { Consumer, ConsumerConfig, JsMsg, StreamConfig } from '@nats-io/jetstream'
import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { type ObjectStore, Objm } from '@nats-io/obj'
import { headers, type NatsConnection, nanos } from '@nats-io/transport-node'
import { HarnessError } from '../../model/errors.ts'
import type { QueueAccess } from './access.ts'
import { connectServer } from './connect-server.ts'

// Two streams of a NATS server with JetStream. One has work, which whichever worker has room takes; one has results, one
// for each piece of work. Both are named by the run that they belong to, and by a number.

const streams = { work: 'ASSAY_WORK', result: 'ASSAY_RESULTS' } as const
type StreamKind = keyof typeof streams

const minutes = 60_000

/** What a run that never came back leaves behind is removed after a week. */
const longest = 7 * 24 * 60 * minutes

/** Work that a worker is silent about for so long is given to another. A worker that is at it says so more often. */
const patience = 10_000

const common = {
  ...{ retention: RetentionPolicy.Workqueue, storage: StorageType.File, discard: DiscardPolicy.New },
  ...{ max_age: nanos(longest), duplicate_window: nanos(2 * minutes) },
}

const configs: Readonly<Record<StreamKind, Partial<StreamConfig>>> = {
  work: { ...common, subjects: ['assay.work.*.*'] },
  // A second result for the same work is refused, however late it comes.
  result: { ...common, subjects: ['assay.result.*.*'], max_msgs_per_subject: 1, discard_new_per_subject: true },
}

/** A message that was taken: it comes again unless it is settled, here or elsewhere. */
export interface QueueMessage {
  readonly run: string
  readonly number: number
  /** How often it was delivered, this time included. */
  readonly deliveries: number
  readonly read: () => Promise<Uint8Array | undefined>
  /** Says that the work goes on. */
  readonly touch: () => void
  readonly settle: () => void
  /** Gives it to another worker, or to this one, after some milliseconds. */
  readonly giveBack: (delay: number) => void
}

/** What is put into a stream. */
export interface QueuePiece {
  readonly run: string
  readonly number: number
  readonly octets: Uint8Array
}

export interface Queue {
  /** Stores a piece of work or a result, however long the server is away. The same number counts once. */
  readonly put: (kind: StreamKind, piece: QueuePiece, signal: AbortSignal) => Promise<void>
  /** Takes messages until the signal: work of any run, or the results of one. At most so many are held at a time. */
  readonly take: (kind: StreamKind, most: number, signal: AbortSignal, run?: string) => AsyncGenerator<QueueMessage>
  /** Answers requests about a run. */
  readonly answer: (run: string, respond: (request: Uint8Array) => Uint8Array | undefined) => void
  /** Sends a request about a run; no answer if no program is there to give it. */
  readonly ask: (run: string, request: Uint8Array) => Promise<Uint8Array | undefined>
  /** Finds the stream of others that keeps a subject, and returns what it has kept until now. */
  readonly findSubject: (subject: string) => Promise<AsyncGenerator<Uint8Array>>
  /** Removes everything of a run. */
  readonly forget: (run: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens the queue of a server, and makes its streams where they are missing. */
export async function openQueue(access: QueueAccess): Promise<Queue> {
  const connection = await connectServer(access)
  try {
    const manager = await jetstreamManager(connection)
    for (const kind of ['work', 'result'] as const)
      await manager.streams
        .info(streams[kind])
        .catch(() => manager.streams.add({ name: streams[kind], ...configs[kind] }))
    return createQueue(connection, manager)
  } catch (cause) {
    await connection.close()
    const hint =
      'start it with JetStream: nats-server --jetstream --store_dir FOLDER; the account needs leave to use it'
    throw new HarnessError('ERR_QUEUE', `the server ${access.server} has no JetStream for this account`, {
      cause,
      hint,
    })
  }
}

type Manager = Awaited<ReturnType<typeof jetstreamManager>>

/** The header of a message whose content is in the object store: it is too large for a message. */
const objectHeader = 'Assay-Object'

/** What the functions of a queue have in common. */
interface Server {
  readonly connection: NatsConnection
  readonly manager: Manager
  readonly client: ReturnType<typeof jetstream>
  readonly objects: ReturnType<typeof createObjects>
}

function createQueue(connection: NatsConnection, manager: Manager): Queue {
  const client = jetstream(connection, { timeout: 5_000 })
  const objects = createObjects(connection)
  const server: Server = { connection, manager, client, objects }
  return {
    put: (kind, piece, signal) => putPiece(server, kind, piece, signal),
    take: (kind, most, signal, run) => takeMessages(server, { kind, most, signal, run }),
    answer: (run, respond) => {
      connection.subscribe(`assay.ask.${run}`, {
        callback: (_, message) => {
          const response = respond(message.data)
          if (response) message.respond(response)
        },
      })
    },
    ask: async (run, request) => {
      try {
        return (await connection.request(`assay.ask.${run}`, request, { timeout: 5_000 })).data
      } catch {
        return undefined
      }
    },
    findSubject: (subject) => findKept(server, subject),
    forget: (run) => forgetRun(server, run),
    close: async () => {
      // What was said last is sent, unless the server is away.
      await Promise.race([connection.flush().catch(() => {}), wait(2_000, undefined, { ref: false })])
      await connection.close()
    },
  }
}

async function putPiece(
  { client, connection, objects }: Server,
  kind: StreamKind,
  { run, number, octets }: QueuePiece,
  signal: AbortSignal,
): Promise<void> {
  const [subject, name] = [`assay.${kind}.${run}.${number}`, `${kind}-${number}`]
  const isLarge = octets.length > (connection.info?.max_payload ?? 1 << 20) - 1_024
  const extra = headers()
  if (isLarge) extra.set(objectHeader, name)
  await persist(signal, async () => {
    if (isLarge) await objects.put(run, name, octets)
    const payload = isLarge ? new Uint8Array() : octets
    await client.publish(subject, payload, { msgID: `${run}.${kind}.${number}`, headers: extra })
  })
}

interface Taking {
  readonly kind: StreamKind
  readonly most: number
  readonly signal: AbortSignal
  readonly run: string | undefined
}

async function* takeMessages(
  { manager, client, objects }: Server,
  { kind, most, signal, run }: Taking,
): AsyncGenerator<QueueMessage> {
  const name = run === undefined ? 'workers' : `run-${run}`
  const filter = run === undefined ? {} : { filter_subject: `assay.${kind}.${run}.*` }
  await persist(signal, () => requireConsumer(manager, streams[kind], { durable_name: name, ...filter }))
  const consumer = await persist(signal, () => client.consumers.get(streams[kind], name))
  const messages = consumer && (await persist(signal, () => consumer.consume({ max_messages: most, expires: 5_000 })))
  if (!messages) return
  const stop = (): void => messages.stop()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    for await (const message of messages) yield wrapMessage(message, objects.get)
  } finally {
    signal.removeEventListener('abort', stop)
    await messages.close()
  }
}

async function forgetRun({ manager, objects }: Server, run: string): Promise<void> {
  await manager.streams.purge(streams.work, { filter: `assay.work.${run}.*` })
  await manager.consumers.delete(streams.result, `run-${run}`).catch(() => {})
  await manager.streams.purge(streams.result, { filter: `assay.result.${run}.*` })
  await objects.remove(run)
}

/** Messages that one consumer may have open: many machines share it. */
const mostOpen = 20_000

async function requireConsumer(manager: Manager, stream: string, config: Partial<ConsumerConfig>): Promise<void> {
  const { durable_name: name = '' } = config
  const options = { ack_policy: AckPolicy.Explicit, ack_wait: nanos(patience), max_ack_pending: mostOpen }
  await manager.consumers.info(stream, name).catch(() => manager.consumers.add(stream, { ...options, ...config, name }))
}

function wrapMessage(message: JsMsg, get: ReturnType<typeof createObjects>['get']): QueueMessage {
  const [, , run = '', number = ''] = message.subject.split('.')
  const name = message.headers?.get(objectHeader)
  return {
    ...{ run, number: Number(number), deliveries: message.info.deliveryCount },
    read: async () => (name ? get(run, name) : message.data),
    touch: () => message.working(),
    settle: () => message.ack(),
    giveBack: (delay) => message.nak(delay),
  }
}

/** Octets of one content. What is larger was put there by another program. */
const largest = 64_000_000

/** Content that is too large for a message, in a bucket for each run. */
function createObjects(connection: NatsConnection) {
  const manager = new Objm(connection)
  const stores = new Map<string, Promise<ObjectStore>>()
  const open = (run: string): Promise<ObjectStore> => {
    const store = stores.get(run) ?? manager.create(`assay-${run}`, { storage: StorageType.File, ttl: nanos(longest) })
    stores.set(run, store)
    store.catch(() => stores.delete(run))
    return store
  }
  return {
    put: async (run: string, name: string, octets: Uint8Array) => {
      await (await open(run)).putBlob({ name }, octets)
    },
    get: async (run: string, name: string): Promise<Uint8Array | undefined> => {
      try {
        const store = await manager.open(`assay-${run}`)
        const size = (await store.info(name))?.size ?? Number.POSITIVE_INFINITY
        return size > largest ? undefined : ((await store.getBlob(name)) ?? undefined)
      } catch {
        return undefined // the run has ended
      }
    },
    remove: async (run: string) => {
      stores.delete(run)
      const store = await manager.open(`assay-${run}`).catch(() => undefined) // most runs have none
      await store?.destroy()
    },
  }
}

/** Tries until it succeeds: a server that is started again is away for some seconds. Nothing after the signal. */
async function persist<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      return await attempt()
    } catch (error) {
      if (isKnownAlready(error)) return undefined
      if (isFinal(error))
        throw new HarnessError('ERR_QUEUE', `the server refused it: ${String(error)}`, { cause: error })
      await wait(500)
    }
  }
  return undefined
}

/** The stream has a message with this subject: a result that another worker stored. */
const isKnownAlready = (error: unknown): boolean =>
  error instanceof JetStreamApiError && /per subject/.test(error.message)

/** What does not pass: a server that is away, or that is just starting, answers otherwise. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'PermissionViolationError' ||
    error.name === 'ClosedConnectionError' ||
    (error instanceof JetStreamApiError && error.status < 500 && error.code !== 10_059))

/** Finds the stream that keeps a subject. Nothing of it is acknowledged: it stays as it is. */
async function findKept({ client, manager }: Server, subject: string): Promise<AsyncGenerator<Uint8Array>> {
  const stream = await manager.streams.find(subject).catch(() => undefined)
  if (stream === undefined) throw new HarnessError('ERR_INPUT', `no stream of the server keeps the subject ${subject}`)
  const consumer = await client.consumers.get(stream, { filter_subjects: subject })
  const { num_pending: all } = await consumer.info()
  return readKept(consumer, all)
}

async function* readKept(consumer: Consumer, all: number): AsyncGenerator<Uint8Array> {
  if (all === 0) return
  const messages = await consumer.consume({ max_messages: 500 })
  try {
    let done = 0
    for await (const message of messages) {
      yield message.data
      if (++done >= all) return
    }
  } finally {
    await messages.close()
  }
}
