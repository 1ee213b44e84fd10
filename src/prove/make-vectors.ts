import type { ActorMutation } from '../../model/actors.ts'
import type { FaultSettings } from '../../model/fault.ts'
import type { KnownFacts } from '../../model/finding.ts'
import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { listInnerKinds } from '../../protocol/artefacts/layers.ts'
import { runOffline } from '../reference/offline-exchange.ts'
import type { Vector } from '../verify/vector.ts'
import { verify } from '../verify/verify.ts'

/** One deed, and the requirements that it has to break. */
export interface VectorSource {
  readonly id: string
  readonly description: string
  readonly mutation: ActorMutation
  readonly settings: FaultSettings
  readonly breaks: readonly string[]
}

/**
 * Finds the artefacts in which a deed shows: the innermost one in which all of it shows, else each in which a part of it
 * does; of the honest cast, one of each kind. What honest parties say is staged once for each setting.
 */
export function createVectorMaker(): (played: VectorSource) => readonly Vector[] {
  const staged = new Map<string, ReadonlySet<string>>()
  const textsUnder = (settings: FaultSettings): ReadonlySet<string> => {
    const key = JSON.stringify([settings.profile, settings.decisions])
    const texts = staged.get(key) ?? new Set(runOffline({}, settings).artefacts.map(({ text }) => text))
    staged.set(key, texts)
    return texts
  }
  return (played) => {
    if (played.id === 'honest') return findVectors(played, new Set())
    const vectors = findVectors(played, textsUnder(played.settings))
    if (vectors.length > 0 || played.breaks.length > 0) return vectors
    return findVectors(played, textsUnder({ profile: 'document', decisions: {} })) // nobody deviates: the answers are what is new
  }
}

/** The vectors of one deed by itself. */
export const makeVectors = (played: VectorSource): readonly Vector[] => createVectorMaker()(played)

/** The vectors of a deed, among all that is not as usual. */
function findVectors(played: VectorSource, usual: ReadonlySet<string>): readonly Vector[] {
  const { mutation, settings, breaks } = played
  const { artefacts, known } = runOffline(mutation, settings)
  const changed = artefacts.filter(({ text }) => text !== '' && !usual.has(text)).reverse()
  const tried = keepFirstOfKind(changed).map((artefact) => ({
    exhibit: artefact,
    failed: listFailed(artefact, known, settings),
  }))
  const honest = tried.filter(({ failed }) => failed.every((id) => breaks.includes(id)))
  const whole = honest.filter(({ failed }) => failed.length === breaks.length)
  const chosen = played.id === 'honest' ? whole : whole.length > 0 ? whole.slice(0, 1) : honest.filter(hasFailed)
  return chosen.map(({ exhibit: artefact, failed }) => {
    const id = chosen.length > 1 ? `${played.id}/${artefact.kind}` : played.id
    return createVector(artefact, known, { ...played, id, breaks: failed })
  })
}

const hasFailed = ({ failed }: { readonly failed: readonly string[] }): boolean => failed.length > 0

const keepFirstOfKind = (artefacts: readonly Artefact[]): readonly Artefact[] =>
  [...Map.groupBy(artefacts, ({ kind }) => kind).values()].flatMap(([first]) => first ?? [])

function listFailed(
  { kind, text }: Artefact,
  known: KnownFacts,
  { profile, decisions }: FaultSettings,
): readonly string[] {
  const { results } = verify(text, { ...selectContext(kind, known), as: kind, profile, decisions })
  return results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement.id)
}

function createVector(
  { kind, text }: Artefact,
  known: KnownFacts,
  { id, description, settings, breaks }: VectorSource,
): Vector {
  const { profile, decisions } = settings
  return {
    id,
    kind,
    artefact: text,
    breaks,
    ...(profile !== 'document' && { profile }),
    ...(Object.keys(decisions).length > 0 && { decisions }),
    context: selectContext(kind, known),
    description,
  }
}

/** What has to be known to judge one kind. Keys that open messages go only where there is something to open. */
function selectContext(kind: ArtefactKind, { keys, responseEncryption, ...known }: KnownFacts): KnownFacts {
  const inside = [...listInnerKinds(kind)]
  return {
    ...known,
    ...(inside.some((each) => each.startsWith('encrypted')) && { keys }),
    ...(inside.includes('encrypted-response') && { responseEncryption }),
  }
}
