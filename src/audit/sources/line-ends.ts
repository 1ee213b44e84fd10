const [newline, quote] = [10, 34]

/** Counts the ends of lines. */
export function countLineEnds(octets: Uint8Array): number {
  let count = 0
  for (let at = octets.indexOf(newline); at >= 0; at = octets.indexOf(newline, at + 1)) count++
  return count
}

/** Finds where the last record ends in octets that come one part after the other: in each of them, or nowhere (0). */
export type FindRecordEnd = (octets: Uint8Array) => number

/** A line of a CSV file ends no record where a quote is open. Each octet is read once. */
export function createRecordEnds(form: 'lines' | 'csv' | 'whole'): FindRecordEnd {
  if (form === 'whole') return () => 0
  if (form === 'lines') return (octets) => octets.lastIndexOf(newline) + 1
  let isQuoted = false
  return (octets) => {
    let end = 0
    for (let i = 0; i < octets.length; i++) {
      if (octets[i] === quote) isQuoted = !isQuoted
      else if (octets[i] === newline && !isQuoted) end = i + 1
    }
    return end
  }
}
