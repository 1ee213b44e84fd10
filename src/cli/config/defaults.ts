import { freshSeed } from '../../harness/random.ts'
import type { Account, Settings } from '../../model/settings.ts'
import type { Layer } from './choices.ts'

/** Where reference actors are said to be: names that lead nowhere. */
export const nowhere: Settings['addresses'] = {
  issuer: 'https://issuer.example',
  'status-service': 'https://status.example',
  'wallet-backend': 'https://wallet.example',
  verifier: 'https://verifier.example',
}

/** People whom only a reference issuer knows: two, so that their sessions can be mixed up. Their numbers check out. */
export const nobodies: readonly Account[] = [
  { deviceId: 'device-0001', uid: '000000000019', sessionToken: 'session-token-of-nobody' },
  { deviceId: 'device-0002', uid: '000000041008', sessionToken: 'session-token-of-nobody-else' },
]

/** Seconds that a whole run may take, for each member of a family of lies, and at most. */
const seconds = { each: 600, most: 86_400 } as const

/** How long a run may take where nobody says. A person is not hurried: each of their steps has a time of its own. */
export const usualDeadline = (isByHand: boolean, members: number): number =>
  isByHand ? seconds.most : Math.min(seconds.most, seconds.each * Math.max(1, members))

/** What holds where nobody says anything: the whole reference cast, under the document. */
export const defaultLayer = (deadline = usualDeadline(false, 1)): Layer => ({
  origin: 'default',
  by: 'default',
  choices: {
    profile: 'document',
    decisions: {},
    targets: {},
    accounts: nobodies,
    only: [],
    skip: [],
    seed: freshSeed(),
    out: 'out',
    keepPrivate: false,
    formats: [],
    strict: false,
    subject: {},
    deadline,
  },
})
