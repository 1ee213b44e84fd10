import { generateKeyPairSync } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The files that the pages name, by where they are among the fixtures. */
const files = {
  'credential.txt': 'credential.txt',
  'jwks.json': 'jwks.json',
  'wallet.jwk': 'wallet.jwk',
  'issuer.jwk': 'issuer.jwk',
  'roots.pem': 'root.pem',
  'response.json': 'validation-response.json',
  'request.json': 'request.json',
  'captured/offer.json': 'offer.json',
  'captured/credential.txt': 'credential.txt',
  pbpaste: 'offer.json',
}

/** Makes a folder with everything that the commands of a page need. */
export function makeSurroundings(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-page-'))
  mkdirSync(join(folder, 'captured'))
  for (const [to, from] of Object.entries(files)) copyFileSync(resolve('fixtures/artefacts', from), join(folder, to))
  for (const name of ['fixtures', 'examples']) symlinkSync(resolve(name), join(folder, name))
  for (const [name, pem] of Object.entries(makeKeyPair())) writeFileSync(join(folder, name), pem)
  writeTargets(join(folder, 'targets'))
  installPackage(join(folder, 'node_modules/assay'))
  return folder
}

/** Configurations of several runs. They test reference actors, which takes a second. */
export function writeTargets(folder: string): void {
  mkdirSync(folder)
  for (const name of ['alpha', 'beta']) writeFileSync(join(folder, `${name}.config.json`), '{"only":["CRED-TYP"]}')
}

function makeKeyPair(): Readonly<Record<string, string>> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    'private.pem': String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    'public.pem': String(publicKey.export({ type: 'spki', format: 'pem' })),
  }
}

/** A package that has what a configuration imports. */
function installPackage(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"name":"assay","type":"module","exports":"./index.js"}')
  const source = new URL('../../src/config/define-harness.ts', import.meta.url)
  writeFileSync(join(folder, 'index.js'), `export { defineHarness } from '${source}'\n`)
}
