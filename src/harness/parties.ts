import type { IsChosen } from '../../model/ids.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { SampleFault, SampleVariant } from '../../suites/kit/samples.ts'
import type { Selection } from '../judge/selection.ts'
import type { SampleTrial, StandardProof } from '../prove/prove-standard.ts'
import { drawFrom } from '../runtime/random.ts'
import { listDoubtful, listFailed, type Seen } from './seen.ts'

/** Parties of one role that do one thing wrong, or something unusual, and how each is tested. */
export interface Parties<Change> {
  readonly role: Requirement['binds']
  /** Every one on the role that an exchange shows has to be broken by a fault. */
  readonly rows: readonly Requirement[]
  readonly faults: readonly Omit<SampleFault<Change>, 'isTolerated'>[]
  readonly variants: readonly SampleVariant<Change>[]
  /** Tests a party with all probes, or with those of a selection. */
  readonly play: (change: Change, selection?: Selection) => Promise<Seen>
}

/** How a party that we play ourselves is asked: at the time of the samples, with all probes or with those of a selection. */
export const makePartyTest = (now: number, selection?: Selection) => ({
  hasProbes: true,
  options: { now, ...(selection && { selection }) },
})

/** Draws the same in each test of a party: what no mistake changes is the same message again. */
export const playRepeatably =
  <Change>(play: Parties<Change>['play']): Parties<Change>['play'] =>
  (change, selection) =>
    drawFrom('a party', () => play(change, selection))

/** The wallet is in this process: no socket is opened, no person is asked, and nothing is announced. */
export const inProcess = {
  place: { host: '127.0.0.1', port: 0 },
  patience: { before: 5, after: 2 },
  show: async () => undefined,
  announce: () => {},
} as const

/** The rows that a party has to fail by its fault. */
export const listExpected = ({
  breaks,
  alsoBreaks,
}: Pick<Parties<unknown>['faults'][number], 'breaks' | 'alsoBreaks'>): readonly string[] =>
  [breaks, ...alsoBreaks].map((row) => row.id).toSorted()

export async function tryFault<Change>(
  { play }: Pick<Parties<Change>, 'play'>,
  fault: Parties<Change>['faults'][number],
): Promise<SampleTrial> {
  const { id, description, breaks, change } = fault
  const failed = listFailed(await play(change))
  return { id, description, section: breaks.section, expected: listExpected(fault), failed, doubtful: [] }
}

export async function tryVariant<Change>(
  { play }: Pick<Parties<Change>, 'play'>,
  { id, description, change }: Parties<Change>['variants'][number],
): Promise<SampleTrial> {
  const seen = await play(change)
  return { id, description, section: '', expected: [], failed: listFailed(seen), doubtful: listDoubtful(seen) }
}

/** Adds what is seen of the chosen parties to the proof of a standard. */
export async function addParties<Change>(
  proof: StandardProof,
  parties: Parties<Change>,
  isChosen: IsChosen = () => true,
): Promise<StandardProof> {
  const faults: SampleTrial[] = []
  for (const fault of parties.faults) if (isChosen(fault.id)) faults.push(await tryFault(parties, fault))
  const variants: SampleTrial[] = []
  for (const variant of parties.variants) if (isChosen(variant.id)) variants.push(await tryVariant(parties, variant))
  const broken = new Set(faults.flatMap(({ expected }) => expected))
  const unproven = parties.rows
    .filter(({ id, binds, seen }) => binds === parties.role && 'exchange' in seen && !broken.has(id) && isChosen(id))
    .map(({ id }) => id)
  return {
    ...proof,
    faults: [...proof.faults, ...faults],
    variants: [...proof.variants, ...variants],
    unproven: [...proof.unproven, ...unproven],
  }
}
