import { readdirSync } from 'node:fs'
import { readInside } from '../runtime/executable.ts'

const suffix = '.schema.json'

/** The names of all schemas. Their folder is two levels up in a checkout, and one in the package. */
export function listSchemas(): readonly string[] {
  const inside = readInside('schemas.json')
  return inside === undefined ? listSchemasBeside() : nameSchemas(JSON.parse(inside.toString()))
}

function listSchemasBeside(): readonly string[] {
  for (const folder of ['../../schemas/', '../schemas/']) {
    const files = listFolder(new URL(folder, import.meta.url)).filter((file) => file.endsWith(suffix))
    if (files.length > 0) return nameSchemas(files)
  }
  return []
}

const nameSchemas = (files: readonly string[]): readonly string[] =>
  files.map((file) => file.slice(0, -suffix.length)).sort()

function listFolder(folder: URL): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // it is at the other place
  }
}
