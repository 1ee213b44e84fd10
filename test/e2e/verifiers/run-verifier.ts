import type { Driver } from '../../../model/driver.ts'
import type { RunReport } from '../../../model/run-report.ts'
import type { Settings } from '../../../model/settings.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { FetchHandler } from '../../../src/wire/server/app.ts'
import { createProbeCatalogue } from '../../../suites/document/run/probes/catalogue.ts'
import { sendProbes } from '../../../suites/document/run/probes/send-probes.ts'
import { run } from '../../../suites/document/run/run.ts'
import { settings as usual } from '../../whole-run.ts'
import { quiet, time } from '../playing.ts'
import { credentialProfiles, type ProfileName, type Verify } from './profiles.ts'

/** Verifiers refuse by what they throw. Its stack is never shown, and costs more than most of what they look at. */
const usualLimit = Error.stackTraceLimit

/** Runs Assay with this verifier as its target, without a socket. A brief run leaves out what has to be accepted. */
export async function runVerifier(
  verify: Verify,
  profile: ProfileName,
  changes: Partial<Settings> = {},
  { isBrief = false }: { readonly isBrief?: boolean } = {},
): Promise<RunReport> {
  let listener: FetchHandler = async () => new Response(null, { status: 503 })
  const get = async (url: string): Promise<string> => {
    const response = await (url.startsWith('data:') ? fetch(url) : listener(new Request(url)))
    if (!response.ok) throw new Error(`status ${response.status}`)
    return response.text()
  }
  const surroundings = { profile: credentialProfiles[profile], get, now: time }
  const driver: Driver = {
    execute: async (command) => {
      if (command.verb !== 'verify') throw new TypeError('only verifiers are tested here')
      Error.stackTraceLimit = 0
      try {
        return { accepted: true, claims: (await verify(command, surroundings)) as JsonObject }
      } catch (error) {
        return { accepted: false, refused: error instanceof Error ? error.message : 'no' }
      } finally {
        Error.stackTraceLimit = usualLimit
      }
    },
    close: async () => {},
  }
  const settings: Settings = {
    ...usual,
    ...{ now: time, profile, listen: { host: '127.0.0.1', port: 8080 } },
    ...{ targets: { verifier: { url: 'http://127.0.0.1:8081' } }, ...changes },
  }
  const { report } = await run(settings, {
    ...quiet,
    routes: {},
    drivers: { verifier: driver },
    listen: async (handler) => {
      listener = handler
      return async () => {}
    },
    // That checks notice tampering is shown elsewhere.
    tampers: [],
    sendProbes: (store) => {
      const catalogue = createProbeCatalogue(store, { members: 1, seed: 6 })
      const statefulProbes = catalogue.statefulProbes.filter(({ expected }) => !isBrief || expected === 'refused')
      return sendProbes(store, { ...catalogue, statefulProbes })
    },
  })
  return report
}
