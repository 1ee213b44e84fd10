import { createInterface } from 'node:readline'
import { inMemory } from '../../actors/ledger.ts'
import { answersBeside } from '../../assembly/deeds.ts'
import { type Driven, drivenIn } from '../../assembly/driven.ts'
import { readOrder } from '../../drivers/order.ts'
import { answersUnder } from '../../harness/answers.ts'
import { wallClock } from '../../harness/clock.ts'
import { freshSeed, seeded } from '../../harness/random.ts'
import { presets } from '../../model/decision.ts'
import { HarnessError, WireError } from '../../model/errors.ts'
import type { Asked, Origin, Replied } from '../../model/wire.ts'
import type { Transport } from '../../wire/remote.ts'
import { type Arguments, numberOf } from '../arguments.ts'
import { answersOf } from '../config/checked.ts'
import type { ExitCode } from '../exit-codes.ts'
import type { Terminal } from '../terminal.ts'
import { oneOf, pairOf, timeOf } from '../values.ts'
import { accountsOf } from './accounts.ts'
import { named } from './calls.ts'
import { bentBy } from './deeds.ts'
import { pemIn } from './encryption.ts'

/** Who can be moved by orders. */
const drivenRoles = ['wallet', 'identity-app', 'verifier'] as const

/** Serves a reference actor that is moved by orders: at an address, or on standard input and output. */
export async function serveDriven(args: Arguments, terminal: Terminal, ended: Promise<void>): Promise<ExitCode> {
  const roles = args.positionals.map((word) => oneOf('assay serve', word, drivenRoles))
  const [role = 'wallet'] = roles
  if (roles.length > 1) throw new HarnessError('ERR_USAGE', 'whoever takes orders is served alone')
  const calls = callingOut(args)
  try {
    const driven = await drivenBy(args, role, calls.call)
    await (args.has('stdio') ? onLines(driven, terminal, ended) : atAddress(driven, args, terminal, ended, role))
    return 0
  } finally {
    await calls.close()
  }
}

/** The actor of a role with its answers, its time and its one lie. */
async function drivenBy(
  args: Arguments,
  role: (typeof drivenRoles)[number],
  callOut: (asked: Asked, origin: Origin) => Promise<Replied>,
): Promise<Driven> {
  const seed = numberOf(args, 'seed', Number(freshSeed()))
  const bent = await bentBy(args, seed, [role])
  const [profile, now] = [args.text('profile'), args.text('now')]
  const told = Object.fromEntries(args.texts('decision').map((pair) => pairOf('--decision', pair)))
  const { decide } = answersUnder(
    answersBeside(bent, {
      ...(profile !== undefined && { profile: oneOf('--profile', profile, presets) }),
      given: answersOf('--decision', told),
    }),
  )
  const time = now === undefined ? undefined : timeOf('--now', now)
  return drivenIn(
    {
      decide,
      now: time === undefined ? wallClock : () => time,
      ledger: inMemory(),
      accounts: accountsOf(args.texts('account')),
      ...(bent && { deviation: bent.deviation }),
      ...(bent?.setting.asks && { asks: bent.setting.asks }),
    },
    (session) => seeded(`${seed}/${session}`),
    callOut,
  )
}

/** Calls wherever an order leads, one way for each address. */
function callingOut(args: Arguments) {
  const ways = new Map<string, Promise<Transport>>()
  const signal = new AbortController().signal
  const ca = args.text('ca')
  const open = async (url: string): Promise<Transport> => {
    const { reach } = await import('../../wire/remote.ts')
    return reach(
      { url, allowPrivate: true },
      { named, environment: process.env, ...(ca !== undefined && { pem: { ca: pemIn(ca) } }) },
    )
  }
  return {
    call: async (asked: Asked, origin: Origin): Promise<Replied> => {
      const url = URL.parse(asked.url)?.origin ?? asked.url
      const way = ways.get(url) ?? open(url)
      ways.set(url, way)
      return (await way).call(asked, { origin, signal })
    },
    close: async (): Promise<void> =>
      void (await Promise.all([...ways.values()].map(async (way) => (await way).close()))),
  }
}

/** Takes orders as the bodies of requests. */
async function atAddress(
  driven: Driven,
  args: Arguments,
  { out, paint }: Terminal,
  ended: Promise<void>,
  role: string,
): Promise<void> {
  const { serve } = await import('../../wire/server.ts')
  const handler = async (request: Request): Promise<Response> => {
    const { status, body } = await answerTo(driven, await request.text())
    return Response.json(body, { status })
  }
  const port = numberOf(args, 'port', 4801)
  const { url, close } = await serve(() => handler, { host: args.text('host') ?? '127.0.0.1', port })
  if (args.has('json')) out(JSON.stringify({ url, role }))
  else if (args.has('quiet')) out(url)
  else {
    out(`${paint('strong', url)}  ${role}, moved by orders`)
    out('')
    out(`  assay run --target ${role}=${url}`)
    out('')
    out(paint('quiet', 'Ctrl-C ends it'))
  }
  await ended
  await close()
}

/** Takes orders as lines, each with the number of its answer. */
async function onLines(driven: Driven, { out }: Terminal, ended: Promise<void>): Promise<void> {
  const lines = createInterface({ input: process.stdin })
  void ended.then(() => lines.close())
  for await (const line of lines) {
    const { body } = await answerTo(driven, line)
    const { id } = Object(attemptJson(line))
    out(JSON.stringify({ id, ...body }))
  }
}

const attemptJson = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // it is answered, and told that it is no order
  }
}

/** What came of an order; what was lost on the way is told as such, and is no deed. */
async function answerTo(driven: Driven, text: string): Promise<{ readonly status: number; readonly body: object }> {
  try {
    const order = readOrder(text)
    return { status: 200, body: { session: order.session, ...(await driven(order)) } }
  } catch (error) {
    if (error instanceof HarnessError) return { status: 400, body: { error: error.message } }
    if (error instanceof WireError) return { status: 502, body: { error: error.message } }
    throw error
  }
}
