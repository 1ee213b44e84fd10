import { isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { sanitize } from '../../reporters/text/sanitize.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import type { OpenRun } from '../../suites/run.ts'
import type { ManualTask } from '../drivers/manual/task.ts'
import type { ManualDriver } from '../drivers/manual-driver.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import { drawToken } from '../runtime/random.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Called with every task of a person, and again for each retry. */
export type AnnounceTask = (task: ManualTask) => void

/** Creates the driver of targets that a person operates. */
export async function connectPerson(announce: AnnounceTask): Promise<ManualDriver> {
  const { createManualDriver } = await import('../drivers/manual-driver.ts')
  return createManualDriver({ clock: readPreciseClock, token: drawToken(), announce, sessions: defaultSuite.sessions })
}

/** Creates a function that prints tasks on a terminal. */
export async function createTaskPrinter(terminal: Terminal): Promise<AnnounceTask> {
  const { renderQrLines } = await import('../drivers/manual/qr-code.ts')
  return (task) => {
    terminal.progress?.('')
    for (const line of describeTask(task, renderQrLines, terminal)) terminal.err(line)
  }
}

function* describeTask(
  { role, session, timeout, step: { title, lines, link } }: ManualTask,
  renderQrLines: (text: string) => readonly string[] | undefined,
  { paint }: Terminal,
): Generator<string> {
  yield ''
  if (link !== undefined) {
    yield* renderQrLines(link) ?? ['(the link is too long for a QR code)']
    yield ''
  }
  yield `${paint('strong', title)}  ${paint('quiet', `${role}, session ${session}, within ${timeout} s`)}`
  for (const line of lines) yield `  ${sanitize(line, 400)}`
  if (link !== undefined) yield sanitize(link, 100_000)
}

/** Describes a manual run before its first step: where its page is, and whether a phone can reach it. */
export function* describeManualRun(
  { settings, url = '' }: OpenRun,
  { path }: ManualDriver,
  folder: string,
): Generator<string> {
  const { publicUrl, host = '' } = settings.listen ?? {}
  const { hostname } = new URL(publicUrl ?? `http://${isIPv6(host) ? `[${host}]` : host}`)
  yield `assay: the next step is shown at ${url}${path}`
  if (publicUrl !== undefined) yield `assay: and at ${publicUrl}${path}`
  if (isLocalOnly(hostname)) {
    yield `assay: a phone cannot reach ${hostname}: pass --listen ${findLanAddress()}:4801, or --public-url`
  }
  yield `assay: until every session is complete, messages with private values are kept in ${folder} for --resume`
}

/** Whether only this machine can reach a host name. `0.0.0.0` and `::` are for listening only. */
const isLocalOnly = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  (isIPv4(host) && /^(127\.|0\.0\.0\.0$)/.test(host)) ||
  /^\[(::1?)\]$/.test(host)

/** Finds an address of this machine in its network. */
function findLanAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'ADDRESS'
}
