/** An object or array that is being walked, and its place. */
interface Level {
  /** Absent for an array. */
  readonly names?: Set<string>
  readonly path: readonly string[]
  /** The name of the current member, or the index of the current element. */
  step: string
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs

/** The place of the first member that an object of a well-formed JSON text has twice. */
export function findRepeatedMember(text: string): readonly string[] | undefined {
  const levels: Level[] = []
  let name = ''
  for (const [found] of text.matchAll(token)) {
    const level = levels.at(-1)
    if (found.startsWith('"')) name = found
    else if (found === '{' || found === '[') levels.push(openLevel(found, level))
    else if (found === '}' || found === ']') levels.pop()
    else if (level && found === ',') level.step = level.names ? '' : String(Number(level.step) + 1)
    else if (level?.names) {
      level.step = JSON.parse(name)
      if (level.names.has(level.step)) return [...level.path, level.step]
      level.names.add(level.step)
    }
  }
  return undefined
}

const openLevel = (bracket: string, outer: Level | undefined): Level => {
  const path = outer ? [...outer.path, outer.step] : []
  return bracket === '{' ? { names: new Set(), path, step: '' } : { path, step: '0' }
}
