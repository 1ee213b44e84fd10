import { finding, type Inspection, passedLeniently, showValue } from '../../model/finding.ts'

/**
 * Whether a `typ` is a media type, however it is spelled (RFC 7515, section 4.1.9): case does not matter, and a prefix
 * `application/` before a type without another slash is as good as none.
 */
export const isSameType = (typ: unknown, wanted: string): boolean =>
  typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === wanted

/** Compares a `typ` with the media type that it has to be. A receiver has to treat all spellings alike. */
export function* inspectType(typ: unknown, wanted: string, at = 'header/typ'): Inspection {
  if (typ === wanted) return undefined
  if (isSameType(typ, wanted)) return passedLeniently(`${showValue(typ)} is \`${wanted}\` in another spelling`)
  yield finding(at, showValue(wanted), showValue(typ))
  return undefined
}
