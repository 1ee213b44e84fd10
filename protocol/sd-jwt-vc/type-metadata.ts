import { isObject, type JsonObject, parseJsonObject } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'
import type { ClaimPath } from './claim-path.ts'
import type { TypeDocument } from './type-document.ts'

/** A type in a chain of types, with its document. */
export interface KnownType {
  readonly uri: string
  readonly text: string
  readonly content: JsonObject
}

/** A type and all that it extends, as far as they are known. */
export interface TypeChain {
  /** From the type itself to the most general one. */
  readonly types: readonly KnownType[]
  /** The first type whose document was not given, or cannot be read. */
  readonly missing?: { readonly uri: string; readonly reason: string }
  /** A type that extends itself, directly or through others. */
  readonly circular?: string
}

/** Types in a chain that are followed, and documents that are read. */
const most = { types: 16, documents: 64 } as const

/** Finds the documents of a type and of what it extends (SD-JWT VC, section 5.4). */
export function findTypes(uri: string, documents: readonly TypeDocument[]): TypeChain {
  const read = documents.slice(0, most.documents).map(readDocument)
  const types: KnownType[] = []
  let next: unknown = uri
  while (typeof next === 'string') {
    const wanted: string = next
    if (types.some((each) => each.uri === wanted)) return { types, circular: wanted }
    if (types.length === most.types)
      return { types, missing: { uri: wanted, reason: `more than ${most.types} types extend one another` } }
    const found = read.find((each) => each.uri === wanted)
    if (!found || 'problem' in found)
      return { types, missing: { uri: wanted, reason: found ? found.problem : 'its type metadata was not given' } }
    types.push({ uri: wanted, text: found.text, content: found.content })
    next = found.content.extends
  }
  return { types }
}

type ReadDocument =
  | { readonly uri: unknown; readonly text: string; readonly content: JsonObject }
  | { readonly uri: unknown; readonly problem: string }

function readDocument({ uri, text }: TypeDocument): ReadDocument {
  const read = attempt(() => parseJsonObject(text))
  if ('problem' in read) return { uri, problem: `its type metadata cannot be read: ${read.problem.message}` }
  return { uri: uri ?? read.value.vct, text, content: read.value }
}

/** The metadata of one claim, with all that it inherits. */
export interface ClaimMetadata {
  readonly path: ClaimPath
  readonly mandatory: boolean
  readonly sd: 'always' | 'allowed' | 'never'
}

/** The claim metadata of a type after all that it extends (section 5.6.5). What has not its form is left out. */
export function mergeClaimMetadata(types: readonly KnownType[]): readonly ClaimMetadata[] {
  const merged = new Map<string, JsonObject>()
  for (const { content } of types.toReversed())
    for (const claim of listObjects(content.claims)) {
      const key = JSON.stringify(claim.path)
      merged.set(key, { ...merged.get(key), ...claim })
    }
  return [...merged.values()].flatMap(({ path, mandatory, sd }) =>
    isClaimPath(path)
      ? [{ path, mandatory: mandatory === true, sd: sd === 'always' || sd === 'never' ? sd : 'allowed' }]
      : [],
  )
}

/** The objects in an array; none, if it is not an array. */
export const listObjects = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((each): each is JsonObject => isObject(each)) : []

export const isClaimPath = (path: unknown): path is ClaimPath =>
  Array.isArray(path) && path.length > 0 && path.every(isClaimStep)

const isClaimStep = (step: unknown): boolean =>
  step === null || typeof step === 'string' || (Number.isSafeInteger(step) && Number(step) >= 0)
