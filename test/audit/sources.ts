import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import keys from '../../fixtures/keys.json' with { type: 'json' }
import { toPublicKey } from '../../suites/document/actors/steps/environment.ts'
import type { PopulationChange } from '../../suites/document/audit/population-change.ts'
import { issuePopulation } from '../../suites/document/reference/issue-population.ts'

/** Signed credentials of one issuer. */
export const issue = (credentials: number, change: PopulationChange = {}): readonly string[] =>
  issuePopulation({
    settings: { profile: 'document', decisions: {} },
    seed: 'test',
    credentials,
    change,
    isSigned: true,
  })

/** A folder of files that lasts as long as the test. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-audit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'jwks.json'), JSON.stringify({ keys: [toPublicKey(keys.issuer)] }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** The flags that every audit of these credentials needs. */
export const flagsIn = (folder: string): readonly string[] => [
  ...['--jwks', join(folder, 'jwks.json'), '--issuer', 'https://issuer.example', '--now', '1795000000'],
  ...['--out', join(folder, 'out'), '--threads', '1'],
]
