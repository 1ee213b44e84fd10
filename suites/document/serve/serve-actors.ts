import type { Paint } from '../../../reporters/text/paint.ts'
import { writeJson } from '../../../reporters/text/sanitize.ts'
import type { Arguments } from '../../../src/terminal/arguments.ts'
import type { ExitCode } from '../../../src/terminal/exit-codes.ts'
import type { Terminal } from '../../../src/terminal/terminal.ts'
import type { RunningServer, ServerListener } from './start-server.ts'

/** Where actors are served. */
export interface ServingPlace {
  /** Resolves when the server is to end. */
  readonly ended: Promise<void>
  /** Whether a person sees the output, and can scan what it shows. */
  readonly hasScreen: boolean
}

/** Serves reference actors until they are to end. */
export async function serveActors(
  args: Arguments,
  terminal: Terminal,
  { ended, hasScreen }: ServingPlace,
): Promise<ExitCode> {
  if (isDriven(args)) {
    const { serveDriven } = await import('./serve-driven.ts')
    return serveDriven(args, terminal, ended)
  }
  const [{ readServePlan }, { startServer }] = await Promise.all([
    import('./serve-plan.ts'),
    import('./start-server.ts'),
  ])
  const options = await readServePlan(args)
  const { facts, close } = await startServer(options, await createListener(args, terminal))
  const { paint } = terminal
  for await (const line of formatStart(facts, args, { paint, hasScreen })) terminal.out(line)
  await ended
  await close()
  return 0
}

const drivenAlone: readonly string[] = ['wallet', 'identity-app', 'openid4vci-wallet', 'openid4vp-wallet']

/** Whether the actor takes commands. A verifier may do either: on standard input, it takes commands. */
const isDriven = (args: Arguments): boolean =>
  args.has('stdio') || args.positionals.some((word) => drivenAlone.includes(word))

async function* formatStart(
  facts: RunningServer['facts'],
  args: Arguments,
  { paint, hasScreen }: { readonly paint: Paint; readonly hasScreen: boolean },
): AsyncGenerator<string> {
  if (args.has('json')) return yield writeJson({ schemaVersion: 1, ...facts })
  if (args.has('quiet')) return yield facts.url
  if (facts.offer && (args.has('qr') || hasScreen)) {
    const { renderQrLines } = await import('../../../src/drivers/manual/qr-code.ts')
    yield* renderQrLines(facts.offer.link) ?? []
  }
  const { formatBanner } = await import('./banner.ts')
  yield* formatBanner(facts, paint)
}

async function createListener(args: Arguments, { out, paint }: Terminal): Promise<ServerListener> {
  if (args.has('quiet')) return { request: () => {}, call: () => {} }
  const { formatCall, formatRequest, summariseRequest, withoutQuery } = await import('./requests.ts')
  if (args.has('json')) {
    return {
      request: async (served) => out(writeJson(await summariseRequest(served))),
      call: ({ method, url, came }) => out(writeJson({ called: { method, url: withoutQuery(url), came } })),
    }
  }
  return {
    request: async (served) => out(formatRequest(await summariseRequest(served), paint)),
    call: (call) => out(formatCall(call, paint)),
  }
}
