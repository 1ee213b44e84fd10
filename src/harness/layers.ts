import type { RecordedLayer } from '../../model/record.ts'
import type { Role } from '../../model/role.ts'
import type { Seen } from './seen.ts'
import type { TestCase } from './trials.ts'

/** What was judged in each message, by its number: the layers of its artefacts, each once. They are on the side of the tested role. */
export function listLayers({ cases, recording }: Seen, role: Role): ReadonlyMap<number, readonly RecordedLayer[]> {
  const sent = new Set(recording?.messages.filter(({ from }) => from === role).map(({ number }) => number))
  const found = cases.flatMap((judged) => {
    const { message } = judged
    if (message === undefined) return []
    return describeLayers(judged, sent.has(message) ? 'request' : 'response').map((layer) => [message, layer] as const)
  })
  return new Map(
    [...Map.groupBy(found, ([message]) => message)].map(([message, some]) => [
      message,
      removeRepeated(some.map(([, layer]) => layer)),
    ]),
  )
}

const describeLayers = ({ verdict: { layers } }: TestCase, side: RecordedLayer['side']): readonly RecordedLayer[] =>
  layers.map(({ kind, in: path, reason }) => ({
    side,
    kind,
    in: path,
    readable: reason === undefined,
    ...(reason !== undefined && { reason }),
  }))

const removeRepeated = (layers: readonly RecordedLayer[]): readonly RecordedLayer[] => [
  ...new Map(layers.map((layer) => [JSON.stringify(layer), layer])).values(),
]
