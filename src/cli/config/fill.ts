import { isObject } from '../../protocol/json.ts'
import { refuse } from './checked.ts'
import { nameOf, type Path } from './choices.ts'
import type { Environment } from './told.ts'

/** A configuration without placeholders. */
export interface Filled {
  readonly config: unknown
  /** The keys in which there was one. */
  readonly keys: readonly string[]
  /** The variables that were asked for. */
  readonly variables: readonly string[]
}

/** Levels of a configuration that are looked at; one that holds itself has no end. */
const deepest = 32

/** Puts variables of the environment in the place of `${NAME}`, and leaves out what is undefined. */
export function fill(config: unknown, by: string, environment: Environment): Filled {
  const [keys, variables]: [string[], string[]] = [[], []]
  return { config: within(config, []), keys, variables }

  function within(value: unknown, path: Path): unknown {
    if (path.length > deepest) refuse(`in ${by}, ${nameOf(path.slice(0, 4))}`, 'it has no end')
    if (typeof value === 'string' && value.includes('${')) return filled(value, nameOf(path))
    if (Array.isArray(value)) return value.map((element, i) => within(element, [...path, i]))
    if (!isObject(value)) return value
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return Object.fromEntries(members.map(([name, member]) => [name, within(member, [...path, name])]))
  }

  function filled(text: string, key: string): string {
    keys.push(key)
    return text.replaceAll(/\$\{([^}]*)\}?/g, (placeholder, name) => {
      if (!/^[A-Za-z_]\w*$/.test(name)) refuse(`in ${by}, ${key}`, `\`${placeholder}\` is no name of a variable`)
      variables.push(name)
      return environment[name] || refuse(`in ${by}, ${key}`, `the variable ${name} is not set, or empty`)
    })
  }
}
