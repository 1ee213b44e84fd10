import { isObject, type JsonObject, type JsonValue } from '../encoding/json.ts'
import { chooseHash } from '../sd-jwt/hash-functions.ts'
import type { AnySdJwt } from '../sd-jwt/presentation.ts'

/** A credential as it was issued: what is not disclosed keeps its place. */
export interface IssuedClaims {
  readonly payload: JsonObject
  /** The content of the disclosure with a digest; nothing, if it was not disclosed. */
  readonly open: (digest: JsonValue) => readonly JsonValue[] | undefined
}

/** A claim that a path selects. */
export interface SelectedClaim {
  /** Its value with digests in it; absent if it was not disclosed. */
  readonly value?: JsonValue
  /** Whether it is in a disclosure of its own. */
  readonly isDisclosable: boolean
}

/** What a path selects. */
export interface ClaimSelection {
  readonly claims: readonly SelectedClaim[]
  /** Why the path cannot be followed. */
  readonly error?: string
  /** Whether it could select more in what is not disclosed. */
  readonly isPartial: boolean
}

export type ClaimPath = readonly (string | number | null)[]

/** The most claims that one path may select. */
const most = 10_000

/** Views an SD-JWT as it was issued. Nothing, if its hash function is not computed here. */
export function readIssuedClaims({ payload, disclosures }: AnySdJwt): IssuedClaims | undefined {
  const hash = chooseHash(payload)
  if (!hash) return undefined
  const contents = new Map(disclosures.map(({ text, content }) => [hash.compute(text), content]))
  return {
    payload,
    open: (digest) => {
      const content = typeof digest === 'string' ? contents.get(digest) : undefined
      return Array.isArray(content) ? content : undefined
    },
  }
}

/** Follows a path through a credential as it was issued (SD-JWT VC, section 5.6.1). */
export function selectClaims(issued: IssuedClaims, path: ClaimPath): ClaimSelection {
  let claims: readonly SelectedClaim[] = [{ value: issued.payload, isDisclosable: false }]
  let isPartial = false
  for (const step of path) {
    const taken = claims.map((claim) => takeStep(claim, step, issued))
    const error = taken.find((each) => each.error !== undefined)?.error
    isPartial ||= taken.some((each) => each.isPartial)
    if (error !== undefined) return { claims: [], error, isPartial }
    claims = taken.flatMap((each) => each.claims).slice(0, most)
  }
  return { claims, isPartial }
}

function takeStep({ value }: SelectedClaim, step: string | number | null, issued: IssuedClaims): ClaimSelection {
  if (value === undefined) return { claims: [], isPartial: true }
  if (typeof step === 'string')
    return isObject(value) ? takeMember(value, step, issued) : refuse(`\`${step}\` of what is not an object`)
  if (!Array.isArray(value)) return refuse('an element of what is not an array')
  const elements = step === null ? value : value.slice(step, step + 1)
  return { claims: elements.map((each) => openElement(each, issued)), isPartial: false }
}

const refuse = (error: string): ClaimSelection => ({ claims: [], error, isPartial: false })

function takeMember(object: JsonObject, name: string, { open }: IssuedClaims): ClaimSelection {
  const isReserved = name === '_sd' || name === '...'
  const own = Object.hasOwn(object, name) && !isReserved ? object[name] : undefined
  if (own !== undefined) return { claims: [{ value: own, isDisclosable: false }], isPartial: false }
  const digests = Array.isArray(object._sd) ? object._sd : []
  const opened = digests.map(open)
  const found = opened.find((content) => content?.length === 3 && content[1] === name)
  return {
    claims: found?.[2] === undefined ? [] : [{ value: found[2], isDisclosable: true }],
    isPartial: !found && opened.includes(undefined),
  }
}

function openElement(element: JsonValue, { open }: IssuedClaims): SelectedClaim {
  const digest = isObject(element) ? element['...'] : undefined
  if (digest === undefined) return { value: element, isDisclosable: false }
  const content = open(digest)
  return content?.[1] === undefined ? { isDisclosable: true } : { value: content[1], isDisclosable: true }
}
