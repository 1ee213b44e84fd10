import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { exportOfRequirements, pageOfRequirements } from './generate-docs.ts'
import { namesOfSchemas } from './generate-names.ts'
import { typesOfSchemas } from './generate-types.ts'
import { validatorsOfSchemas } from './generate-validators.ts'

/** Every file that is made from others, and what makes it. A further one is a further line, and a file of its own. */
const steps: Readonly<Record<string, () => string | Promise<string>>> = {
  'schemas/types.ts': typesOfSchemas,
  'src/protocol/validators.generated.ts': validatorsOfSchemas,
  'src/protocol/member-names.generated.ts': namesOfSchemas,
  'docs/requirements.md': pageOfRequirements,
  'docs/requirements.json': exportOfRequirements,
}

const root = new URL('../', import.meta.url)

/** The files that are not what their step makes, with what they should be. */
export async function stale(): Promise<ReadonlyMap<string, string>> {
  const files = Object.entries(steps).map(async ([path, make]) => [path, await make()] as const)
  return new Map((await Promise.all(files)).filter(([path, text]) => text !== current(path)))
}

function current(path: string): string | undefined {
  const file = new URL(path, root)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

async function main(checking: boolean): Promise<void> {
  for (const [path, text] of await stale()) {
    console.log(`${checking ? 'stale' : 'written'}: ${path}`)
    if (checking) process.exitCode = 1
    else writeFileSync(new URL(path, root), text)
  }
}

if (import.meta.main) await main(process.argv.includes('--check'))
