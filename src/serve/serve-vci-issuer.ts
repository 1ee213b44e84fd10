import { HarnessError } from '../../model/errors.ts'
import type { HttpRequest } from '../../model/wire.ts'
import { parseBaseUrl } from '../config/check-values.ts'
import { readServerTls } from '../files/tls.ts'
import { createReferenceVciIssuer, findVciChange } from '../reference/vci-issuer.ts'
import { readWallClock } from '../runtime/clock.ts'
import { type Arguments, readNumber } from '../terminal/arguments.ts'
import type { ExitCode } from '../terminal/exit-codes.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { parseTime } from '../terminal/values.ts'
import { serve } from '../wire/server/server.ts'

/** Serves the reference issuer of OpenID4VCI 1.0. */
export async function serveVciIssuer(args: Arguments, terminal: Terminal, ended: Promise<void>): Promise<ExitCode> {
  if (args.positionals.length > 1) throw new HarnessError('ERR_USAGE', 'an issuer of OpenID4VCI is served alone')
  const now = args.text('now')
  const time = now === undefined ? undefined : parseTime('--now', now)
  const change = readChange(args)
  const host = args.text('host') ?? '127.0.0.1'
  const encrypted = await readServerTls(args, host)
  const publicUrl = args.text('public-url')
  const base = publicUrl === undefined ? undefined : parseBaseUrl('--public-url', publicUrl)
  const made: { offers?: string; id?: string } = {}
  const server = await serve(
    (url) => {
      const issuer = createReferenceVciIssuer(base ?? url, time === undefined ? readWallClock : () => time, change)
      Object.assign(made, issuer)
      return async (request) => {
        const { status, headers, body } = await issuer.handle(await readRequest(request))
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
  const { id = '', offers = '' } = made
  for (const line of describe({ id, offers, isEncrypted: encrypted !== undefined }, args, terminal)) terminal.out(line)
  await ended
  await server.close()
  return 0
}

async function readRequest(request: Request): Promise<HttpRequest> {
  const body = await request.text()
  return { method: request.method, url: request.url, headers: Object.fromEntries(request.headers), body }
}

function readChange(args: Arguments) {
  const kind = (['fault', 'variant'] as const).find((flag) => args.has(flag))
  return kind && findVciChange(kind, args.text(kind) ?? '')
}

interface Served {
  readonly id: string
  readonly offers: string
  readonly isEncrypted: boolean
}

function* describe({ id, offers, isEncrypted }: Served, args: Arguments, { paint }: Terminal): Generator<string> {
  if (args.has('json')) return yield JSON.stringify({ issuer: id, offers })
  if (args.has('quiet')) return yield offers
  yield `${paint('strong', id)}  an issuer of OpenID4VCI 1.0`
  yield ''
  yield `  assay test issuer --offer ${offers} --probes${isEncrypted ? ' --ca ca.pem' : ''}`
  yield ''
  yield paint('quiet', `${offers} gives a new offer each time; stop with Ctrl-C`)
}
