import type { ProbeResult } from '../../../model/probe.ts'
import type { Traffic } from '../../../model/run-report.ts'
import type { Settings } from '../../../model/settings.ts'
import type { Message } from '../../../model/wire.ts'
import { createDecider } from '../../judge/decisions.ts'
import { preciseClock } from '../../runtime/clock.ts'
import { createProbeCatalogue } from '../probes/catalogue.ts'
import { divideProbes, type Portion, type Sampling } from '../probes/portions.ts'
import { sendPortionApart } from '../probes/send-probes.ts'
import type { SessionStoreOptions } from '../sessions/options.ts'
import { createSessionStore, type SessionStore } from '../sessions/session-store.ts'

/** Under which settings how many lies are told. */
export interface ProbeJobOptions {
  readonly settings: Settings
  readonly sampling: Sampling
  readonly anchors?: readonly string[]
}

/** What became of one portion of lies, and what was said. */
export interface ProbeJobResult {
  readonly results: readonly ProbeResult[]
  readonly messages: readonly Message[]
  readonly traffic: Traffic
}

/** Every portion of lies that the reference cast has to refuse, as a job. */
export async function createProbeJobs(command: ProbeJobOptions): Promise<readonly (() => Promise<ProbeJobResult>)[]> {
  const store = createStore(command, () => {})
  return divideProbes(store.tested, createProbeCatalogue(store, command.sampling)).map(
    (portion, i) => () => runPortion(portion, i + 1, command),
  )
}

/** Plays a portion on a stage of its own: what comes of it depends on nothing that was played before. */
async function runPortion(portion: Portion, place: number, command: ProbeJobOptions): Promise<ProbeJobResult> {
  const messages: Message[] = []
  const store = createStore(command, ({ message }) => messages.push(message))
  const told = await sendPortionApart(portion, place, store, createProbeCatalogue(store, command.sampling))
  return { results: told, messages, traffic: store.traffic() }
}

function createStore({ settings, anchors }: ProbeJobOptions, record: SessionStoreOptions['record']): SessionStore {
  const options: SessionStoreOptions = {
    clock: preciseClock,
    routes: {},
    signal: new AbortController().signal,
    record,
    ...(anchors && { anchors }),
  }
  return createSessionStore(settings, options, createDecider(settings).decide)
}
