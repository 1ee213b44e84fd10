import { duty, exchangeChecks } from '../../suites/exchange-checks.ts'
import { requirements } from '../../suites/registry.ts'
import type { Play } from '../harness/prove.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Settings } from '../model/settings.ts'
import { playAndJudge, type Surroundings } from './run.ts'

/** Settings under which the whole reference cast plays, with synthetic people. */
export const rehearsed: Settings = {
  profile: 'document',
  given: {},
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
  subject: {},
  deadline: 60,
}

/** Surroundings in which nothing happens but the play. */
export const quiet: Omit<Surroundings, 'deviation'> = {
  clock: () => 1_795_000_000_000,
  tool: { name: 'assay', version: '0' },
  lines: {},
  signal: new AbortController().signal,
  record: () => {},
  progress: () => {},
}

/** Plays the whole exchange with one actor bent, every message over the wire that is none, and judges all of it. */
export const playLive: Play = async (deviation, { under, given, asks }) => {
  const settings = { ...rehearsed, profile: under, given }
  const { results, endings } = await playAndJudge(settings, { ...quiet, deviation, ...(asks && { asks }) })
  if (endings.length === 0) throw new TypeError('nothing was played')
  return results
}

const inExchanges = new Set(
  exchangeChecks.filter(({ requirement }) => !duty.has(requirement)).map(({ requirement: { id } }) => id),
)

/** Every requirement that a fault can prove. What is shown by lies is proven by judges that neglect to look. */
export const judgedRequirements: readonly Requirement[] = requirements.filter(
  ({ id, seen }) => 'in' in seen || inExchanges.has(id),
)
