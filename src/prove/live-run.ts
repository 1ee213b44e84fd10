import type { Requirement } from '../../model/requirement.ts'
import type { Settings } from '../../model/settings.ts'
import { checks } from '../../suites/all/checks.ts'
import { requirements } from '../../suites/all/requirements.ts'
import { runAndJudge } from '../run/run.ts'
import type { RunOptions } from '../run/run-options.ts'
import type { RunMutation } from './kill-matrix.ts'

/** Settings under which the whole reference cast plays, with synthetic people. */
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
    { deviceId: 'device-0001', uid: '000000000019', sessionToken: 'session-token-of-nobody' },
    { deviceId: 'device-0002', uid: '000000041008', sessionToken: 'session-token-of-no-other' },
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

/** Surroundings in which nothing happens but the play. */
export const referenceOptions: RunOptions = {
  clock: () => 1_795_000_000_000,
  tool: { name: 'assay', version: '0' },
  routes: {},
  signal: new AbortController().signal,
  record: () => {},
  progress: () => {},
}

/** Plays the whole exchange with one actor bent, every message over the wire that is none, and judges all of it. */
export const runLive: RunMutation = async (mutation, { profile, decisions, responseEncryption: asks }) => {
  const settings = { ...referenceSettings, profile, decisions }
  const { results, endings } = await runAndJudge(settings, { ...referenceOptions, mutation, ...(asks && { asks }) })
  if (endings.length === 0) throw new TypeError('nothing was played')
  return results
}

const checkedIds = new Set(checks.map(({ requirement: { id } }) => id))

/** Every requirement that a fault can prove. What is shown by lies is proven by judges that neglect to look. */
export const provableRequirements: readonly Requirement[] = requirements.filter(
  ({ id, seen }) => 'in' in seen || (!('byProbes' in seen) && checkedIds.has(id)),
)
