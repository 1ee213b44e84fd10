import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import type { JsonObject, JsonValue } from '../../protocol/encoding/json.ts'
import { type SampleFault, type SampleVariant, sampleFault, sampleVariant } from '../kit/samples.ts'
import { type JsonType, listMembers, type TypedKind } from './member-types.ts'

/** What is written in the place of a value of a type: most often its text, or it alone in an array. */
const mistakes: { readonly [T in JsonType]: readonly (readonly [name: string, value: JsonValue])[] } = {
  'a string': [
    ['a number', 7],
    ['`null`', null],
  ],
  'a boolean': [['a text', 'true']],
  'an integer': [['a text', '-7']],
  'a whole number of seconds': [
    ['a text', '600'],
    ['`null`', null],
    ['a negative number', -1],
    ['a time', 1_790_000_000],
    ['a time in milliseconds', 1_790_000_000_000],
  ],
  'an object': [['an array', []]],
  'an array': [['a text', 'one']],
}

/** A value in the place of the first one at such a place. */
function setAt(value: JsonValue | undefined, [name, ...rest]: readonly string[], to: JsonValue): JsonValue {
  if (name === undefined) return to
  const [found] = listMembers(value, name)
  const changed = setAt(found?.[1], rest, to)
  return Array.isArray(value) ? [changed, ...value.slice(1)] : { ...Object(value), [found?.[0] ?? name]: changed }
}

/** Messages of each kind in which every member with a type occurs. */
export type CompleteMessages<K extends ArtefactKind = ArtefactKind> = { readonly [Kind in K]?: readonly JsonObject[] }

const hasPlace = (value: JsonValue | undefined, [name, ...rest]: readonly string[]): boolean =>
  name === undefined ? value !== undefined : listMembers(value, name).some(([, member]) => hasPlace(member, rest))

/** The faults and variants of the types of members, in messages that have all of them, which a suite writes. */
export function proveTypes<K extends ArtefactKind, Own>(
  kinds: readonly TypedKind<K>[],
  complete: CompleteMessages<K>,
  forge: (kind: K, content: JsonObject) => Own,
): { readonly faults: readonly SampleFault<Own>[]; readonly variants: readonly SampleVariant<Own>[] } {
  const typed = kinds.flatMap((each) => ('off' in each ? [] : each))
  return {
    faults: typed.flatMap(({ kind, row, types }) =>
      Object.entries<JsonType>(types).flatMap(([place, type]) => {
        const path = place.split('/')
        const message = complete[kind]?.find((each) => hasPlace(each, path))
        return mistakes[type].map(([name, value]) => {
          const description = `has ${name} as \`${place.replace(/^payload\//, '')}\``
          return sampleFault<Own>()(row, description, forge(kind, setAt(message, path, value) as JsonObject)) // it is within the object
        })
      }),
    ),
    variants: typed.flatMap(({ kind, row }) =>
      (complete[kind] ?? []).map((each, i) =>
        sampleVariant<Own>(row.id)(`has members with types, ${i + 1}`, forge(kind, each)),
      ),
    ),
  }
}
