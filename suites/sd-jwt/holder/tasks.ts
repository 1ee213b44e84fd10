import { toSlug } from '../../../model/ids.ts'
import { faults } from '../faults.ts'
import { KBJWT, SDJWT } from '../requirements.ts'
import type { SampleChange } from '../sample.ts'
import { variants } from '../variants.ts'

/** What a holder is given, and asked to present. */
export interface HolderTask {
  readonly id: string
  readonly description: string
  /** What the SD-JWT has otherwise than the usual one. */
  readonly change: SampleChange
  /** JSON pointers of the claims to be disclosed; everything, where it is absent. */
  readonly disclose?: readonly string[]
  readonly isBound: boolean
  /** The sentence by which every holder has to take it. */
  readonly acceptedBy?: string
  /** Whether it has one part of the usual SD-JWT, and not the others. */
  readonly isPart?: boolean
}

const task = (
  description: string,
  disclose: readonly string[] | undefined,
  isBound = true,
  change: SampleChange = {},
): HolderTask => ({
  id: `SDHOLD/${toSlug(description)}`,
  ...{ description, change, isBound },
  ...(disclose && { disclose }),
})

/** What is asked of the usual SD-JWT: selections of every kind, with key binding or without. */
export const usualTasks: readonly HolderTask[] = [
  task('everything, without key binding', undefined, false),
  task('everything, with key binding', undefined),
  task('nothing', []),
  task('one claim, without key binding', ['/given_name'], false),
  task('one claim', ['/age']),
  task('a claim inside an object', ['/address/street']),
  task('an element of an array', ['/languages/2']),
  task('a claim inside of what has to be disclosed for it', ['/degrees/0/year']),
  task('what is around claims, without them', ['/degrees']),
  task('claims of several places', ['/given_name', '/address/city', '/degrees/0']),
  task('one claim of an SD-JWT with SHA-512', ['/given_name'], true, { hash: 'sha-512' }),
  task('one claim of an SD-JWT with SHA-384', ['/given_name'], true, { hash: 'sha-384' }),
]

/** What a holder gets has no Key Binding JWT, comes as compact text, and needs no feature that a holder may lack. */
const isForHolders = ({ binding, form, present, alg, hash, facts }: SampleChange): boolean =>
  !binding && !form && !present && !alg && typeof hash !== 'string' && facts?.keyBinding === undefined

/** What is valid and unusual. */
export const unusualTasks: readonly HolderTask[] = variants
  .filter(({ change, leavesOpen }) => isForHolders(change) && leavesOpen === undefined)
  .map(({ id, description, change, acceptedBy, isPart = false }) => ({
    id,
    description: `an SD-JWT that ${description}`,
    ...{ change, isBound: false, isPart },
    ...(acceptedBy !== undefined && { acceptedBy }),
  }))

/** What is for a verifier to judge: when and for whom it is valid, and how strong its hash function has to be. */
const ofVerifiers: ReadonlySet<string> = new Set([SDJWT.CURRENT, SDJWT.AUDIENCE, SDJWT.HASH].map(({ id }) => id))

/** What is not valid as it is issued. A holder has to reject it. */
export const invalidTasks: readonly (HolderTask & { readonly breaks: (typeof faults)[number]['breaks'] })[] = faults
  .filter(({ breaks, change, isTolerated }) => {
    if (isTolerated || breaks.id === KBJWT['NOT-ISSUED'].id) return !isTolerated
    const isForAll = breaks.id.startsWith('SDJWT-') && breaks.refusedBy.includes('verifier')
    return isForAll && !ofVerifiers.has(breaks.id) && !change.form && change.facts?.keyBinding === undefined
  })
  .map(({ id, description, breaks, change }) => ({
    id,
    description: `an SD-JWT that ${description}`,
    ...{ change, breaks, isBound: false },
  }))
