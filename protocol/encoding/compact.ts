/** More parts than any compact form has are not counted. */
const most = 7

/** How many parts a compact JOSE text has: three if it is signed, five if it is encrypted; one, if it is no such text. */
export function countParts(text: string): number {
  const dots = countDots(text)
  // A repeated group would be the obvious pattern, and overflows the stack of the engine on a text of dots.
  return dots === 0 || /[^\w.-]/.test(text) ? 1 : dots + 1
}

/** The same, for a text of which the padding, the alphabet or the end may be wrong: only its header has to be right. */
export function countPartsTolerantly(text: string): number {
  const trimmed = text.trimEnd()
  const dots = countDots(trimmed)
  const header = trimmed.slice(0, Math.max(0, trimmed.indexOf('.')))
  return dots === 0 || /[^\w-]/.test(header) || /[^\w.=+/-]/.test(trimmed) ? 1 : dots + 1
}

function countDots(text: string): number {
  let dots = 0
  for (let at = text.indexOf('.'); at >= 0 && dots < most - 1; at = text.indexOf('.', at + 1)) dots++
  return dots
}
