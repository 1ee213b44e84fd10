import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { AnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { readIssuedClaims, selectClaims } from '../../../protocol/sd-jwt-vc/claim-path.ts'
import { hasIntegrity, readIntegrity } from '../../../protocol/sd-jwt-vc/integrity.ts'
import {
  type ClaimMetadata,
  isClaimPath,
  type KnownType,
  mergeClaimMetadata,
} from '../../../protocol/sd-jwt-vc/type-metadata.ts'
import { fetchRedirected, isWeaker } from './fetch-redirected.ts'

/** How the type metadata of a credential is read and used. Each step can be changed by itself. */
export interface TypeSteps {
  /** Whether type metadata is read at all. */
  readonly reads: boolean
  readonly takesStatus: (status: number) => boolean
  /** Whether it is looked for without HTTPS, where an address with it leads there. */
  readonly takesPlain: boolean
  readonly isSame: (content: JsonObject, uri: string) => boolean
  readonly isIntact: (text: string, integrity: JsonValue | undefined) => boolean
  /** The type that another extends. */
  readonly findExtended: (content: JsonObject) => JsonValue | undefined
  /** The claim metadata that counts. */
  readonly chooseClaims: (types: readonly KnownType[]) => readonly ClaimMetadata[]
  readonly isWellFormed: (content: JsonObject) => boolean
  /** Whether a credential has a claim as its metadata demands it. */
  readonly hasClaim: (sdJwt: AnySdJwt, claim: ClaimMetadata) => boolean
  readonly takesCircles: boolean
}

/** The types of a credential, from its own to the most general one. */
export interface TypeReading {
  /** None, if they are not known to the end. */
  readonly types: readonly KnownType[]
  readonly isCircular: boolean
}

export type FetchType = (request: HttpRequest) => Promise<HttpResponse>

/** Types that are followed, and redirections to one of them. */
const most = 8

/** Reads the type metadata of a credential, with all that its type extends (SD-JWT VC, sections 5.3 and 5.4). */
export async function readTypes(steps: TypeSteps, { payload }: AnySdJwt, fetch: FetchType): Promise<TypeReading> {
  const types: KnownType[] = []
  let [uri, integrity]: readonly (JsonValue | undefined)[] = [payload.vct, payload['vct#integrity']]
  const isPlain = (address: string): boolean => !steps.takesPlain && isWeaker(address, `${payload.vct}`)
  while (uri !== undefined && types.length < most) {
    if (types.some((each) => each.uri === uri)) return { types, isCircular: true }
    const type = typeof uri === 'string' && !isPlain(uri) ? await readType(steps, uri, integrity, fetch) : undefined
    if (!type) return { types: [], isCircular: false }
    types.push(type)
    ;[uri, integrity] = [steps.findExtended(type.content), type.content['extends#integrity']]
  }
  return { types, isCircular: false }
}

async function readType(
  steps: TypeSteps,
  uri: string,
  integrity: JsonValue | undefined,
  fetch: FetchType,
): Promise<KnownType | undefined> {
  if (!URL.canParse(uri)) return undefined
  const request: HttpRequest = { method: 'GET', url: uri, headers: { accept: 'application/json' } }
  const { status, body } = await fetchRedirected(request, { most, takesPlain: steps.takesPlain }, fetch)
  const read = attempt(() => parseJsonObject(body))
  const content = steps.takesStatus(status) && 'value' in read ? read.value : undefined
  if (!content || !steps.isSame(content, uri) || !steps.isIntact(body, integrity)) return undefined
  return { uri, text: body, content }
}

/** Whether the types of a credential allow it (section 5.7). */
export function isCredentialAllowed(steps: TypeSteps, { types, isCircular }: TypeReading, sdJwt: AnySdJwt): boolean {
  if (isCircular) return steps.takesCircles
  return (
    types.every(({ content }) => steps.isWellFormed(content)) &&
    steps.chooseClaims(types).every((claim) => steps.hasClaim(sdJwt, claim))
  )
}

function hasClaim(sdJwt: AnySdJwt, { path, mandatory, sd }: ClaimMetadata): boolean {
  const issued = readIssuedClaims(sdJwt)
  if (!issued) return false
  const { claims, isPartial, error } = selectClaims(issued, path)
  if (error !== undefined || (mandatory && claims.length === 0 && !isPartial)) return false
  return sd === 'allowed' || claims.every(({ isDisclosable }) => isDisclosable === (sd === 'always'))
}

const isWellFormed = ({ claims = [] }: JsonObject): boolean =>
  Array.isArray(claims) && claims.every((each) => isObject(each) && isClaimPath(each.path))

/** Type metadata is left alone. */
export const usualTypeSteps: TypeSteps = {
  reads: false,
  takesStatus: (status) => status === 200,
  takesPlain: false,
  isSame: ({ vct }, uri) => vct === uri,
  isIntact: (text, integrity) => integrity === undefined || hasIntegrity(text, readIntegrity(integrity) ?? []),
  findExtended: (content) => content.extends,
  chooseClaims: mergeClaimMetadata,
  isWellFormed,
  hasClaim,
  takesCircles: false,
}
