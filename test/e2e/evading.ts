import { onTestFinished } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { serve } from '../../src/cli/commands/serve.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import { createProbeCatalogue } from '../../suites/document/run/probes/catalogue.ts'
import { sendProbes } from '../../suites/document/run/probes/send-probes.ts'
import type { SessionStore } from '../../suites/document/run/sessions/session-store.ts'
import { readServePlan } from '../../suites/document/serve/serve-plan.ts'
import { startServer } from '../../suites/document/serve/start-server.ts'
import { type Front, front } from './fronts.ts'
import { addressesOf, door, type Playing, playing, time } from './playing.ts'

// Targets that are built to pass a test and to protect nothing.

type Pass = Parameters<typeof front>[0]

/** How a target evades: by what it does itself, or by a server before it. */
export interface Evasion {
  readonly mutation?: ActorMutation
  readonly pass?: Pass
}

/** Serves roles that evade, until the test is over. */
async function serveEvading(roles: readonly string[], { mutation = {}, pass }: Evasion, known: readonly string[]) {
  const before: Front | undefined = pass && (await front(pass))
  const argv = [...roles, '--port', '0', '--seed', '1', '--now', String(time), ...known]
  const shown = before ? ['--public-url', before.url] : []
  const plan = await readServePlan(readArguments('serve', listFlags(serve), [...argv, ...shown]))
  const settings = { profile: 'document', decisions: {} } as const
  const chosen = { id: 'evading', description: 'evades', breaks: [], mutation, settings }
  const { facts, close } = await startServer({ ...plan, chosen }, { request: () => {}, call: () => {} })
  onTestFinished(close)
  before?.lead(facts.url)
  return before?.url ?? facts.url
}

/** What a run against a target ended with, and what it showed at the terminal. */
export interface Shown {
  readonly report: RunReport
  readonly lines: readonly string[]
}

const show = (report: RunReport): Shown => ({
  report,
  lines: [...createTerminalReporter(plainPaint).render(report)],
})

/** Every tenth fault, and every stateful probe: an evasion shows in few of them. */
const sendSome = (store: SessionStore) => {
  const { faults, ...rest } = createProbeCatalogue(store, { members: 1, seed: 1 })
  return sendProbes(store, { ...rest, faults: faults.filter((_, i) => i % 10 === 0) })
}

/** The faults whose ids begin so. */
export const sendFaultsOf =
  (...ids: readonly string[]) =>
  (store: SessionStore) => {
    const { faults, ...rest } = createProbeCatalogue(store, { members: 1, seed: 1 })
    return sendProbes(store, {
      ...rest,
      faults: faults.filter((each) => ids.some((id) => each.id.startsWith(id))),
      statefulProbes: [],
    })
  }

/** Three faults that an issuer has to reject: each is waited for. */
const sendThree = (store: SessionStore) => {
  const { faults, ...rest } = createProbeCatalogue(store, { members: 1, seed: 1 })
  const three = faults.filter(({ breaks }) => breaks.id === 'ATT-SIGNED').slice(0, 3)
  return sendProbes(store, { ...rest, faults: three, statefulProbes: [] })
}

/** A run with probes against an issuer and its status service. */
export async function playIssuer(evasion: Evasion, more: Playing = {}, flags: readonly string[] = []): Promise<Shown> {
  const url = await serveEvading(['issuer', 'status-service'], evasion, flags)
  const { report } = await playing({ issuer: { url }, 'status-service': { url } }, { sendProbes: sendSome, ...more })
  return show(report)
}

/** The same with a few probes and one second for each answer. */
export async function playImpatiently(evasion: Evasion): Promise<Shown> {
  const url = await serveEvading(['issuer', 'status-service'], evasion, [])
  const target = { url, timeout: 1 }
  return show((await playing({ issuer: target, 'status-service': target }, { sendProbes: sendThree })).report)
}

/** A run with probes against a role that fetches keys and statuses from the run. */
const playCallingBack =
  (role: 'verifier' | 'wallet-backend') =>
  async (evasion: Evasion, { settings, ...more }: Playing = {}): Promise<Shown> => {
    const entrance = await door()
    const url = await serveEvading([role], evasion, ['--issuer', entrance.url, '--status-base', entrance.url])
    const targets = { [role]: { url } }
    const { report } = await playing(targets, {
      settings: {
        addresses: { ...addressesOf(targets), issuer: entrance.url, 'status-service': entrance.url },
        listen: { host: '127.0.0.1', port: entrance.port },
        ...settings,
      },
      listen: entrance.listen,
      sendProbes: sendSome,
      ...more,
    })
    return show(report)
  }

/** A run with probes against a verifier. */
export const playVerifier = playCallingBack('verifier')

/** A run with probes against a wallet backend. */
export const playBackend = playCallingBack('wallet-backend')
