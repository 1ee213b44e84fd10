import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunReport } from '../model/run-report.ts'
import { makeStatement, type Statement } from '../src/claim/statement.ts'
import { renderStatement } from '../src/claim/statement-page.ts'
import { makeJws } from '../src/run-folder/signing.ts'
import { assay } from './cli/console.ts'
import { folderWith } from './temporary-folder.ts'

// Statements that their owner makes about a run that was another one: report, record and signature are all the owner's.

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
const jwk = { crv, kty, x, y }
const signer = { jwk, thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url') }

/** Where the keys of the owner are, `private.pem` and `public.pem`. Files of tests in one worker share them. */
export const base = mkdtempSync(join(tmpdir(), 'assay-forged-'))
process.once('exit', () => rmSync(base, { recursive: true }))
writeFileSync(join(base, 'private.pem'), String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
writeFileSync(join(base, 'public.pem'), String(publicKey.export({ type: 'spki', format: 'pem' })))

/** A run whose parts may be changed. */
export interface Forgery {
  report: Writable<RunReport>
  head: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: a line of the record, in which anything may be changed
  lines: any[]
  statedAt: string
}
type Writable<T> = { -readonly [K in keyof T]: T[K] }

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Changes a copy of a run, and makes and signs the statement of what came of it. */
export function forge(
  run: string,
  change: (forgery: Forgery) => unknown,
): { readonly folder: string; readonly statement: Statement } {
  const [head = '', ...rows] = readFileSync(join(run, 'record.ndjson'), 'utf8').trimEnd().split('\n')
  const report = JSON.parse(readFileSync(join(run, 'report.json'), 'utf8'))
  const forgery = { report, head: JSON.parse(head), lines: rows.map((row) => JSON.parse(row)), statedAt: end(report) }
  change(forgery)
  const record = `${[forgery.head, ...forgery.lines].map((line) => JSON.stringify(line)).join('\n')}\n`
  forgery.report.record = { sha256: hash(record), messages: forgery.lines.length }
  const text = JSON.stringify(forgery.report)
  const digests = { report: hash(text), record: hash(record) }
  const statement = makeStatement(forgery.report, { digests, signer, statedAt: forgery.statedAt })
  const signed = { statement, jws: makeJws(statement, privateKey, 'assay-statement+jwt') }
  const files = { 'report.json': text, 'record.ndjson': record, 'statement.json': JSON.stringify(signed) }
  return { folder: folderWith({ ...files, 'statement.html': renderStatement(statement) }), statement }
}

const end = ({ startedAt, milliseconds }: RunReport): string =>
  new Date(Date.parse(startedAt) + milliseconds + 1).toISOString()

/** Verifies a folder with the key of its owner. */
export const verify = (folder: string) => assay(['verify-report', folder, '--key', join(base, 'public.pem')])

/** The lines of `assay verify-report` that say what is wrong. */
export const listWrong = (out: string): string =>
  out
    .split('\n')
    .filter((line) => line.startsWith('✖'))
    .join('\n')

/** The results with something else said of one of them. */
export const pass = (report: RunReport, id: string, more: object): RunReport['results'] =>
  report.results.map((result) => (result.id === id ? { ...result, ...more } : result))

export const earlier = (time: string): string => new Date(Date.parse(time) - 1e10).toISOString()
