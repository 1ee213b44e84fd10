import { fileURLToPath } from 'node:url'
import { isExecutable } from './executable.ts'

/** What Node gets first to run Assay: TypeScript in a checkout, JavaScript in the package, nothing in the single executable. */
export const findProgram = (): readonly string[] =>
  isExecutable()
    ? []
    : [fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../cli/main.ts' : './cli.js', import.meta.url))]
