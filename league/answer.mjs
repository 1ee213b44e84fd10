// Answers questions line by line with one library: node league/answer.mjs ADAPTER FOLDER PACKAGE

import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [, , adapter, folder, name] = process.argv
console.log = console.error // libraries log, and answers are lines on standard output
const { resolve } = createRequire(join(folder, 'package.json'))
const load = (module) => import(pathToFileURL(resolve(module)).href)

const { verify, readStatus } = await import(`./adapters/${adapter}.mjs`)
const [library, jose] = [await load(name), await load('jose')]

/** The hash functions of the application. */
const hash = (text, alg) => {
  const known = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' }[alg]
  if (known === undefined) throw new Error(`no hash function ${alg}`)
  return new Uint8Array(createHash(known).update(text).digest())
}

/** Reads a status, or verifies an SD-JWT. */
async function answerQuestion(question) {
  const tools = { library, jose, hash, algorithms }
  return readStatus
    ? { accepted: true, status: await readStatus(question, tools) }
    : { accepted: true, payload: await verify(question, tools) }
}

const algorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'PS256', 'RS256']

// Libraries that read the clock themselves get the time of the question.
let now = 0
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length === 0 ? [now] : given))
  }
  static now = () => now
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line)
  now = question.now * 1000
  const answer = await answerQuestion(question).catch((error) => ({
    accepted: false,
    reason: String(error?.message ?? error),
  }))
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
