import { readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../../protocol/sd-jwt/processing.ts'
import type { HeldDisclosure } from '../actors/holder-steps.ts'

/** The disclosures of an SD-JWT as it was issued, each with its place. */
export function placeDisclosures(sdJwt: string): readonly HeldDisclosure[] {
  const read = readAnySdJwt(sdJwt)
  const places = applyDisclosures(read)?.places ?? new Map<number, string>()
  return read.disclosures.flatMap(({ text, content }, i) => {
    const at = places.get(i)
    return at === undefined || !Array.isArray(content) ? [] : { pointer: toClaimPointer(at, content), text }
  })
}

/** The digest of a property is in an array of its own, and that of an array element at the place of the element. */
function toClaimPointer(at: string, content: readonly unknown[]): string {
  if (content.length !== 3) return at
  const name = String(content[1]).replaceAll('~', '~0').replaceAll('/', '~1')
  return at.replace(/_sd\/\d+$/, () => name)
}

/** The disclosures that show the claims at some places: their own, and those around them. */
export const selectDisclosures = (
  all: readonly HeldDisclosure[],
  wanted: readonly string[],
): readonly HeldDisclosure[] =>
  all.filter(({ pointer }) => wanted.some((each) => each === pointer || each.startsWith(`${pointer}/`)))
