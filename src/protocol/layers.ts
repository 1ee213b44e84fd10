import { carries, type Kind } from './evidence.ts'

/** A kind and all that can be inside it, layer in layer. */
export function kindsInside(kind: Kind): ReadonlySet<Kind> {
  const all = new Set<Kind>([kind])
  for (const each of all) for (const inner of carries[each] ?? []) all.add(inner) // a set that grows is walked to its end
  return all
}
