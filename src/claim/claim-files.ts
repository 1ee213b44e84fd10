import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { HarnessError } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import { isObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readOrExplain } from '../files/inputs.ts'
import { createPrivateFile } from '../files/private-file.ts'
import { attemptWrite, writeText } from '../files/write.ts'
import { readRun } from '../run-folder/read-run.ts'
import { runFiles } from '../run-folder/run-files.ts'
import { makeJws, type ReportCheck, readKey, readVerifiedPayload } from '../run-folder/signing.ts'
import { computeFileDigest, listObstacles, makeStatement, type Statement } from './statement.ts'
import { type ListedStatement, renderListing, renderStatement } from './statement-page.ts'

/** The files of a claim, in the folder of its run. */
export const claimFiles = { statement: 'statement.json', page: 'statement.html' } as const

/** The files of the key that is made where none is given. */
export const keyFiles = { private: 'assay-key.pem', public: 'assay-key.pub.pem' } as const

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
  const { report } = readRun(folder)
  const obstacles = [...listObstacles(report)]
  if (obstacles.length > 0) return { obstacles, report }
  const statement = makeStatement(folder, report, describeSigner(key), statedAt)
  const signed: SignedStatement = { statement, jws: makeJws(statement, key, 'assay-statement+jwt') }
  const files = [join(folder, claimFiles.statement), join(folder, claimFiles.page)] as const
  writeText(files[0], `${JSON.stringify(signed, undefined, 2)}\n`)
  writeText(files[1], renderStatement(statement))
  return { statement, files }
}

/** The public key, and its thumbprint: SHA-256 over its required members in the order of the alphabet (RFC 7638). */
function describeSigner(key: KeyObject): Statement['signer'] {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' })
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

/** Whether a folder, or a file, has a statement. */
export const findStatement = (path: string): string | undefined => {
  const file = isFolder(path) ? join(path, claimFiles.statement) : path
  return file.endsWith('.json') && existsSync(file) && readSigned(file) !== undefined ? file : undefined
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function readSigned(file: string): SignedStatement | undefined {
  const text = readOrExplain(file, () => readFileSync(file, 'utf8'))
  const read = attempt(() => parseJsonObject(text.trim()))
  const value: unknown = 'value' in read ? read.value : undefined
  if (!isObject(value) || typeof value.jws !== 'string' || !isObject(value.statement)) return undefined
  if (value.statement.type !== 'assay-conformance-statement') return undefined
  return value as unknown as SignedStatement // its signature is over all of it
}

/** Checks a statement: signature, page, and that it is about the report and the record beside it. */
export function* checkStatement(file: string, keyFile: string | undefined): Generator<ReportCheck> {
  const signed = readSigned(file)
  if (!signed) return yield { what: 'statement', ok: false, detail: `${file} is not a statement` }
  const { statement, jws } = signed
  const key = keyFile === undefined ? readEmbeddedKey(statement) : readKey(keyFile, createPublicKey)
  const payload = key && readVerifiedPayload(jws, key)
  if (!isDeepStrictEqual(payload, statement))
    return yield {
      what: 'statement',
      ok: false,
      detail: payload ? 'was changed after it was signed' : 'not signed with this key',
    }
  yield keyFile === undefined
    ? {
        what: 'statement',
        detail: `signed by ${statement.signer.thumbprint}; whose key that is, --key FILE has to show`,
      }
    : { what: 'statement', ok: true, detail: 'valid' }
  yield* checkPage(dirname(file), statement)
  yield* checkFiles(dirname(file), statement)
}

/** The key in the statement shows that nothing was changed, and not who signed. */
function readEmbeddedKey({ signer }: Statement): KeyObject | undefined {
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

function* checkFiles(folder: string, { digests }: Statement): Generator<ReportCheck> {
  for (const what of ['report', 'record'] as const) {
    const file = join(folder, runFiles[what])
    if (!existsSync(file)) yield { what, detail: `there is no ${runFiles[what]}` }
    else if (computeFileDigest(file) !== digests[what])
      yield { what, ok: false, detail: 'is not the one of the statement' }
    else yield { what, ok: true, detail: 'is the one of the statement' }
  }
  if (!existsSync(join(folder, runFiles.report))) return
  const [obstacle] = listObstacles(readRun(folder).report)
  yield obstacle === undefined
    ? { what: 'claim', ok: true, detail: 'the report has no obstacle to it' }
    : { what: 'claim', ok: false, detail: `the report does not bear it out: ${obstacle}` }
}

/** Lists the statements below a folder, and writes their listing. */
export function writeListing(folder: string, keyFile: string | undefined, file = join(folder, 'index.html')) {
  const found = globSync('**/statement.json', { cwd: folder }).sort()
  const listed = found.flatMap((name) => listStatement(join(folder, name), dirname(file), keyFile))
  if (listed.length === 0) throw new HarnessError('ERR_INPUT', `there is no ${claimFiles.statement} in ${folder}`)
  writeText(file, renderListing(listed))
  return { file, listed }
}

function listStatement(file: string, from: string, keyFile: string | undefined): readonly ListedStatement[] {
  const signed = readSigned(file)
  if (!signed) return []
  const wrong = [...checkStatement(file, keyFile)].find(({ ok }) => ok === false)
  const page = join(dirname(file), claimFiles.page)
  const href = relative(from, existsSync(page) ? page : file)
    .split('\\')
    .join('/')
  return [{ statement: signed.statement, href, ...(wrong && { problem: `${wrong.what} ${wrong.detail}` }) }]
}
