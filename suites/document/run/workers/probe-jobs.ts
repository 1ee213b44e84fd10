import type { ProbeResult } from '../../../../model/probe.ts'
import type { Traffic } from '../../../../model/run-report.ts'
import type { Settings } from '../../../../model/settings.ts'
import { createDecider } from '../../../../src/judge/decisions.ts'
import { readPreciseClock } from '../../../../src/runtime/clock.ts'
import type { Message } from '../../model/endpoints.ts'
import { createProbeCatalogue } from '../probes/catalogue.ts'
import { divideProbes, type Portion, type Sampling } from '../probes/portions.ts'
import { sendPortionApart } from '../probes/send-probes.ts'
import type { SessionStoreOptions } from '../sessions/options.ts'
import { createSessionStore, type SessionStore } from '../sessions/session-store.ts'

/** The settings and the sampling of the probes in all jobs. */
export interface ProbeJobOptions {
  readonly settings: Settings
  readonly sampling: Sampling
  readonly anchors?: readonly string[]
}

/** The results of one portion, and its recorded messages. */
export interface ProbeJobResult {
  readonly results: readonly ProbeResult[]
  readonly messages: readonly Message[]
  readonly traffic: Traffic
}

/** Creates a job for every portion of probes for the reference actors. */
export async function createProbeJobs(options: ProbeJobOptions): Promise<readonly (() => Promise<ProbeJobResult>)[]> {
  const store = createStore(options, () => {})
  return divideProbes(store.tested, createProbeCatalogue(store, options.sampling)).map(
    (portion, i) => () => runPortion(portion, i + 1, options),
  )
}

/** Sends a portion over a session store of its own: its results depend on no other portion. */
async function runPortion(portion: Portion, number: number, options: ProbeJobOptions): Promise<ProbeJobResult> {
  const messages: Message[] = []
  const store = createStore(options, ({ message }) => messages.push(message))
  const results = await sendPortionApart(portion, number, store, createProbeCatalogue(store, options.sampling))
  return { results, messages, traffic: store.traffic() }
}

function createStore({ settings, anchors }: ProbeJobOptions, record: SessionStoreOptions['record']): SessionStore {
  const options: SessionStoreOptions = {
    clock: readPreciseClock,
    routes: {},
    signal: new AbortController().signal,
    record,
    ...(anchors && { anchors }),
  }
  return createSessionStore(settings, options, createDecider(settings).decide)
}
