import { usualParties } from '../../suites/usual-parties.ts'
import type { ConfigLayer } from './choices.ts'

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
    accounts: usualParties.accounts,
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
