import type { RequestShape, Settings, Target } from '../../model/settings.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import { memberNames } from '../../protocol/artefacts/member-names.generated.ts'
import { sessionValueNames } from '../run/sessions/placeholder-values.ts'
import { listPlaceholders } from '../wire/client/placeholders.ts'
import type { DoctorLine } from './line.ts'

/** The placeholders in the shapes of calls that no session has a value for. A run would stop at the first of them. */
export const checkPlaceholders = ({ targets }: Settings): readonly DoctorLine[] =>
  Object.entries(targets).flatMap(([role, target]) =>
    listShapes(target).flatMap(([at, shape]) =>
      listPlaceholders([shape.headers, shape.query, shape.body])
        .filter((name) => !sessionValueNames.includes(name) && !memberNames.has(name))
        .map((name) => describeUnknown(`targets.${role}${at}`, name)),
    ),
  )

const listShapes = ({ headers, requests = {} }: Target): readonly (readonly [string, RequestShape])[] => [
  ['', { ...(headers && { headers }) }],
  ...Object.entries(requests).map(([endpoint, shape]) => [`.requests.${endpoint}`, shape] as const),
]

const describeUnknown = (at: string, name: string): DoctorLine => ({
  what: 'placeholders',
  ok: false,
  detail: `${at}: no session has a value for {${name}}${suggestWord(name, sessionValueNames)}`,
  hint: `use one of ${sessionValueNames.map((each) => `{${each}}`).join(', ')}, or the name of a member of the body`,
})
