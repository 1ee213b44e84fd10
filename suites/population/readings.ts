/** How often a text is decoded that was decoded before: a JWT in base64 has its claims two levels deep. */
const maxDepth = 3

/** A longer text is no identifier. */
const longest = 8_192

/** A text as it is, and everything that its parts are in base64, in hexadecimal or with percent signs. */
export function* readAllWays(text: string, depth = maxDepth): Generator<string> {
  yield text
  if (depth === 0 || text.length > longest) return
  for (const part of new Set([text, ...text.split(/[^\w+/%=-]+/)])) {
    for (const decoded of decodeAllWays(part)) yield* readAllWays(decoded, depth - 1)
  }
}

function* decodeAllWays(text: string): Generator<string> {
  if (/%[\da-f]{2}/i.test(text))
    yield text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (/^(?:[\da-f]{2}){6,}$/i.test(text)) yield Buffer.from(text, 'hex').toString('latin1')
  if (/^[\w+/-]{8,}={0,2}$/.test(text)) yield Buffer.from(text, 'base64').toString('latin1')
}
