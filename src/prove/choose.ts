import type { StandardProfile } from '../../model/decision.ts'
import { HarnessError } from '../../model/errors.ts'
import { chooseIds, type IsChosen } from '../../model/ids.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { listOwnRows } from '../../suites/standards.ts'

/** Reads which requirements, faults and variants of a standard are named. A name that nothing has is refused. */
export function chooseOfStandard(profile: StandardProfile, names: readonly string[]): IsChosen {
  const { faults, variants, exchange } = standardProofs[profile]
  const changes = [...faults, ...variants, ...(exchange?.faults ?? []), ...(exchange?.variants ?? [])]
  const known = [...listOwnRows(profile), ...changes].map(({ id }) => id)
  const unknown = names.find((name) => !known.some(chooseIds([name])))
  if (unknown === undefined) return chooseIds(names)
  throw new HarnessError(
    'ERR_UNKNOWN_ID',
    `${profile} has no requirement, fault or variant \`${unknown}\`${suggestWord(unknown, known)}`,
    { hint: `run \`assay list requirements --profile ${profile}\` to list the ids` },
  )
}
