import type { KnownFacts } from '../../model/finding.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readAnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../protocol/sd-jwt/processing.ts'
import type { ReceiverTask } from '../kit/samples.ts'
import { makeSample, type SampleChange } from './sample.ts'

/** What a verifier is asked about a sample. */
export const describeTask = (change: SampleChange): ReceiverTask => describeTaskFor(change, makeSample(change))

/** What a verifier is asked about a sample that was made. */
export function describeTaskFor(
  { alg = 'ES256', hash, form = 'compact', binding }: SampleChange,
  { text, facts }: { readonly text: string; readonly facts: KnownFacts },
): ReceiverTask {
  const processed = attempt(() => applyDisclosures(readAnySdJwt(text))?.payload)
  const isBound = binding !== null || facts.keyBinding === 'required'
  return {
    question: { sdJwt: text, keyBinding: isBound ? 'required' : 'allowed', ...describeFacts(facts) },
    features: [
      ...(alg === 'ES256' ? [] : [`the algorithm ${alg}`]),
      ...(typeof hash === 'string' && hash !== 'sha-256' ? [`the hash function ${hash}`] : []),
      ...(form === 'compact' ? [] : [`${form} JWS JSON serialization`]),
    ],
    ...('value' in processed && processed.value && { payload: processed.value }),
  }
}

const describeFacts = ({ jwks, audience, nonce, now, typeMetadata, issuerMetadata, anchors }: KnownFacts) => ({
  ...(jwks && { jwks }),
  ...(audience !== undefined && { audience }),
  ...(nonce !== undefined && { nonce }),
  ...(now !== undefined && { now }),
  ...(typeMetadata && { typeMetadata: Object.fromEntries(typeMetadata.map(({ uri = '', text }) => [uri, text])) }),
  ...(issuerMetadata && { issuerMetadata }),
  ...(anchors && { anchors: [...anchors] }),
})
