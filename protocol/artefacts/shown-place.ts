import type { JsonValue } from '../encoding/json.ts'
import { readPath, splitPointer } from '../encoding/pointer.ts'
import type { Artefact } from './artefact.ts'

/** The place of a finding, and what it shows there. */
export interface ShownPlace {
  readonly at: string
  readonly actual: string
}

type Value = JsonValue | undefined

/** The value at the place of a finding, the object that has it, and the one around that. A place that is not JSON has what the finding shows. */
export function readAround(
  { content }: Artefact,
  { at, actual }: ShownPlace,
): [value: Value, holder: Value, outer: Value] {
  const names = splitPlace(at)
  const read = (up: number): Value => readPath(content as JsonValue, names.slice(0, names.length - up)) // what has no such names is absent
  return [read(0) ?? /^"([^"]*)"$/.exec(actual)?.[1], read(1), read(2)]
}

/** The names in a place. A Key Binding JWT is a layer of its SD-JWT. */
const splitPlace = (at: string): readonly string[] =>
  splitPointer(at.startsWith('/') ? at : `/${at}`).flatMap((name) =>
    name === 'kb_jwt' ? ['keyBinding', 'jws'] : name === '' ? [] : [name],
  )
