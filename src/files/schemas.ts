import { readdirSync } from 'node:fs'

const suffix = '.schema.json'

/** The names of all schemas. Their folder is two levels up in a checkout, and one in the package. */
export function listSchemas(): readonly string[] {
  for (const folder of ['../../schemas/', '../schemas/']) {
    const files = listFolder(new URL(folder, import.meta.url)).filter((file) => file.endsWith(suffix))
    if (files.length > 0) return files.map((file) => file.slice(0, -suffix.length)).sort()
  }
  return []
}

function listFolder(folder: URL): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // it is at the other place
  }
}
