import { isObject } from '../../protocol/encoding/json.ts'
import { refuse } from './check-values.ts'
import { type ConfigPath, formatPath } from './choices.ts'
import type { EnvironmentVariables } from './read-flags.ts'

/** A configuration whose placeholders were replaced. */
export interface FilledConfig {
  readonly config: unknown
  /** The keys that had one. */
  readonly keys: readonly string[]
  /** The variables that were used. */
  readonly variables: readonly string[]
}

/** The deepest level of a configuration: an object that contains itself has no end. */
const deepest = 32

/** Replaces `${NAME}` with environment variables, and removes members that are undefined. */
export function fillPlaceholders(config: unknown, by: string, environment: EnvironmentVariables): FilledConfig {
  const [keys, variables]: [string[], string[]] = [[], []]
  return { config: within(config, []), keys, variables }

  function within(value: unknown, path: ConfigPath): unknown {
    if (path.length > deepest) refuse(`in ${by}, ${formatPath(path.slice(0, 4))}`, 'the object contains itself')
    if (typeof value === 'string' && value.includes('${')) return filled(value, formatPath(path))
    if (Array.isArray(value)) return value.map((element, i) => within(element, [...path, i]))
    if (!isObject(value)) return value
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return Object.fromEntries(members.map(([name, member]) => [name, within(member, [...path, name])]))
  }

  function filled(text: string, key: string): string {
    keys.push(key)
    return text.replaceAll(/\$\{([^}]*)\}?/g, (placeholder, name) => {
      if (!/^[A-Za-z_]\w*$/.test(name)) refuse(`in ${by}, ${key}`, `\`${placeholder}\` does not name a variable`)
      variables.push(name)
      return environment[name] || refuse(`in ${by}, ${key}`, `the environment variable ${name} is not set, or empty`)
    })
  }
}
