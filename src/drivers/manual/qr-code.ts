import { encode, renderUnicodeCompact } from 'uqr'
import { Markup, markup } from '../../../reporters/html/markup.ts'

/** The most octets in a QR code, at its lowest level of error correction. */
const most = 2_953

/** The quiet zone that a camera needs, in modules. */
const border = 4

const fitsInQrCode = (text: string): boolean => Buffer.byteLength(text) <= most

/** Renders a QR code for a terminal; returns nothing if the text is too long. */
export const renderQrLines = (text: string): readonly string[] | undefined =>
  fitsInQrCode(text) ? renderUnicodeCompact(text, { border: 2 }).split('\n') : undefined

/** Renders a QR code for a page: black on white in dark mode too, because cameras need it. */
export function renderQrSvg(text: string): Markup | undefined {
  if (!fitsInQrCode(text)) return undefined
  const { data, size } = encode(text, { border })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return markup`<svg class="code" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of the link below" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${new Markup(path)}" fill="#000"/></svg>`
}
