const [newline, quote] = [10, 34]

/** Counts the ends of lines. */
export function countLineEnds(octets: Uint8Array): number {
  let count = 0
  for (let at = octets.indexOf(newline); at >= 0; at = octets.indexOf(newline, at + 1)) count++
  return count
}

/** Finds where the last record ends. A line of a CSV file ends no record where a quote is open. */
export function findRecordEnd(octets: Uint8Array, form: 'lines' | 'csv'): number {
  if (form === 'lines') return octets.lastIndexOf(newline) + 1
  let [end, isQuoted] = [0, false]
  for (let i = 0; i < octets.length; i++) {
    if (octets[i] === quote) isQuoted = !isQuoted
    else if (octets[i] === newline && !isQuoted) end = i + 1
  }
  return end
}
