import type { RequestShape, Settings, Target } from '../../../model/settings.ts'
import { memberNames } from '../../../protocol/artefacts/member-names.generated.ts'
import { listPlaceholders } from '../../wire/client/placeholders.ts'
import { sessionValueNames } from '../sessions/placeholder-values.ts'

/** A placeholder that no session has a value for, and the setting that it is in. */
export interface UnknownPlaceholder {
  readonly at: string
  readonly name: string
}

/** The placeholders in the shapes of calls that no session has a value for. A run would stop at the first of them. */
export const findUnknownPlaceholders = ({ targets }: Settings): readonly UnknownPlaceholder[] =>
  Object.entries(targets).flatMap(([role, target]) =>
    listShapes(target).flatMap(([at, shape]) =>
      listPlaceholders([shape.headers, shape.query, shape.body])
        .filter((name) => !sessionValueNames.includes(name) && !memberNames.has(name))
        .map((name) => ({ at: `targets.${role}${at}`, name })),
    ),
  )

const listShapes = ({ headers, requests = {} }: Target): readonly (readonly [string, RequestShape])[] => [
  ['', { ...(headers && { headers }) }],
  ...Object.entries(requests).map(([endpoint, shape]) => [`.requests.${endpoint}`, shape] as const),
]
