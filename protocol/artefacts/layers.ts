import { type ArtefactKind, innerKinds } from './artefact-kinds.ts'

/** A kind and all that can be inside it, layer in layer. */
export function listInnerKinds(kind: ArtefactKind): ReadonlySet<ArtefactKind> {
  const all = new Set<ArtefactKind>([kind])
  for (const each of all) for (const inner of innerKinds[each] ?? []) all.add(inner) // a set that grows is walked to its end
  return all
}
