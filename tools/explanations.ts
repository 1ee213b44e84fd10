import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findSubject, listSubjectIds } from '../src/explain/explained.ts'
import { markPaint, type StoredPlace, storedFiles } from '../src/explain/stored.ts'

async function explain(id: string): Promise<string> {
  const lines: string[] = []
  for await (const line of (await findSubject(id)).explain(markPaint)) lines.push(line)
  return lines.join('\n')
}

/** Writes what `assay explain` prints about these, so that the compiled command plays nothing. */
export async function writeExplanations(folder: string, ids: readonly string[]): Promise<void> {
  const places: Record<string, StoredPlace> = {}
  const texts: Buffer[] = []
  let from = 0
  for (const id of ids) {
    const text = Buffer.from(await explain(id))
    places[id.toLowerCase()] = [from, text.length]
    texts.push(text)
    from += text.length
  }
  writeFileSync(join(folder, storedFiles.texts), Buffer.concat(texts))
  writeFileSync(join(folder, storedFiles.index), JSON.stringify(places))
}

if (import.meta.main) {
  const given = process.argv.slice(2)
  await writeExplanations(
    fileURLToPath(new URL('../dist', import.meta.url)),
    given.length > 0 ? given : await listSubjectIds(),
  )
}
