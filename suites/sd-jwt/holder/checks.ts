import type { Requirement } from '../../../model/requirement.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { type AnySdJwt, readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { SDHOLD } from '../requirements.ts'
import { placeDisclosures, selectDisclosures } from './paths.ts'

/** Compares a presentation with what was issued and with what was to be disclosed. */
export function* comparePresentation(
  issued: string,
  presented: string,
  wanted: readonly string[],
): Generator<{ readonly row: Requirement; readonly problem?: string }> {
  const read = attempt(() => readAnySdJwt(presented))
  if (!('value' in read)) return // it is judged by itself
  const placed = placeDisclosures(issued)
  const selected = new Set(selectDisclosures(placed, wanted).map(({ text }) => text))
  const shown = new Set(read.value.disclosures.map(({ text }) => text))
  const describe = (isMeant: (text: string) => boolean): string | undefined => {
    const pointers = placed.filter(({ text }) => isMeant(text)).map(({ pointer }) => `\`${pointer}\``)
    return pointers.length === 0 ? undefined : pointers.join(', ')
  }
  const missing = describe((text) => selected.has(text) && !shown.has(text))
  yield { row: SDHOLD.SELECTED, ...(missing !== undefined && { problem: `it lacks ${missing}` }) }
  const surplus = describe((text) => !selected.has(text) && shown.has(text))
  yield { row: SDHOLD.ONLY, ...(surplus !== undefined && { problem: `it shows ${surplus} as well` }) }
  const known = new Set(placed.map(({ text }) => text))
  const strange = [...shown].filter((text) => !known.has(text)).length
  const problem =
    strange > 0
      ? `${strange} of its disclosures were not issued`
      : readIssuerJwt(read.value) === readIssuerJwt(readAnySdJwt(issued))
        ? undefined
        : 'its issuer-signed JWT is another'
  yield { row: SDHOLD.ISSUED, ...(problem !== undefined && { problem }) }
}

const readIssuerJwt = ({ signatures: [first] }: AnySdJwt): string =>
  `${first?.signingInput}.${first?.signature.toString('base64url')}`
