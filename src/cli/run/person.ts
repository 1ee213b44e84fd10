import { isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { harmless } from '../../../reporters/escape.ts'
import type { Errand, Person } from '../../drivers/manual.ts'
import { preciseClock } from '../../harness/clock.ts'
import { program } from '../../harness/program.ts'
import { unguessable } from '../../harness/random.ts'
import type { Terminal } from '../terminal.ts'
import type { Open } from './playing.ts'

/** The person who moves what is moved by hand. Where nothing is said on the terminal, the page is enough. */
export async function personAtHand(terminal: Terminal, isQuiet: boolean): Promise<Person> {
  const { personAt } = await import('../../drivers/manual.ts')
  const { codeLines } = await import('../../drivers/manual/code.ts')
  const announce = (errand: Errand): void => {
    if (isQuiet) return
    terminal.progress?.('')
    for (const line of errandLines(errand, codeLines, terminal)) terminal.err(line)
  }
  return personAt({ clock: preciseClock, token: unguessable(), announce, sessions: program })
}

function* errandLines(
  { who, session, timeout, step: { title, lines, link } }: Errand,
  codeLines: (text: string) => readonly string[] | undefined,
  { paint }: Terminal,
): Generator<string> {
  yield ''
  if (link !== undefined) {
    yield* codeLines(link) ?? ['(the link is too long for a QR code)']
    yield ''
  }
  yield `${paint('strong', title)}  ${paint('quiet', `${who}, session ${session}, within ${timeout} s`)}`
  for (const line of lines) yield `  ${harmless(line, 400)}`
  if (link !== undefined) yield harmless(link, 100_000)
}

/** What a person is told before the first step: where the page is, and whether a phone finds its way. */
export function* welcome({ settings, url = '' }: Open, { path }: Person, folder: string): Generator<string> {
  const { publicUrl, host = '' } = settings.listen ?? {}
  const { hostname } = new URL(publicUrl ?? `http://${isIPv6(host) ? `[${host}]` : host}`)
  yield `assay: what there is to do stands at ${url}${path}`
  if (publicUrl !== undefined) yield `assay: and at ${publicUrl}${path}`
  if (isHereOnly(hostname)) {
    yield `assay: a phone cannot reach ${hostname}: give --listen ${lanAddress()}:4801, or --public-url`
  }
  yield `assay: messages are kept in ${folder}, for you alone, until every session is complete: --resume needs them`
}

/** Whether an address means the machine on which it is used; `0.0.0.0` and `::` are where one listens, and no address. */
const isHereOnly = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  (isIPv4(host) && /^(127\.|0\.0\.0\.0$)/.test(host)) ||
  /^\[(::1?)\]$/.test(host)

/** An address of this machine in its network, as far as it has one. */
function lanAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'ADDRESS'
}
