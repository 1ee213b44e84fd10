import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fixtures } from './fixtures.ts'
import { plansOfRequirements } from './generate-plans.ts'

for (const [path, text] of await plansOfRequirements()) writeFileSync(path, text)
for (const folder of ['fixtures/artefacts', 'fixtures/mistakes', 'fixtures/vectors'])
  rmSync(folder, { recursive: true, force: true })
for (const [path, text] of await fixtures()) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
