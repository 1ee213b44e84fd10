import { createInterface } from 'node:readline'
import type { CommandHandler } from '../../../model/driver.ts'
import { HarnessError, TransportError } from '../../../model/errors.ts'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { writeJson } from '../../../reporters/text/sanitize.ts'
import { readProfileChoice } from '../../../src/config/profile-choice.ts'
import { readCommand } from '../../../src/drivers/read-command.ts'
import { readPemFile } from '../../../src/files/tls.ts'
import { createDecider } from '../../../src/judge/decisions.ts'
import { readWallClock } from '../../../src/runtime/clock.ts'
import { createRandom, drawSeed } from '../../../src/runtime/random.ts'
import { type Arguments, readNumber } from '../../../src/terminal/arguments.ts'
import type { ExitCode } from '../../../src/terminal/exit-codes.ts'
import type { Terminal } from '../../../src/terminal/terminal.ts'
import { parseChoice, parseTime } from '../../../src/terminal/values.ts'
import type { Transport } from '../../../src/wire/client/transport.ts'
import { createStateStore, servedEntries } from '../actors/services/state-store.ts'
import { mergeDecisions } from '../reference/chosen-mutation.ts'
import { createCommandHandler } from '../reference/command-handler.ts'
import { parseAccounts } from './accounts.ts'
import { chooseFault } from './chosen-fault.ts'
import { nameTlsFlag } from './outgoing-calls.ts'

/** The roles that take commands. */
const drivenRoles = ['wallet', 'identity-app', 'verifier', 'openid4vci-wallet', 'openid4vp-wallet'] as const

/** Serves a reference actor that takes commands: over HTTP, or on standard input and output. */
export async function serveDriven(args: Arguments, terminal: Terminal, ended: Promise<void>): Promise<ExitCode> {
  const roles = args.positionals.map((word) => parseChoice('assay serve', word, drivenRoles))
  const [role = 'wallet'] = roles
  if (roles.length > 1) throw new HarnessError('ERR_USAGE', 'an actor that takes commands is served alone')
  const tls = ['tls', 'tls-cert', 'tls-key', 'write-ca', 'client-ca'].find((flag) => args.has(flag))
  if (tls !== undefined) throw new HarnessError('ERR_USAGE', `--${tls}: commands are taken without TLS`)
  const calls = createCaller(args)
  try {
    const driven = await createDriven(args, role, calls.call)
    await (args.has('stdio')
      ? serveOnLines(driven, terminal, ended)
      : serveAtAddress(driven, args, terminal, ended, role))
    return 0
  } finally {
    await calls.close()
  }
}

/** Creates the actor of a role, with its answers, its time and its fault. */
async function createDriven(
  args: Arguments,
  role: (typeof drivenRoles)[number],
  callOut: (request: HttpRequest) => Promise<HttpResponse>,
): Promise<CommandHandler> {
  const now = args.text('now')
  const time = now === undefined ? undefined : parseTime('--now', now)
  const clock = time === undefined ? readWallClock : () => time
  if (role === 'openid4vci-wallet' || role === 'openid4vp-wallet') {
    const [{ servedWallets }, { readChange }] = await Promise.all([
      import('../../standard-actors.ts'),
      import('../../../src/play/serve-standard-actor.ts'),
    ])
    const place = { now: clock, send: callOut, isPlain: args.text('ca') === undefined }
    return servedWallets[role](place, readChange(args))
  }
  const seed = readNumber(args, 'seed', Number(drawSeed()))
  const chosen = await chooseFault(args, seed, [role])
  const { decide } = createDecider(mergeDecisions(chosen, readProfileChoice(args)))
  return createCommandHandler(
    {
      decide,
      now: clock,
      state: createStateStore(servedEntries),
      accounts: parseAccounts(args.texts('account')),
      ...(chosen && { mutation: chosen.mutation }),
      ...(chosen?.settings.responseEncryption && { asks: chosen.settings.responseEncryption }),
    },
    (session) => createRandom(`${seed}/${session}`),
    callOut,
  )
}

