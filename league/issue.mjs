// Issues what is ordered line by line with one library: node league/issue.mjs ADAPTER FOLDER PACKAGE

import { createHash, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [, , adapter, folder, name] = process.argv
console.log = console.error // libraries log, and answers are lines on standard output
const { resolve } = createRequire(join(folder, 'package.json'))
const load = (module) => import(pathToFileURL(resolve(module)).href)

const { issue } = await import(`./adapters/${adapter}.mjs`)
const [library, jose] = [await load(name), await load('jose')]

/** The hash function, the salts and the signature of the application. */
const hash = (text, alg) => new Uint8Array(createHash(alg.replace('sha-', 'sha')).update(text).digest())
const salt = () => randomBytes(16).toString('base64url')
const sign = async (input, key) => {
  const [header, payload] = input.split('.')
  const signer = new jose.CompactSign(Buffer.from(payload, 'base64url'))
  signer.setProtectedHeader(JSON.parse(Buffer.from(header, 'base64url')))
  const jws = await signer.sign(await jose.importJWK(key, 'ES256'))
  if (!jws.startsWith(`${input}.`)) throw new Error('jose writes another header')
  return jws.slice(input.length + 1)
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await issue(JSON.parse(line), { library, jose, hash, salt, sign }).then(
    (text) => ({ text }),
    (error) => ({ reason: String(error?.message ?? error) }),
  )
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
