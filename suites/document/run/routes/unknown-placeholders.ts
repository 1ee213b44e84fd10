import type { TargetRole } from '../../../../model/role.ts'
import type { Settings } from '../../../../model/settings.ts'
import type { RequestShape, Target } from '../../../../model/target.ts'
import { memberNames } from '../../../../protocol/artefacts/member-names.generated.ts'
import { isCaller } from '../../../../src/drivers/driver-kind.ts'
import { commandMembers } from '../../../../src/drivers/read-command.ts'
import { listPlaceholders } from '../../../../src/wire/client/placeholders.ts'
import { sessionValueNames } from '../sessions/placeholder-values.ts'

/** A placeholder that no session has a value for, and the setting that it is in. */
export interface UnknownPlaceholder {
  readonly at: string
  readonly name: string
  /** What may be named there. */
  readonly known: readonly string[]
}

/** The placeholders in the shapes of calls that no session has a value for. A run would stop at the first of them. */
export const findUnknownPlaceholders = ({ targets }: Settings): readonly UnknownPlaceholder[] =>
  Object.entries(targets).flatMap(([role, target]) => {
    const known = listKnownNames(role as TargetRole) // the settings hold no other keys
    return listShapes(target).flatMap(([at, shape]) =>
      listPlaceholders([shape.headers, shape.query, shape.body])
        .filter((name) => !known.includes(name) && !memberNames.has(name))
        .map((name) => ({ at: `targets.${role}${at}`, name, known })),
    )
  })

/** The names of values in the calls to a role: where it is driven, of members of commands. */
const listKnownNames = (role: TargetRole): readonly string[] => (isCaller(role) ? commandMembers : sessionValueNames)

const listShapes = ({ headers, requests = {} }: Target): readonly (readonly [string, RequestShape])[] => [
  ['', { ...(headers && { headers }) }],
  ...Object.entries(requests).map(([endpoint, shape]) => [`.requests.${endpoint}`, shape] as const),
]
