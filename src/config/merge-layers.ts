import { isObject } from '../../protocol/encoding/json.ts'
import type { ConfigLayer, ConfigPath } from './choices.ts'

/** One effective value, and the layer that it comes from. */
export interface ConfigLeaf {
  readonly path: ConfigPath
  readonly value: unknown
  readonly layer: ConfigLayer
}

/** The effective values of all layers. */
export interface MergedLayers {
  readonly value: unknown
  readonly leaves: readonly ConfigLeaf[]
}

/** The value of one layer at some place. */
interface LayerValue {
  readonly layer: ConfigLayer
  readonly value: unknown
}

/** Merges layers; of several, the first one wins. Objects are merged member by member, lists are not. */
export const mergeLayers = (layers: readonly ConfigLayer[]): MergedLayers =>
  mergeValues(
    layers.map((layer) => ({ layer, value: layer.choices })),
    [],
  )

function mergeValues(values: readonly LayerValue[], path: ConfigPath): MergedLayers {
  const names = new Set(values.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])))
  const [first] = values
  if (!first || !isObject(first.value) || names.size === 0) return takeFirst(first, path)
  const members = [...names].map((name) => [name, mergeValues(pickMember(name, values), [...path, name])] as const)
  return {
    value: Object.fromEntries(members.map(([name, { value }]) => [name, value])),
    leaves: members.flatMap(([, { leaves }]) => leaves),
  }
}

const takeFirst = (first: LayerValue | undefined, path: ConfigPath): MergedLayers => ({
  value: first?.value,
  leaves: first ? [{ path, value: first.value, layer: first.layer }] : [],
})

const pickMember = (name: string, values: readonly LayerValue[]): readonly LayerValue[] =>
  values.flatMap(({ layer, value }) =>
    isObject(value) && Object.hasOwn(value, name) ? { layer, value: (value as Record<string, unknown>)[name] } : [],
  )
