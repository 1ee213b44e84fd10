import type { Arguments, Run } from './arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import { banner } from './serve/banner.ts'
import type { Facts } from './serve/facts.ts'
import { planOf } from './serve/plan.ts'
import { callLine, requestLine, toldOf } from './serve/requests.ts'
import { type Listener, start } from './serve/start.ts'
import type { Terminal } from './terminal.ts'

/** `assay serve`: reference actors behind real addresses, until somebody ends them. */
export const run: Run = async (args, terminal): Promise<ExitCode> => {
  if (isDriven(args)) return (await import('./serve/driven.ts')).serveDriven(args, terminal, interruption())
  const plan = await planOf(args)
  const ended = interruption()
  const { facts, close } = await start(plan, listenerFor(args, terminal))
  for await (const line of opening(facts, args, terminal)) terminal.out(line)
  await ended
  await close()
  return 0
}

/** A wallet and an identity app are moved, and whoever reads its standard input is moved as well. */
const isDriven = (args: Arguments): boolean =>
  args.has('stdio') || args.positionals.some((word) => word === 'wallet' || word === 'identity-app')

/** Ctrl-C, or whatever ends a server politely. A second one ends it at once. */
const interruption = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })

async function* opening(facts: Facts, args: Arguments, { paint }: Terminal): AsyncGenerator<string> {
  if (args.has('json')) return yield JSON.stringify(facts)
  if (args.has('quiet')) return yield facts.url
  if (facts.offer && (args.has('qr') || process.stdout.isTTY)) {
    const { renderUnicodeCompact } = await import('uqr')
    yield renderUnicodeCompact(facts.offer.link, { border: 2 })
  }
  yield* banner(facts, paint)
}

function listenerFor(args: Arguments, { out, paint }: Terminal): Listener {
  if (args.has('quiet')) return { request: () => {}, call: () => {} }
  if (args.has('json')) {
    return {
      request: async (served) => out(JSON.stringify(await toldOf(served))),
      call: ({ method, url, came }) => out(JSON.stringify({ called: { method, url: url.split(/[?#]/, 1)[0], came } })),
    }
  }
  return {
    request: async (served) => out(requestLine(await toldOf(served), paint)),
    call: (call) => out(callLine(call, paint)),
  }
}
