import type { Requirement } from '../../../model/requirement.ts'
import type { Settings } from '../../../model/settings.ts'
import { checks } from '../all/checks.ts'
import { requirements } from '../all/requirements.ts'
import { fixtureSession } from '../reference/offline-exchange.ts'
import { runAndJudge } from '../run/run.ts'
import type { RunOptions } from '../run/run-options.ts'
import type { RunMutation } from './kill-matrix.ts'

/** Settings of a run of reference actors, with synthetic holders. */
export const referenceSettings: Settings = {
  profile: 'document',
  decisions: {},
  targets: {},
  addresses: {
    issuer: 'https://issuer.example',
    'status-service': 'https://status.example',
    'wallet-backend': 'https://wallet.example',
    verifier: 'https://verifier.example',
  },
  accounts: [
    { deviceId: 'device-0001', uid: '000000000019', sessionToken: fixtureSession.sessionToken },
    { deviceId: 'device-0002', uid: '000000041008', sessionToken: 'session-token-0002' },
  ],
  only: [],
  skip: [],
  seed: 'assay',
  now: 1_795_000_000,
  out: '',
  keepPrivate: false,
  strict: false,
  gate: 'conformance',
  subject: {},
  deadline: 60,
}

/** Options of a run that stays in this process, with a fixed clock. */
export const referenceOptions: RunOptions = {
  clock: () => 1_795_000_000_000,
  tool: { name: 'assay', version: '0' },
  routes: {},
  signal: new AbortController().signal,
  record: () => {},
  progress: () => {},
}

/** Runs the whole exchange in this process with one mutation, and judges every message. */
export const runLive: RunMutation = async (mutation, { profile, decisions, responseEncryption: asks }) => {
  const settings = { ...referenceSettings, profile, decisions }
  const { results, endings } = await runAndJudge(settings, { ...referenceOptions, mutation, ...(asks && { asks }) })
  if (endings.length === 0) throw new TypeError('no session was run')
  return results
}

const checkedIds = new Set(checks.map(({ requirement: { id } }) => id))

/** Every requirement that a fault can prove. Those seen in answers to probes are proven by disabled validations. */
export const provableRequirements: readonly Requirement[] = requirements.filter(
  ({ id, seen }) => 'in' in seen || (!('byProbes' in seen) && checkedIds.has(id)),
)
