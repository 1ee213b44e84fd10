import { readdirSync, readFileSync } from 'node:fs'

/** A JSON Schema, or a part of one. */
export interface Schema {
  readonly [keyword: string]: unknown
}

const folder = new URL('../schemas/', import.meta.url)
const suffix = '.schema.json'

/** Every schema as it was written, by its name. */
export const readSchemas = (): ReadonlyMap<string, Schema> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith(suffix))
      .sort()
      .map((file) => [file.slice(0, -suffix.length), JSON.parse(readFileSync(new URL(file, folder), 'utf8'))]),
  )

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A message may have undefined members. Our own files may not, and only tests validate them. */
export const isMessage = (schema: Schema): boolean =>
  schema.additionalProperties !== false && schema.unevaluatedProperties !== false

/** Changes every part of a schema, the outermost first. */
export function rewrite(value: unknown, change: (part: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((element) => rewrite(element, change))
  if (!isSchema(value)) return value
  return Object.fromEntries(Object.entries(change(value)).map(([key, inner]) => [key, rewrite(inner, change)]))
}

/**
 * A schema with its references resolved. An error inside a reference names only the place that is referred
 * to, which does not identify the requirement. Members beside the reference win.
 */
export const inline = (schema: Schema, all: ReadonlyMap<string, Schema>): Schema =>
  rewrite(schema, ({ $ref, $defs, $id, $schema, ...rest }) =>
    typeof $ref === 'string' ? { ...resolve(new URL($ref, String(schema.$id)), all), ...rest } : rest,
  ) as Schema // an object goes in

function resolve({ hash, pathname }: URL, all: ReadonlyMap<string, Schema>): Schema {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1, -suffix.length)
  const steps = decodeURIComponent(hash).split('/').slice(1)
  const part = steps.reduce<unknown>((at, step) => (isSchema(at) ? at[step] : undefined), all.get(name))
  if (!isSchema(part)) throw new TypeError(`${name}${hash} is no schema`)
  return part
}
