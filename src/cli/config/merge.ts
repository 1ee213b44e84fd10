import { isObject } from '../../protocol/json.ts'
import type { Layer, Path } from './choices.ts'

/** One value that holds, and who said it. */
export interface Leaf {
  readonly path: Path
  readonly value: unknown
  readonly layer: Layer
}

/** What holds when all have spoken. */
export interface Merged {
  readonly value: unknown
  readonly leaves: readonly Leaf[]
}

interface Voice {
  readonly layer: Layer
  readonly says: unknown
}

/** Puts layers together, the first of them on top. Objects are merged member by member; a list stands for itself. */
export const merge = (layers: readonly Layer[]): Merged =>
  settle(
    layers.map((layer) => ({ layer, says: layer.choices })),
    [],
  )

function settle(voices: readonly Voice[], path: Path): Merged {
  const names = new Set(voices.flatMap(({ says }) => (isObject(says) ? Object.keys(says) : [])))
  const [top] = voices
  if (!top || !isObject(top.says) || names.size === 0) return alone(top, path)
  const members = [...names].map((name) => [name, settle(about(name, voices), [...path, name])] as const)
  return {
    value: Object.fromEntries(members.map(([name, { value }]) => [name, value])),
    leaves: members.flatMap(([, { leaves }]) => leaves),
  }
}

const alone = (top: Voice | undefined, path: Path): Merged => ({
  value: top?.says,
  leaves: top ? [{ path, value: top.says, layer: top.layer }] : [],
})

const about = (name: string, voices: readonly Voice[]): readonly Voice[] =>
  voices.flatMap(({ layer, says }) =>
    isObject(says) && Object.hasOwn(says, name) ? { layer, says: (says as Record<string, unknown>)[name] } : [],
  )
