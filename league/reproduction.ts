import { readFileSync } from 'node:fs'
import { standardProofs } from '../suites/proofs.ts'
import type { Library } from './page.ts'

/** A script that shows what a library does with one sample. It needs the library and jose, and nothing of Assay. */
export function writeReproduction({ name, profile, adapter }: Library, version: string, id: string): string {
  const { faults, variants, describeTask } = standardProofs[profile]
  const found = [...faults, ...variants].find((each) => each.id === id)
  const task = found && describeTask(found.change)
  if (!found || !task) throw new Error(`no sample ${id}`)
  const source = readFileSync(new URL(`adapters/${adapter}.mjs`, import.meta.url), 'utf8')
  return `// npm install ${name}@${version} jose@6
// ${found.description}: ${'breaks' in found ? `to be rejected (${found.breaks.standard})` : 'to be accepted'}
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import * as jose from 'jose'

const library = await import(pathToFileURL(createRequire(import.meta.url).resolve('${name}')).href)
const question = ${JSON.stringify(task.question, null, 2)}
const algorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'PS256', 'RS256']
const hash = (text, alg) => new Uint8Array(createHash(alg.replace('sha-', 'sha')).update(text).digest())

${source}
console.log(await ${profile === 'token-status-list' ? 'readStatus' : 'verify'}(question, { library, jose, hash, algorithms }))
`
}
