import type { Account } from '../../model/driver.ts'
import type { Settings } from '../../suites/document/model/settings.ts'
import type { ConfigLayer } from './choices.ts'

/** Base URLs of reference actors that run in this process: reserved names, which no network resolves. */
export const placeholderAddresses: Settings['addresses'] = {
  issuer: 'https://issuer.example',
  'status-service': 'https://status.example',
  'wallet-backend': 'https://wallet.example',
  verifier: 'https://verifier.example',
}

/** Two people that only the reference issuer knows. Their numbers have valid check digits. */
export const syntheticAccounts: readonly Account[] = [
  { deviceId: 'device-0001', uid: '000000000019', sessionToken: 'session-token-of-nobody' },
  { deviceId: 'device-0002', uid: '000000041008', sessionToken: 'session-token-of-nobody-else' },
]

/** Seconds that a run may take for each member of a family, and at most. */
const seconds = { each: 600, most: 86_400 } as const

/** Seconds that a run may take by default. A person who acts by hand gets a day: each step has a limit of its own. */
export const defaultDeadline = (isByHand: boolean, members: number): number =>
  isByHand ? seconds.most : Math.min(seconds.most, seconds.each * Math.max(1, members))

/** The settings of a run for which nothing is set: reference actors alone, read by the document. */
export const makeDefaultLayer = (deadline = defaultDeadline(false, 1)): ConfigLayer => ({
  origin: 'default',
  by: 'default',
  choices: {
    profile: 'document',
    decisions: {},
    targets: {},
    accounts: syntheticAccounts,
    only: [],
    skip: [],
    probes: false,
    seed: '1',
    out: 'out',
    keepPrivate: false,
    formats: [],
    strict: false,
    gate: 'go-live',
    subject: {},
    deadline,
  },
})
