import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { isObject, type JsonObject, parseJsonObject, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { type Jwk, listKeys } from '../../../protocol/jose/jwk.ts'
import { readSdJwtText } from '../../../protocol/openid4vp/presentations.ts'
import { readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { fetchRedirected } from '../../sd-jwt-vc/actors/fetch-redirected.ts'
import type { FetchList, VpPresentation, VpVerifierSteps } from './verifier-steps.ts'

/** The issuer of a presented SD-JWT VC. */
function readIssuerName({ value }: VpPresentation): string {
  const read = attempt(() => readAnySdJwt(readSdJwtText(value) ?? '').payload.iss)
  return 'value' in read ? readText(read.value) : ''
}

/** Lets a presentation be verified by the keys that its issuer publishes (SD-JWT VC, section 4), where that is a known one. */
export async function findPublishedKeys(
  steps: VpVerifierSteps,
  fetch: FetchList,
  published: string,
  presentation: VpPresentation,
): Promise<VpPresentation> {
  if (readIssuerName(presentation) !== published) return presentation
  const url = steps.placeIssuer(published)
  const request: HttpRequest = { method: steps.issuerMethod, url, headers: { accept: 'application/json' } }
  const following = { most: steps.issuerRedirections, takesPlain: steps.takesPlainIssuers }
  const keys = readKeys(steps, published, await fetchRedirected(request, following, fetch))
  return { ...presentation, trusted: { ...presentation.trusted, keys } }
}

function readKeys(steps: VpVerifierSteps, published: string, { status, body }: HttpResponse): readonly Jwk[] {
  const read = attempt(() => parseJsonObject(body))
  const metadata: JsonObject = 'value' in read ? read.value : {}
  if (!steps.takesIssuerStatus(status) || !steps.isIssuerSame(metadata, published)) return []
  return isObject(metadata.jwks) ? listKeys(metadata.jwks) : []
}
