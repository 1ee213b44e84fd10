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
import { isObject, type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readOrExplain } from '../files/inputs.ts'
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
    report: digestFile(join(path, runFiles.report)),
    ...(report.record && { record: report.record.sha256 }),
    verdict: report.verdict.result,
    tool: report.tool,
    startedAt: report.startedAt,
  }
  writeText(file, `${makeJws(payload, key)}\n`)
  return { file, verdict: report.verdict.result }
}

/** Signs a payload as a compact JWS. */
export function makeJws(payload: object, key: KeyObject, typ = 'assay-report+jwt'): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { alg, digest } = chooseAlgorithm(key)
  const input = `${encode({ alg, typ })}.${encode(payload)}`
  return `${input}.${sign(digest, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** One thing that was checked about a stored report. */
export interface ReportCheck {
  readonly what: 'signature' | 'report' | 'record' | 'digest' | 'outcomes' | 'statement' | 'page' | 'claim'
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
  const [header = '', body = '', signature = ''] = readOrExplain(file, () => readFileSync(file, 'utf8'))
    .trim()
    .split('.')
  const payload = decodeObject(body)
  if (!payload) return yield { what: 'signature', ok: false, detail: `${file} is not the signature of a report` }
  if (keyFile === undefined) yield { what: 'signature', detail: 'not verified: give the public key with --key FILE' }
  else yield verifySignature(`${header}.${body}`, signature, header, keyFile)
  yield compareDigest('report', payload.report, join(path, runFiles.report))
  const record = join(path, runFiles.record)
  if (typeof payload.record === 'string' && isFile(record)) yield compareDigest('record', payload.record, record)
}

function verifySignature(input: string, signature: string, header: string, keyFile: string): ReportCheck {
  const key = readKey(keyFile, createPublicKey)
  const ok = isSignedWith(key, input, signature, header)
  return { what: 'signature', ok, detail: ok ? `valid, ${chooseAlgorithm(key).alg}` : 'not made with this key' }
}

function isSignedWith(key: KeyObject, input: string, signature: string, header: string): boolean {
  const { alg, digest } = chooseAlgorithm(key)
  const octets = Buffer.from(signature, 'base64url')
  return (
    decodeObject(header)?.alg === alg && verify(digest, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }, octets)
  )
}

/** The payload of a compact JWS; `undefined` if it was not signed with the key. */
export function readVerifiedPayload(jws: string, key: KeyObject): JsonObject | undefined {
  const [header = '', body = '', signature = ''] = jws.split('.')
  return isSignedWith(key, `${header}.${body}`, signature, header) ? decodeObject(body) : undefined
}

const compareDigest = (what: 'report' | 'record', expected: unknown, file: string): ReportCheck =>
  expected === digestFile(file)
    ? { what, ok: true, detail: 'is the signed one' }
    : { what, ok: false, detail: 'was changed after it was signed' }

/** Checks that the record in the folder is the one that the report was made from. */
export function checkRecord(path: string): ReportCheck {
  const { record: expected } = JSON.parse(readOrExplain(path, () => readFileSync(join(path, runFiles.report), 'utf8')))
  const file = join(path, runFiles.record)
  if (!isObject(expected)) return { what: 'digest', detail: 'the report names no record' }
  if (!isFile(file)) return { what: 'digest', detail: `there is no ${runFiles.record}` }
  return expected.sha256 === digestFile(file)
    ? { what: 'digest', ok: true, detail: 'the record is the one that the report was made from' }
    : { what: 'digest', ok: false, detail: 'the record is not the one that the report was made from' }
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true

const digestFile = (file: string): string =>
  createHash('sha256')
    .update(readOrExplain(file, () => readFileSync(file)))
    .digest('hex')

function decodeObject(part: string): JsonObject | undefined {
  const read = attempt(() => parseJsonObject(Buffer.from(part, 'base64url').toString('utf8')))
  return 'value' in read ? read.value : undefined
}

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
