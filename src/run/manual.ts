import { isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { sessionPlan } from '../../model/session-plan.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import type { ManualTask } from '../drivers/manual/task.ts'
import type { ManualDriver } from '../drivers/manual-driver.ts'
import { preciseClock } from '../runtime/clock.ts'
import { drawToken } from '../runtime/random.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { OpenRun } from './open-run.ts'

/** The person who moves what is moved by hand. Where nothing is said on the terminal, the page is enough. */
export async function connectPerson(terminal: Terminal, isQuiet: boolean): Promise<ManualDriver> {
  const { createManualDriver } = await import('../drivers/manual-driver.ts')
  const { renderQrLines } = await import('../drivers/manual/qr-code.ts')
  const announce = (errand: ManualTask): void => {
    if (isQuiet) return
    terminal.progress?.('')
    for (const route of describeErrand(errand, renderQrLines, terminal)) terminal.err(route)
  }
  return createManualDriver({ clock: preciseClock, token: drawToken(), announce, sessions: sessionPlan })
}

function* describeErrand(
  { who, session, timeout, step: { title, lines: routes, link } }: ManualTask,
  codeLines: (text: string) => readonly string[] | undefined,
  { paint }: Terminal,
): Generator<string> {
  yield ''
  if (link !== undefined) {
    yield* codeLines(link) ?? ['(the link is too long for a QR code)']
    yield ''
  }
  yield `${paint('strong', title)}  ${paint('quiet', `${who}, session ${session}, within ${timeout} s`)}`
  for (const route of routes) yield `  ${sanitize(route, 400)}`
  if (link !== undefined) yield sanitize(link, 100_000)
}

/** What a person is told before the first step: where the page is, and whether a phone finds its way. */
export function* describeManualRun(
  { settings, url = '' }: OpenRun,
  { path }: ManualDriver,
  folder: string,
): Generator<string> {
  const { publicUrl, host = '' } = settings.listen ?? {}
  const { hostname } = new URL(publicUrl ?? `http://${isIPv6(host) ? `[${host}]` : host}`)
  yield `assay: what there is to do stands at ${url}${path}`
  if (publicUrl !== undefined) yield `assay: and at ${publicUrl}${path}`
  if (isLocalOnly(hostname)) {
    yield `assay: a phone cannot reach ${hostname}: give --listen ${findLanAddress()}:4801, or --public-url`
  }
  yield `assay: messages are kept in ${folder}, for you alone, until every session is complete: --resume needs them`
}

/** Whether an address means the machine on which it is used; `0.0.0.0` and `::` are where one listens, and no address. */
const isLocalOnly = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  (isIPv4(host) && /^(127\.|0\.0\.0\.0$)/.test(host)) ||
  /^\[(::1?)\]$/.test(host)

/** An address of this machine in its network, as far as it has one. */
function findLanAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'ADDRESS'
}