/** Whether a command may lead to a private address: on this machine alone, as the run and its targets are, or where it was said. */
const mayCallPrivate = (args: Arguments): boolean =>
  args.has('allow-private') || args.has('stdio') || isLoopback(args.text('host') ?? '127.0.0.1')

const isLoopback = (host: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/** Calls the URLs that commands contain: the sender of a command chooses them. */
function createCaller(args: Arguments) {
  let route: Promise<Transport> | undefined
  const signal = new AbortController().signal
  const ca = args.text('ca')
  const open = async (): Promise<Transport> => {
    const { openTransport } = await import('../../../src/wire/client/transport.ts')
    return openTransport(
      { url: noTarget, allowPrivate: mayCallPrivate(args) },
      {
        nameSetting: (key) => (key === 'allowPrivate' ? '--allow-private' : nameTlsFlag(key)),
        environment: process.env,
        ...(ca !== undefined && { pem: { ca: readPemFile(ca) } }),
      },
    )
  }
  return {
    call: async (request: HttpRequest): Promise<HttpResponse> => {
      route ??= open()
      return (await route).call(request, { origin: 'message', signal })
    },
    close: async (): Promise<void> => (await route)?.close(),
  }
}

/** No URL is that of a target here. */
const noTarget = 'http://none.invalid'

/** Takes commands as the bodies of requests. */
async function serveAtAddress(
  driven: CommandHandler,
  args: Arguments,
  { out, paint }: Terminal,
  ended: Promise<void>,
  role: string,
): Promise<void> {
  const { serve } = await import('../../../src/wire/server/server.ts')
  const handler = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return Response.json(notCommand, { status: 405, headers: { allow: 'POST' } })
    if (!isJson(request.headers.get('content-type'))) return Response.json(notJson, { status: 415 })
    const { status, body } = await answerCommand(driven, await request.text())
    return Response.json(body, { status })
  }
  const port = readNumber(args, 'port', 4801)
  const { url, close } = await serve(() => handler, { host: args.text('host') ?? '127.0.0.1', port, origins: 'own' })
  if (args.has('json')) out(writeJson({ url, role }))
  else if (args.has('quiet')) out(url)
  else {
    out(`${paint('strong', url)}  ${role}, takes commands`)
    out('')
    out(`  ${suggestCommand(role, url)}`)
    out('')
    out(paint('quiet', 'stop with Ctrl-C'))
  }
  await ended
  await close()
}

/** How an actor is made use of. */
function suggestCommand(role: string, url: string): string {
  if (role === 'openid4vci-wallet') return `assay test wallet --wallet ${url}`
  if (role === 'openid4vp-wallet') return `assay test wallet --profile openid4vp-1.0 --wallet ${url}`
  return `assay run --target ${role}=${url}`
}

/** A page of another origin may send a form or plain text without asking first, but no JSON. */
const isJson = (type: string | null): boolean => /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? '')

const notJson = { error: 'a command has the media type application/json' }
const notCommand = { error: 'a command is sent with POST' }

/** Takes commands as lines; each reply has the id of its command. */
async function serveOnLines(driven: CommandHandler, { out }: Terminal, ended: Promise<void>): Promise<void> {
  const lines = createInterface({ input: process.stdin })
  void ended.then(() => lines.close())
  for await (const line of lines) {
    const { body } = await answerCommand(driven, line)
    const { id } = Object(tryParseJson(line))
    out(writeJson({ id, ...body }))
  }
}

const tryParseJson = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // the reply says that this is not a command
  }
}

/** Carries out a command. A message that was lost on the way is an error, not a reply. */
async function answerCommand(
  driven: CommandHandler,
  text: string,
): Promise<{ readonly status: number; readonly body: object }> {
  try {
    const order = readCommand(text)
    return { status: 200, body: { session: order.session, ...(await driven(order)) } }
  } catch (error) {
    if (error instanceof HarnessError) return { status: 400, body: { error: error.message } }
    if (error instanceof TransportError) return { status: 502, body: { error: error.message } }
    throw error
  }
}
