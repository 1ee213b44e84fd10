import type { Deviation } from '../model/actors.ts'
import type { Known } from '../model/check.ts'
import type { Setting } from '../model/fault.ts'
import type { Exhibit, Kind } from '../protocol/evidence.ts'
import { kindsInside } from '../protocol/layers.ts'
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
 * Finds the artefacts in which a deed shows: the innermost one in which all of it shows, else each in which a part of it
 * does; of the honest cast, one of each kind. What honest parties say is staged once for each setting.
 */
export function vectorMaker(): (played: Played) => readonly Vector[] {
  const staged = new Map<string, ReadonlySet<string>>()
  const textsUnder = (setting: Setting): ReadonlySet<string> => {
    const key = JSON.stringify([setting.under, setting.given])
    const texts = staged.get(key) ?? new Set(stage({}, setting).exhibits.map(({ text }) => text))
    staged.set(key, texts)
    return texts
  }
  return (played) => {
    if (played.id === 'honest') return shown(played, new Set())
    const vectors = shown(played, textsUnder(played.setting))
    if (vectors.length > 0 || played.breaks.length > 0) return vectors
    return shown(played, textsUnder({ under: 'document', given: {} })) // nobody deviates: the answers are what is new
  }
}

/** The vectors of one deed by itself. */
export const vectorsOf = (played: Played): readonly Vector[] => vectorMaker()(played)

/** The vectors of a deed, among all that is not as usual. */
function shown(played: Played, usual: ReadonlySet<string>): readonly Vector[] {
  const { deviation, setting, breaks } = played
  const { exhibits, known } = stage(deviation, setting)
  const changed = exhibits.filter(({ text }) => text !== '' && !usual.has(text)).reverse()
  const tried = oneOfEachKind(changed).map((exhibit) => ({ exhibit, failed: failedIn(exhibit, known, setting) }))
  const honest = tried.filter(({ failed }) => failed.every((id) => breaks.includes(id)))
  const whole = honest.filter(({ failed }) => failed.length === breaks.length)
  const chosen = played.id === 'honest' ? whole : whole.length > 0 ? whole.slice(0, 1) : honest.filter(hasFailed)
  return chosen.map(({ exhibit, failed }) => {
    const id = chosen.length > 1 ? `${played.id}/${exhibit.kind}` : played.id
    return vectorOf(exhibit, known, { ...played, id, breaks: failed })
  })
}

const hasFailed = ({ failed }: { readonly failed: readonly string[] }): boolean => failed.length > 0

const oneOfEachKind = (exhibits: readonly Exhibit[]): readonly Exhibit[] =>
  [...Map.groupBy(exhibits, ({ kind }) => kind).values()].flatMap(([first]) => first ?? [])

function failedIn({ kind, text }: Exhibit, known: Known, { under, given }: Setting): readonly string[] {
  const { results } = verify(text, { ...contextOf(kind, known), as: kind, profile: under, given })
  return results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement.id)
}

function vectorOf({ kind, text }: Exhibit, known: Known, { id, deed, setting, breaks }: Played): Vector {
  const { under, given } = setting
  return {
    id,
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
  const inside = [...kindsInside(kind)]
  return {
    ...known,
    ...(inside.some((each) => each.startsWith('encrypted')) && { keys }),
    ...(inside.includes('encrypted-response') && { responseEncryption }),
  }
}
