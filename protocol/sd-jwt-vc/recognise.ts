import type { RecognisedArtefact } from '../artefacts/recognised-artefact.ts'
import { parseTolerantly } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'
import { recogniseSdJwt } from '../sd-jwt/recognise.ts'

/** Recognises an SD-JWT VC, type metadata, and the metadata of an issuer. */
export function recogniseSdJwtVc(text: string): RecognisedArtefact | undefined {
  const bare = text.trim()
  if (!bare.startsWith('{')) return recogniseSdJwt(bare)
  const read = attempt(() => parseTolerantly(bare))
  if ('problem' in read || 'payload' in read.value) return recogniseSdJwt(bare)
  const has = (...names: readonly string[]): boolean => names.some((name) => Object.hasOwn(read.value, name))
  if (has('issuer', 'jwks', 'jwks_uri')) return { kind: 'vc-issuer-metadata', text: bare }
  return has('vct', 'extends', 'claims', 'display') ? { kind: 'type-metadata', text: bare } : undefined
}
