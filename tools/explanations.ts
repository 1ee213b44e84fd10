import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { explainSubject } from '../src/explain/explain.ts'
import { markPaint, type StoredPlace, storedFiles } from '../src/explain/stored.ts'
import { findSubject } from '../src/explain/subjects.ts'
import { decisions } from '../suites/document/all/decisions.ts'
import { probes } from '../suites/document/all/probes.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { requirements as auditRequirements } from '../suites/document/audit/requirements.ts'
import { loadCatalogue, mergeCatalogue } from '../suites/document/prove/catalogue.ts'
import { standards } from '../suites/standards.ts'

/** The id of everything that can be explained, without the parts of requirements. */
export async function listExplained(): Promise<readonly string[]> {
  const { faults, variants } = mergeCatalogue(await loadCatalogue())
  const rows = Object.values(standards).flatMap((each) => each.requirements)
  const all = [...requirements, ...rows, ...auditRequirements, ...decisions, ...faults, ...variants, ...probes]
  return [...new Set(all.map(({ id }) => id))]
}

async function explain(id: string): Promise<string> {
  const lines: string[] = []
  for await (const line of explainSubject(await findSubject(id), markPaint)) lines.push(line)
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
    given.length > 0 ? given : await listExplained(),
  )
}
