import type { RecognisedArtefact } from '../artefacts/recognised-artefact.ts'
import { parseTolerantly } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'
import { recogniseSdJwt } from '../sd-jwt/recognise.ts'
import { isHttpResponse, type ListResponse, readBodyText } from '../status-list/http-response.ts'

/** The document in a response: issuer metadata, or type metadata. An error response has none. */
export function readDocument(response: ListResponse): RecognisedArtefact | undefined {
  if (response.status < 200 || response.status > 299) return undefined
  const text = readBodyText(response)
  const kind = recogniseSdJwtVc(text)?.kind
  return kind === 'vc-issuer-metadata' || kind === 'type-metadata' ? { kind, text } : undefined
}

/** Recognises an SD-JWT VC, type metadata, the metadata of an issuer, and a response with one of these documents. */
export function recogniseSdJwtVc(text: string): RecognisedArtefact | undefined {
  const bare = text.trim()
  if (isHttpResponse(bare)) return { kind: 'vc-http-response', text }
  if (!bare.startsWith('{')) return recogniseSdJwt(bare)
  const read = attempt(() => parseTolerantly(bare))
  if ('problem' in read || 'payload' in read.value) return recogniseSdJwt(bare)
  const has = (...names: readonly string[]): boolean => names.some((name) => Object.hasOwn(read.value, name))
  if (has('issuer', 'jwks', 'jwks_uri')) return { kind: 'vc-issuer-metadata', text: bare }
  return has('vct', 'extends', 'claims', 'display') ? { kind: 'type-metadata', text: bare } : undefined
}
