import { HarnessError, TransportError } from '../../model/errors.ts'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import { findChange } from '../../suites/kit/reference-profile.ts'
import type { ChooseChange, PlayedActor, StandardActor } from '../../suites/kit/served-actor.ts'
import { parseBaseUrl } from '../config/check-values.ts'
import { readServerTls, type ServerTls } from '../files/tls.ts'
import { findGivenChange } from '../harness/arguments.ts'
import { readWallClock } from '../runtime/clock.ts'
import { type Arguments, readNumber } from '../terminal/arguments.ts'
import type { ExitCode } from '../terminal/exit-codes.ts'
import { writeShellWord } from '../terminal/quote.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Transport } from '../wire/client/transport.ts'
import { serve } from '../wire/server/server.ts'
import { readClock } from './sample-time.ts'

/** Serves the reference actor of a standard until it is interrupted. */
export async function serveStandardActor(
  actor: StandardActor,
  args: Arguments,
  terminal: Terminal,
  ended: Promise<void>,
): Promise<ExitCode> {
  if (args.positionals.length > 1) throw new HarnessError('ERR_USAGE', `${actor.title} is served alone`)
  const host = args.text('host') ?? '127.0.0.1'
  const encrypted = await readServerTls(args, host)
  const publicUrl = args.text('public-url')
  const base = publicUrl === undefined ? undefined : parseBaseUrl('--public-url', publicUrl)
  // A fault or a variant that is not there ends the command before a port is taken.
  const choose = readChange(args)
  let { id, source } = actor.create('https://actor.example', readWallClock, choose)
  const server = await serve(
    (url) => {
      const origin = base ?? url
      const ready = actor.create(origin, readClock(args), choose, openSender(origin))
      ;({ id, source } = ready)
      return async (request) => {
        const { status, headers, body } = await ready.handle(await readRequest(request))
        return new Response(status === 204 ? null : body, { status, headers })
      }
    },
    {
      host,
      port: readNumber(args, 'port', 4800),
      hosts: base === undefined ? [] : [new URL(base).hostname],
      ...(encrypted && { tls: encrypted.encryption }),
    },
  )
  for (const line of describe(actor, { id, source }, encrypted, args, terminal)) terminal.out(line)
  await ended
  await server.close()
  return 0
}

async function readRequest(request: Request): Promise<HttpRequest> {
  const body = await request.text()
  return { method: request.method, url: request.url, headers: Object.fromEntries(request.headers), body }
}

function* describe(
  { title, gives, names, command }: StandardActor,
  { id, source }: Pick<PlayedActor, 'id' | 'source'>,
  encrypted: ServerTls | undefined,
  args: Arguments,
  { paint }: Terminal,
): Generator<string> {
  if (args.has('json')) return yield writeJson({ [names[0]]: id, [names[1]]: source })
  if (args.has('quiet')) return yield source
  yield `${paint('strong', id)}  ${title}`
  yield ''
  if (encrypted?.authority !== undefined && encrypted.authorityFile === undefined)
    yield '  no caller can trust its certificate: start it with `--write-ca ca.pem` as well'
  else yield `  ${[command(source), ...writeSetting(encrypted, args)].join(' ')}`
  yield ''
  yield paint('quiet', `${source} gives ${gives} each time; stop with Ctrl-C`)
}

/** What a caller has to be given besides: the profile, the authority of the certificate, and the time of the actor. */
function* writeSetting(encrypted: ServerTls | undefined, args: Arguments): Generator<string> {
  const [file, now] = [encrypted?.authorityFile, args.text('now')]
  if (findGivenChange(args)?.id.startsWith('HAIP')) yield '--profile haip-1.0'
  if (file !== undefined) yield `--ca ${writeShellWord(file)}`
  if (now !== undefined) yield `--now ${writeShellWord(now)}`
}

/** Fetches what an actor needs, such as status lists: no private address, unless the verifier itself is on this machine. */
function openSender(origin: string): (request: HttpRequest) => Promise<HttpResponse> {
  let opened: Promise<Transport> | undefined
  return async (request) => {
    opened ??= openTransport(origin)
    try {
      return await (await opened).call(request, { origin: 'message', signal: AbortSignal.timeout(10_000) })
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      return { status: 502, headers: {}, body: '' }
    }
  }
}

async function openTransport(url: string): Promise<Transport> {
  const client = await import('../wire/client/transport.ts')
  return client.openTransport({ url }, { environment: process.env, allowLoopback: true })
}

/** The fault or the variant that is asked for. */
export const readChange =
  (args: Arguments): ChooseChange =>
  (reference) => {
    const given = findGivenChange(args)
    return given && findChange(reference)(given.kind, given.id)
  }
