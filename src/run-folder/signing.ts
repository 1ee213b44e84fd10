import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type JsonWebKeyInput,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import type { RunVerdict } from '../../model/run-report.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { type Jws, readJws } from '../../protocol/jose/jws.ts'
import { readBounded, readOrExplain } from '../files/inputs.ts'
import { writeText } from '../files/write.ts'
import { readRun } from './read-run.ts'
import { runFiles } from './run-files.ts'

/** The file of the signature in the folder of a run. */
export const signatureFile = 'report.jws'

/** Signs the digests of report and record, and writes the JWS to a file. */
export function signRun(
  path: string,
  keyFile: string,
  file = join(path, signatureFile),
): { readonly file: string; readonly verdict: RunVerdict } {
  const { report } = readRun(path)
  const key = readKey(keyFile, createPrivateKey)
  const payload = {
    report: computeFileDigest(join(path, runFiles.report)),
    ...(report.record && { record: report.record.sha256 }),
    verdict: report.verdict.result,
    tool: report.tool,
    startedAt: report.startedAt,
  }
  writeText(file, `${makeJws(payload, key)}\n`)
  return { file, verdict: report.verdict.result }
}

/** The `typ` of the signature of a report. */
const reportType = 'assay-report+jwt'

/** Signs a payload as a compact JWS. */
export function makeJws(payload: object, key: KeyObject, typ = reportType): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { alg, digest } = chooseAlgorithm(key)
  const input = `${encode({ alg, typ })}.${encode(payload)}`
  return `${input}.${sign(digest, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** One thing that was checked about a stored report. */
export interface ReportCheck {
  readonly what:
    | 'signature'
    | 'report'
    | 'record'
    | 'digest'
    | 'private'
    | 'form'
    | 'outcomes'
    | 'statement'
    | 'stated'
    | 'content'
    | 'page'
    | 'claim'
  /** Absent where it could not be checked. */
  readonly ok?: boolean
  readonly detail: string
}

/** Whether a run has a signature beside its report. */
export const hasSignature = (path: string): boolean => isFile(join(path, signatureFile))

/** Checks the signature of a run, and that report and record are the signed ones. */
export function* checkSignature(
  path: string,
  {
    file = join(path, signatureFile),
    keyFile,
  }: { readonly file?: string | undefined; readonly keyFile?: string | undefined },
): Generator<ReportCheck> {
  if (!isFile(file)) return yield { what: 'signature', detail: `the report is not signed: there is no ${file}` }
  const text = readBounded(file)
    .toString('utf8')
    .replace(/\r?\n$/, '')
  const read = readToken(text, reportType)
  if ('problem' in read) return yield { what: 'signature', ok: false, detail: `${file}: ${read.problem}` }
  if (keyFile === undefined) yield { what: 'signature', detail: 'not verified: give the public key with --key FILE' }
  else yield verifySignature(read.jws, keyFile)
  yield* compareWithSigned(path, read.jws.payload)
}

function* compareWithSigned(path: string, payload: JsonObject): Generator<ReportCheck> {
  const file = join(path, runFiles.report)
  yield isFile(file)
    ? compareDigest('report', payload.report, file)
    : { what: 'report', ok: false, detail: `there is no ${runFiles.report}, and one was signed` }
  const record = join(path, runFiles.record)
  if (isFile(record)) yield compareDigest('record', payload.record, record)
  else if (payload.record !== undefined)
    yield { what: 'record', ok: false, detail: `there is no ${runFiles.record}, and one was signed` }
}

function verifySignature(jws: Jws, keyFile: string): ReportCheck {
  const key = readKey(keyFile, createPublicKey)
  const ok = isSignedWith(key, jws)
  return { what: 'signature', ok, detail: ok ? `valid, ${chooseAlgorithm(key).alg}` : 'not made with this key' }
}

function isSignedWith(key: KeyObject, { header, signingInput, signature }: Jws): boolean {
  const { alg, digest } = chooseAlgorithm(key)
  const input = Buffer.from(signingInput)
  return header.alg === alg && verify(digest, input, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** A JWS of ours, or why the text is none. */
type ReadToken = { readonly jws: Jws } | { readonly problem: string }

/** Takes a JWS of ours apart: three parts and nothing else, of the type that is due, without an extension. */
function readToken(text: string, typ: string): ReadToken {
  const read = attempt(() => readJws(text))
  if (!('value' in read)) return { problem: read.problem.message }
  const { header } = read.value
  if (header.typ !== typ) return { problem: `its "typ" is not ${typ}` }
  if (header.crit !== undefined || header.b64 !== undefined)
    return { problem: 'it needs an extension ("crit") that is not supported' }
  return { jws: read.value }
}

/** The payload of a compact JWS of ours; `undefined` if it is none, or was not signed with the key. */
export function readVerifiedPayload(text: string, key: KeyObject, typ: string): JsonObject | undefined {
  const read = readToken(text, typ)
  return 'jws' in read && isSignedWith(key, read.jws) ? read.jws.payload : undefined
}

const compareDigest = (what: 'report' | 'record', expected: unknown, file: string): ReportCheck =>
  expected === computeFileDigest(file)
    ? { what, ok: true, detail: 'is the signed one' }
    : { what, ok: false, detail: 'was changed after it was signed' }

/** Whether there is a file. */
export const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true

/** SHA-256 of a file, in hexadecimal. */
export const computeFileDigest = (file: string): string => createHash('sha256').update(readBounded(file)).digest('hex')

/** The algorithm that a key signs with. */
function chooseAlgorithm({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): {
  readonly alg: 'ES256' | 'EdDSA'
  readonly digest: 'sha256' | null
} {
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return { alg: 'ES256', digest: 'sha256' }
  if (type === 'ed25519') return { alg: 'EdDSA', digest: null }
  throw new HarnessError('ERR_CONTEXT', 'the key that signs a report is a P-256 or an Ed25519 key')
}

interface PemInput {
  readonly key: string
  readonly format: 'pem'
}

/** Reads a key, a JWK or PEM. No error message contains any of it. */
export function readKey(file: string, create: (input: JsonWebKeyInput | PemInput) => KeyObject): KeyObject {
  const text = readOrExplain(file, () => readFileSync(file, 'utf8'))
  try {
    const isJwk = text.trimStart().startsWith('{')
    return create(isJwk ? { key: JSON.parse(text), format: 'jwk' } : { key: text, format: 'pem' })
  } catch {
    throw new HarnessError('ERR_CONTEXT', `${file} contains no key that can be used here`)
  }
}
