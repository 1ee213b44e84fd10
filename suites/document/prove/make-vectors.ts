import type { KnownFacts } from '../../../model/finding.ts'
import type { Artefact } from '../../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { listInnerKinds } from '../../../protocol/artefacts/layers.ts'
import type { Vector } from '../../../src/verify/vector.ts'
import { verify } from '../../../src/verify/verify.ts'
import type { ActorMutation } from '../model/actors.ts'
import type { FaultSettings } from '../model/fault.ts'
import { fixtureParties, fixtureTime, runOffline } from '../reference/offline-exchange.ts'

/** One mutation, and the requirements that it breaks. */
export interface VectorSource {
  readonly id: string
  readonly description: string
  readonly mutation: ActorMutation
  readonly settings: FaultSettings
  readonly breaks: readonly string[]
}

/**
 * Finds the artefacts that show a mutation: the innermost one that fails every requirement it breaks, else each that fails
 * some of them; without a mutation, one of each kind. The artefacts without a mutation are made once for each setting.
 */
export function createVectorMaker(now = fixtureTime): (source: VectorSource) => readonly Vector[] {
  const valid = new Map<string, ReadonlySet<string>>()
  const listValidTexts = (settings: FaultSettings): ReadonlySet<string> => {
    const key = JSON.stringify([settings.profile, settings.decisions])
    const texts = valid.get(key) ?? new Set(runAt(now, {}, settings).artefacts.map(({ text }) => text))
    valid.set(key, texts)
    return texts
  }
  return (source) => {
    if (isValid(source)) return findVectors(source, now, new Set())
    const vectors = findVectors(source, now, listValidTexts(source.settings))
    if (vectors.length > 0 || source.breaks.length > 0) return vectors
    return findVectors(source, now, listValidTexts({ profile: 'document', decisions: {} })) // only the answers differ
  }
}

const runAt = (now: number, mutation: ActorMutation, settings: FaultSettings) =>
  runOffline(mutation, settings, 'assay', { ...fixtureParties, now })

/** Whether it has no mutation. */
const isValid = ({ id }: VectorSource): boolean => id === 'valid'

/** The vectors of a mutation, among all artefacts that it changes. */
function findVectors(source: VectorSource, now: number, validTexts: ReadonlySet<string>): readonly Vector[] {
  const { mutation, settings, breaks } = source
  const { artefacts, known } = runAt(now, mutation, settings)
  const changed = artefacts.filter(({ text }) => text !== '' && !validTexts.has(text)).reverse()
  const judged = keepFirstOfKind(changed).map((artefact) => ({
    artefact,
    failed: listFailed(artefact, known, settings),
  }))
  const fitting = judged.filter(({ failed }) => failed.every((id) => breaks.includes(id)))
  const complete = fitting.filter(({ failed }) => failed.length === breaks.length)
  const broken = complete.length > 0 ? complete.slice(0, 1) : fitting.filter(hasFailed)
  const chosen = isValid(source) ? complete : broken
  return chosen.map(({ artefact, failed }) => {
    const id = chosen.length > 1 ? `${source.id}/${artefact.kind}` : source.id
    return createVector(artefact, known, { ...source, id, breaks: failed })
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

/** What must be known to judge one kind. Decryption keys are given only with encrypted messages. */
function selectContext(kind: ArtefactKind, { keys, responseEncryption, ...known }: KnownFacts): KnownFacts {
  const inside = [...listInnerKinds(kind)]
  return {
    ...known,
    ...(inside.some((each) => each.startsWith('encrypted')) && { keys }),
    ...(inside.includes('encrypted-response') && { responseEncryption }),
  }
}
