import { toSlug } from '../../../model/ids.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { Journal } from '../journal.ts'

/** Something that a wallet has done at the beginning, and has to do at the end. */
interface Again<End> {
  readonly row: Requirement
  readonly description: string
  /** What became of it at the beginning, in words. */
  readonly first: string
  readonly play: (description: string) => Promise<End>
  readonly isAsFirst: (end: End) => boolean
  readonly describe: (end: End) => string
}

/** Does at the end what was done at the beginning: whatever came between, a wallet does with it what it did then. */
export async function tryAgain<End>(journal: Journal, { row, description, first, ...how }: Again<End>): Promise<void> {
  const probe = { id: `${row.id}/${toSlug(description)}`, row, description, obligation: row.standard ?? '' }
  if (!journal.selects(probe)) return
  const last = await how.play(description)
  // A user may have been away, or a wallet late: it is done once more.
  const end = how.isAsFirst(last) ? last : await how.play(`${description}, once more`)
  const isHeld = how.isAsFirst(end)
  journal.add({
    ...{ ...probe, expected: 'accepted', outcome: isHeld ? 'held' : 'failed' },
    actual: isHeld ? 'accepted' : `the first is ${first}, but not the last: ${how.describe(end)}`,
  })
}
