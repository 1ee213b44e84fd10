import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'

/** Says which key an encrypted message wants, where keys were given and none of them is that. */
export function describeWantedKeys(kind: ArtefactKind, text: string, keys: readonly Jwk[]): readonly string[] {
  if (keys.length === 0) return []
  const given = keys
    .map(({ kid }) => (typeof kid === 'string' ? JSON.stringify(kid) : 'a key without `kid`'))
    .join(', ')
  return openArtefact(kind, text, keys).flatMap((artefact) => {
    const kid = isEncrypted(artefact) && artefact.content?.problem ? artefact.content.jwe.header.kid : undefined
    const isMissing = typeof kid === 'string' && keys.every((key) => key.kid !== kid)
    return isMissing ? [`the ${artefact.kind} wants the key ${JSON.stringify(kid)}; given: ${given}`] : []
  })
}

const isEncrypted = (artefact: Artefact): artefact is Artefact<'encrypted-request' | 'encrypted-response'> =>
  artefact.kind === 'encrypted-request' || artefact.kind === 'encrypted-response'
