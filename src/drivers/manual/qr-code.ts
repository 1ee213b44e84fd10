import { encode, renderUnicodeCompact } from 'uqr'
import { Markup, markup } from '../../../reporters/html/markup.ts'

/** Octets that a QR code holds at most, at its lowest level of correction. */
const most = 2_953

/** The margin without which a camera finds nothing, in modules. */
const border = 4

const fitsInQrCode = (text: string): boolean => Buffer.byteLength(text) <= most

/** A QR code for a terminal; nothing where the text is too long for one. */
export const renderQrLines = (text: string): readonly string[] | undefined =>
  fitsInQrCode(text) ? renderUnicodeCompact(text, { border: 2 }).split('\n') : undefined

/** A QR code for a page: black on white whatever the page is, for cameras want it so. */
export function renderQrSvg(text: string): Markup | undefined {
  if (!fitsInQrCode(text)) return undefined
  const { data, size } = encode(text, { border })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return markup`<svg class="code" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of the link below" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${new Markup(path)}" fill="#000"/></svg>`
}
