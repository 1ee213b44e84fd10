import { isDeepStrictEqual } from 'node:util'
import { listExpected, type Parties } from '../../src/harness/parties.ts'
import { listFailed } from '../../src/harness/seen.ts'
import type { Selection } from '../../src/judge/selection.ts'
import { standards } from '../../suites/standards.ts'

/** The rows that only probes show. */
const probed = [
  ...new Set(
    Object.values(standards).flatMap(({ requirements }) =>
      requirements.flatMap(({ id, seen }) => ('byProbes' in seen ? [id] : [])),
    ),
  ),
]

export const everything: Selection = { only: [], skip: [] }

/** One of so many rows that a mistake has nothing to do with is probed as well. Honest implementations get all probes. */
const share = 24

/** The probes of these rows, and of some others: each time the same. */
function selectFew(mistake: string, rows: readonly string[]): Selection {
  const number = [...mistake].reduce((sum, each) => sum + each.charCodeAt(0), 0)
  return { only: [], skip: probed.filter((id, i) => !rows.includes(id) && (i + number) % share !== 0) }
}

/** What a mistake fails: asked with few probes, and with all of them where these do not show just the rows that it breaks. */
export async function listShown(
  mistake: string,
  rows: readonly string[],
  ask: (selection: Selection) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const shown = process.env.TEST_PROBES === 'all' ? undefined : await ask(selectFew(mistake, rows))
  return shown && isDeepStrictEqual(shown, rows) ? shown : ask(everything)
}

/** What a party that we play ourselves fails by its fault, beside what it has to fail. `assay prove` sends it all probes. */
export async function compareFault<Change>(
  { play }: Parties<Change>,
  fault: Parties<Change>['faults'][number],
): Promise<{ readonly failed: readonly string[]; readonly expected: readonly string[] }> {
  const expected = listExpected(fault)
  const failed = await listShown(fault.id, expected, async (selection) =>
    listFailed(await play(fault.change, selection)),
  )
  return { failed, expected }
}
