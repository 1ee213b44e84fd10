import { HarnessError } from '../../model/errors.ts'
import type { EndpointHandler, HttpRequest } from '../../model/wire.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import { findChange, type ReferenceProfile } from '../../suites/kit/reference-profile.ts'
import { parseBaseUrl } from '../config/check-values.ts'
import { readServerTls, type ServerTls } from '../files/tls.ts'
import { readWallClock } from '../runtime/clock.ts'
import { type Arguments, readNumber } from '../terminal/arguments.ts'
import type { ExitCode } from '../terminal/exit-codes.ts'
import { writeShellWord } from '../terminal/quote.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { parseTime } from '../terminal/values.ts'
import { serve } from '../wire/server/server.ts'

/** A reference actor of a standard, ready to be served. */
interface ReadyActor {
  readonly handle: EndpointHandler
  /** Where it is, and where it gives what begins a session. */
  readonly facts: ServedFacts
}

interface ServedFacts {
  readonly id: string
  readonly source: string
}

/** A kind of actor that is served alone. */
export interface StandardActor {
  readonly title: string
  /** What its source gives. */
  readonly gives: string
  /** The names of both facts in JSON. */
  readonly names: readonly [id: string, source: string]
  readonly command: (source: string) => string
  readonly create: (origin: string, now: () => number, args: Arguments) => ReadyActor
}

/** Serves the reference actor of a standard until it is interrupted. */
export async function serveStandardActor(
  actor: StandardActor,
  args: Arguments,
  terminal: Terminal,
  ended: Promise<void>,
): Promise<ExitCode> {
  if (args.positionals.length > 1) throw new HarnessError('ERR_USAGE', `${actor.title} is served alone`)
  const now = args.text('now')
  const time = now === undefined ? undefined : parseTime('--now', now)
  const host = args.text('host') ?? '127.0.0.1'
  const encrypted = await readServerTls(args, host)
  const publicUrl = args.text('public-url')
  const base = publicUrl === undefined ? undefined : parseBaseUrl('--public-url', publicUrl)
  // A fault or a variant that is not there ends the command before a port is taken.
  actor.create('https://actor.example', readWallClock, args)
  let facts: ServedFacts = { id: '', source: '' }
  const server = await serve(
    (url) => {
      const ready = actor.create(base ?? url, time === undefined ? readWallClock : () => time, args)
      facts = ready.facts
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
  for (const line of describe(actor, facts, encrypted, args, terminal)) terminal.out(line)
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
  { id, source }: ServedFacts,
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
  const change = args.text('fault') ?? args.text('variant') ?? ''
  if (change.startsWith('HAIP')) yield '--profile haip-1.0'
  if (file !== undefined) yield `--ca ${writeShellWord(file)}`
  if (now !== undefined) yield `--now ${writeShellWord(now)}`
}

/** The fault or the variant that is asked for. */
export function readChange<Mutation>(
  args: Arguments,
  { reference }: { readonly reference: ReferenceProfile<Mutation> },
): Mutation | undefined {
  const kind = (['fault', 'variant'] as const).find((flag) => args.has(flag))
  return kind && findChange(reference)(kind, args.text(kind) ?? '')
}
