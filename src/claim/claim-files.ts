import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { HarnessError } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import { isObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import schema from '../../schemas/statement.schema.json' with { type: 'json' }
import { findMistakes } from '../config/check-schema.ts'
import { formatPath } from '../config/choices.ts'
import { readBounded, readOrExplain } from '../files/inputs.ts'
import { createPrivateFile } from '../files/private-file.ts'
import { attemptWrite, writeText } from '../files/write.ts'
import { plans } from '../judge/plan-gaps.ts'
import { type ParsedRecord, readRecord } from '../privacy/read-record.ts'
import { readRun } from '../run-folder/read-run.ts'
import { runFiles } from '../run-folder/run-files.ts'
import { computeFileDigest, makeJws, type ReportCheck, readKey, readVerifiedPayload } from '../run-folder/signing.ts'
import { findContradictions } from './contradictions.ts'
import { listObstacles, makeStatement, type Statement } from './statement.ts'
import { type ListedStatement, renderListing, renderStatement } from './statement-page.ts'

/** The files of a claim, in the folder of its run. */
export const claimFiles = { statement: 'statement.json', page: 'statement.html' } as const

/** The files of the key that is made where none is given. */
export const keyFiles = { private: 'assay-key.pem', public: 'assay-key.pub.pem' } as const

/** The `typ` of a statement. */
const statementType = 'assay-statement+jwt'

/** A statement as it is stored: readable, and signed. */
interface SignedStatement {
  readonly statement: Statement
  /** A compact JWS whose payload is the statement. */
  readonly jws: string
}

/** A claim that was written, or what keeps the run from it. */
export type ClaimAttempt =
  | { readonly statement: Statement; readonly files: readonly string[] }
  | { readonly obstacles: readonly string[]; readonly report: RunReport }

/** Makes the statement of a run, and signs it. */
export function makeClaim(folder: string, key: KeyObject, statedAt: string): ClaimAttempt {
  const { report, obstacles } = findObstacles(folder)
  if (obstacles.length > 0) return { obstacles, report }
  const statement = makeStatement(report, { digests: computeDigests(folder), signer: describeSigner(key), statedAt })
  const signed: SignedStatement = { statement, jws: makeJws(statement, key, statementType) }
  const files = [join(folder, claimFiles.statement), join(folder, claimFiles.page)] as const
  writeText(files[0], `${writeJson(signed, 2)}\n`)
  writeText(files[1], renderStatement(statement))
  return { statement, files }
}

/** Finds what keeps a run from being claimed: in its report, and where the record does not bear that out. */
export function findObstacles(folder: string): { readonly report: RunReport; readonly obstacles: readonly string[] } {
  const { report } = readRun(folder)
  const record = readWholeRecord(folder)
  return { report, obstacles: [...listObstacles(report), ...(record ? findContradictions(report, record) : [])] }
}

/** The record of a run with its head; `undefined` where there is none, or another one. */
function readWholeRecord(folder: string): ParsedRecord | undefined {
  const file = join(folder, runFiles.record)
  return existsSync(file) ? readRecord(readBounded(file).toString('utf8')) : undefined
}

/** Checks that the record of a run bears out what its report says. */
export function* checkContent(folder: string): Generator<ReportCheck> {
  const found = attemptRead(() => {
    const { report } = readRun(folder)
    const record = readWholeRecord(folder)
    return record && [...findContradictions(report, record)]
  })
  if (found === undefined || typeof found === 'string') return // that the record is missing, or another one, is said elsewhere
  const [first, ...more] = found
  if (first === undefined)
    return yield { what: 'content', ok: true, detail: 'the record bears out what the report says' }
  for (const detail of [first, ...more]) yield { what: 'content', ok: false, detail }
}

const computeDigests = (folder: string): Statement['digests'] => ({
  report: computeFileDigest(join(folder, runFiles.report)),
  record: computeFileDigest(join(folder, runFiles.record)),
})

/** The public key, and its thumbprint: SHA-256 over its required members in the order of the alphabet (RFC 7638). */
function describeSigner(key: KeyObject): Statement['signer'] {
  const { crv, kty, x, y } = (key.type === 'public' ? key : createPublicKey(key)).export({ format: 'jwk' })
  const jwk = { crv, kty, x, ...(y !== undefined && { y }) }
  return { jwk, thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url') }
}

/** Reads the key that signs. Without one, the key in the folder is taken, and made if it is not there. */
export function readSigningKey(
  file: string | undefined,
  folder: string,
): { readonly key: KeyObject; readonly made?: string } {
  if (file !== undefined) return { key: readKey(file, createPrivateKey) }
  const own = join(folder, keyFiles.private)
  if (existsSync(own)) return { key: readKey(own, createPrivateKey) }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  createPrivateFile(own)
  attemptWrite(`write ${own}`, () => writeFileSync(own, privateKey.export({ type: 'pkcs8', format: 'pem' })))
  writeText(join(folder, keyFiles.public), String(publicKey.export({ type: 'spki', format: 'pem' })))
  return { key: privateKey, made: own }
}

/** The statement in a folder, or the file itself. A file has to be a statement. */
export const findStatement = (path: string): string | undefined => {
  if (!isFolder(path)) return path
  const file = join(path, claimFiles.statement)
  return existsSync(file) ? file : undefined
}

const isFolder = (path: string): boolean => readOrExplain(path, () => statSync(path)).isDirectory()

/** Reads a stored statement, or says why it is none. */
function readSigned(file: string): SignedStatement | string {
  const text = readOrExplain(file, () => readFileSync(file, 'utf8'))
  const read = attempt(() => parseJsonObject(text.trim()))
  if (!('value' in read)) return `${file} is not a statement: ${read.problem.message}`
  const { jws, statement, ...more } = read.value
  if (typeof jws !== 'string' || !isObject(statement) || Object.keys(more).length > 0)
    return `${file} is not a statement with its signature, and nothing else`
  const [mistake] = findMistakes(statement, schema)
  if (mistake) return `${file} is not a statement: ${formatPath(mistake.path) || 'its content'}: ${mistake.what}`
  return { jws, statement: statement as unknown as Statement } // it was checked against its schema
}

/** Checks a statement: signature, page, and that it is about the report and the record beside it. */
export function* checkStatement(file: string, keyFile: string | undefined): Generator<ReportCheck> {
  const signed = readSigned(file)
  if (typeof signed === 'string') return yield { what: 'statement', ok: false, detail: signed }
  const { statement } = signed
  const problem = findSignatureProblem(signed, keyFile)
  if (problem !== undefined) return yield { what: 'statement', ok: false, detail: problem }
  yield keyFile === undefined
    ? {
        what: 'statement',
        detail: `signed by ${statement.signer.thumbprint}; whose key that is, --key FILE has to show`,
      }
    : { what: 'statement', ok: true, detail: 'valid' }
  for (const each of statement.statedBySigner) yield { what: 'stated', detail: `by its signer: ${each}` }
  yield* checkPage(dirname(file), statement)
  yield* checkFiles(dirname(file), statement)
}

function findSignatureProblem({ statement, jws }: SignedStatement, keyFile: string | undefined): string | undefined {
  const key = keyFile === undefined ? readEmbeddedKey(statement) : readKey(keyFile, createPublicKey)
  const payload = key && readVerifiedPayload(jws, key, statementType)
  if (!payload) return 'not signed with this key'
  if (!isDeepStrictEqual(payload, statement)) return 'was changed after it was signed'
  return isDeepStrictEqual(describeSigner(key), statement.signer) ? undefined : 'names another key than its own'
}

/** The key in the statement shows that nothing was changed, and not who signed. */
function readEmbeddedKey({ signer }: Statement): KeyObject | undefined {
  const { kty, crv } = signer.jwk
  if (`${kty} ${crv}` !== 'EC P-256' && `${kty} ${crv}` !== 'OKP Ed25519') return undefined
  try {
    return createPublicKey({ key: { ...signer.jwk }, format: 'jwk' })
  } catch {
    return undefined // anything may be written there
  }
}

function* checkPage(folder: string, statement: Statement): Generator<ReportCheck> {
  const page = join(folder, claimFiles.page)
  if (!existsSync(page)) return
  const isSame = readOrExplain(page, () => readFileSync(page, 'utf8')) === renderStatement(statement)
  yield {
    what: 'page',
    ok: isSame,
    detail: isSame ? 'says what the statement says' : 'is not the page of the statement',
  }
}

function* checkFiles(folder: string, statement: Statement): Generator<ReportCheck> {
  for (const what of ['report', 'record'] as const) {
    const file = join(folder, runFiles[what])
    if (!existsSync(file)) yield { what, detail: `there is no ${runFiles[what]}` }
    else if (computeFileDigest(file) !== statement.digests[what])
      yield { what, ok: false, detail: 'is not the one of the statement' }
    else yield { what, ok: true, detail: 'is the one of the statement' }
  }
  if (existsSync(join(folder, runFiles.report))) yield checkClaim(folder, statement)
}

/** Makes the statement again from the report, and compares. */
function checkClaim(folder: string, statement: Statement): ReportCheck {
  const report = attemptRead(() => readRun(folder).report)
  if (typeof report === 'string') return { what: 'claim', ok: false, detail: report }
  if (report.tool.version !== plans.version) {
    const { version } = report.tool
    return { what: 'claim', detail: `not made again: the report is of assay ${version}, and this is ${plans.version}` }
  }
  const [obstacle] = listObstacles(report)
  if (obstacle !== undefined)
    return { what: 'claim', ok: false, detail: `the report does not bear it out: ${obstacle}` }
  if (Date.parse(statement.statedAt) < Date.parse(report.startedAt) + report.milliseconds)
    return { what: 'claim', ok: false, detail: 'it was made before the run was over' }
  const again = JSON.parse(JSON.stringify(makeStatement(report, statement)))
  const other = Object.keys({ ...again, ...statement }).find(
    (name) => !isDeepStrictEqual(again[name], statement[name as keyof Statement]),
  )
  return other === undefined
    ? { what: 'claim', ok: true, detail: 'the report has no obstacle to it' }
    : { what: 'claim', ok: false, detail: `the report does not bear it out: "${other}" is another there` }
}

/** Reads something, or says why it cannot be read. */
function attemptRead<T>(read: () => T): T | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof HarnessError) return error.message
    throw error
  }
}

/** Lists the statements below a folder, and writes their listing. What is not a statement is not in it. */
export function writeListing(folder: string, keyFile: string | undefined, file = join(folder, 'index.html')) {
  const found = globSync('**/statement.json', { cwd: folder }).sort()
  const read = found.map((name) => listStatement(join(folder, name), dirname(file), keyFile))
  const listed = read.filter((each) => typeof each !== 'string')
  const unreadable = read.filter((each) => typeof each === 'string')
  if (read.length === 0) throw new HarnessError('ERR_INPUT', `there is no ${claimFiles.statement} in ${folder}`)
  writeText(file, renderListing(listed))
  return { file, listed, unreadable }
}

function listStatement(file: string, from: string, keyFile: string | undefined): ListedStatement | string {
  const signed = readSigned(file)
  if (typeof signed === 'string') return signed
  const wrong = [...checkStatement(file, keyFile)].find(({ ok }) => ok === false)
  const page = join(dirname(file), claimFiles.page)
  const href = relative(from, existsSync(page) ? page : file)
    .split('\\')
    .join('/')
  return { statement: signed.statement, href, ...(wrong && { problem: `${wrong.what} ${wrong.detail}` }) }
}
