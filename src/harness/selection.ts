/** Whether an id is asked for: it matches one of the patterns, if there are any, and none of those to be left out. */
export function isSelected(id: string, only: readonly string[], skip: readonly string[]): boolean {
  const matches = (pattern: string): boolean => patternOf(pattern).test(id)
  return (only.length === 0 || only.some(matches)) && !skip.some(matches)
}

/** A pattern of ids: `*` stands for anything, everything else for itself. */
const patternOf = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i')
