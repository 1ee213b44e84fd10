import { isDeepStrictEqual } from 'node:util'
import type { Selection } from '../../../src/judge/selection.ts'
import { standards } from '../../../suites/standards.ts'

/** The rows that only probes show. */
const probed = Object.values(standards).flatMap(({ requirements }) =>
  requirements.flatMap(({ id, seen }) => ('byProbes' in seen ? [id] : [])),
)

export const everything: Selection = { only: [], skip: [] }

/** One of so many rows that a mistake has nothing to do with is probed as well. Honest implementations get all probes. */
const share = 8

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
  const shown = await ask(selectFew(mistake, rows))
  return isDeepStrictEqual(shown, rows) ? shown : ask(everything)
}
