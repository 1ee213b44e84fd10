import { isObject, type JsonObject, type JsonValue } from '../encoding/json.ts'

/** A claim or an element that its holder may hide. */
export class Hidden {
  readonly value: Claims

  constructor(value: Claims) {
    this.value = value
  }
}

/** Claims before some of them are hidden. */
export type Claims = JsonValue | Hidden | readonly Claims[] | ClaimSet

export interface ClaimSet {
  readonly [name: string]: Claims
}

export const hide = (value: Claims): Hidden => new Hidden(value)

/** How what is hidden is disclosed. */
export interface Concealing {
  /** Makes the disclosure of a name and its value, or of an element, and returns its digest. */
  readonly disclose: (elements: readonly JsonValue[]) => string
  readonly orderDigests: (digests: readonly string[]) => readonly string[]
}

/** Hides what is to be hidden, from the inside out. */
export function hideClaims(object: ClaimSet, { disclose, orderDigests }: Concealing): JsonObject {
  const walk = (value: Claims): JsonValue => {
    if (Array.isArray(value))
      return value.map((each) => (each instanceof Hidden ? { '...': disclose([walk(each.value)]) } : walk(each)))
    return isClaimSet(value) ? walkObject(value) : (value as JsonValue) // nothing else is left
  }

  const walkObject = (object: ClaimSet): JsonObject => {
    const digests: string[] = []
    const entries = Object.entries(object).flatMap(([name, value]): [string, JsonValue][] => {
      if (!(value instanceof Hidden)) return [[name, walk(value)]]
      digests.push(disclose([name, walk(value.value)]))
      return []
    })
    return { ...Object.fromEntries(entries), ...(digests.length > 0 && { _sd: [...orderDigests(digests)] }) }
  }

  return walkObject(object)
}

const isClaimSet = (value: Claims): value is ClaimSet => isObject(value) && !(value instanceof Hidden)
