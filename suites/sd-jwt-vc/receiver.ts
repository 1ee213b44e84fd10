import type { ReceiverTask } from '../kit/samples.ts'
import { describeTaskFor } from '../sd-jwt/receiver.ts'
import { makeVcSample, type VcChange } from './sample.ts'

/** What a verifier is asked about a credential; nothing, for a document that no verifier gets by itself. */
export function describeVcTask(change: VcChange): ReceiverTask | undefined {
  const { kind, text, facts } = makeVcSample(change)
  if (kind !== 'sd-jwt') return undefined
  const task = describeTaskFor(change, { text, facts })
  const { typeMetadata, issuerMetadata, anchors } = facts
  return {
    ...task,
    features: [
      ...task.features,
      ...(typeMetadata ? ['type metadata'] : []),
      ...(issuerMetadata ? ['issuer metadata'] : []),
      ...(anchors ? ['x5c'] : []),
    ],
    ...(typeMetadata && { silent: 'type metadata' }),
  }
}
