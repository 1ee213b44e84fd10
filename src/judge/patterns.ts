/** Whether an id matches a pattern. A `*` matches any number of characters. */
export function isMatch(pattern: string, id: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === id
  const last = rest.pop() ?? ''
  if (!id.startsWith(first) || !id.endsWith(last) || id.length < first.length + last.length) return false
  return hasPartsInOrder(rest, id.slice(first.length, id.length - last.length))
}

/** Whether the parts occur one after the other. A hostile pattern would make a regular expression very slow. */
function hasPartsInOrder(parts: readonly string[], text: string): boolean {
  let from = 0
  for (const part of parts) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}
