import type { Deviation } from '../model/actors.ts'
import type { Known } from '../model/check.ts'
import type { Setting } from '../model/fault.ts'
import { carries, type Exhibit, type Kind } from '../protocol/evidence.ts'
import { verify } from '../verify.ts'
import { stage } from './stage.ts'
import type { Vector } from './vector.ts'

/** One deed, and the requirements that it has to break. */
export interface Played {
  readonly id: string
  readonly deed: string
  readonly deviation: Deviation
  readonly setting: Setting
  readonly breaks: readonly string[]
}

/**
 * The artefacts in which a deed shows. Of a fault, the innermost one in which all of it shows, else each in which a part
 * of it does; of anything legal, one of each kind.
 */
export function vectorsOf(played: Played): readonly Vector[] {
  const { deviation, setting, breaks } = played
  const { exhibits, known } = stage(deviation, setting)
  const changed = exhibits.filter(({ text }) => text !== '' && !usualTexts(played).has(text)).reverse()
  const tried = oneOfEachKind(changed).map((exhibit) => ({ exhibit, failed: failedIn(exhibit, known, setting) }))
  const honest = tried.filter(({ failed }) => failed.every((id) => breaks.includes(id)))
  const whole = honest.filter(({ failed }) => failed.length === breaks.length)
  const chosen = breaks.length === 0 ? whole : whole.length > 0 ? whole.slice(0, 1) : honest.filter(hasFailed)
  return chosen.map(({ exhibit, failed }) => vectorOf(exhibit, known, { ...played, breaks: failed }, chosen.length > 1))
}

const hasFailed = ({ failed }: { readonly failed: readonly string[] }): boolean => failed.length > 0

/** What an honest party would have sent. Where nobody deviates, the answers are what is new. */
function usualTexts({ deviation, setting }: Played): ReadonlySet<string> {
  const deviates = Object.keys(deviation).length > 0
  const isUsual = setting.under === 'document' && Object.keys(setting.given).length === 0
  if (!deviates && isUsual) return new Set()
  return new Set(stage({}, deviates ? setting : { under: 'document', given: {} }).exhibits.map(({ text }) => text))
}

const oneOfEachKind = (exhibits: readonly Exhibit[]): readonly Exhibit[] =>
  [...Map.groupBy(exhibits, ({ kind }) => kind).values()].flatMap(([first]) => first ?? [])

function failedIn({ kind, text }: Exhibit, known: Known, { under, given }: Setting): readonly string[] {
  const { results } = verify(text, { ...contextOf(kind, known), as: kind, profile: under, given })
  return results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement.id)
}

function vectorOf(
  { kind, text }: Exhibit,
  known: Known,
  { id, deed, setting, breaks }: Played,
  oneOfMany: boolean,
): Vector {
  const { under, given } = setting
  return {
    id: oneOfMany ? `${id}/${kind}` : id,
    kind,
    artefact: text,
    breaks,
    ...(under !== 'document' && { profile: under }),
    ...(Object.keys(given).length > 0 && { decisions: given }),
    context: contextOf(kind, known),
    deed,
  }
}

/** What has to be known to judge one kind. Keys that open messages go only where there is something to open. */
function contextOf(kind: Kind, { keys, responseEncryption, ...known }: Known): Known {
  const inside = insideOf(kind)
  return {
    ...known,
    ...(inside.some((each) => each.startsWith('encrypted')) && { keys }),
    ...(inside.includes('encrypted-response') && { responseEncryption }),
  }
}

const insideOf = (kind: Kind): readonly Kind[] => {
  const all = new Set<Kind>([kind])
  for (const each of all) for (const inner of carries[each] ?? []) all.add(inner)
  return [...all]
}
