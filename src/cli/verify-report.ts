import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { counted, listed } from '../../reporters/lines.ts'
import { diffOf } from '../harness/diff.ts'
import { HarnessError } from '../model/errors.ts'
import { isObject, type JsonObject, parseJsonObject } from '../protocol/json.ts'
import { attempt as tried } from '../protocol/problem.ts'
import type { Arguments, Run } from './arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import { attempt } from './inputs.ts'
import { keptIn, rejudgedFrom } from './rejudge.ts'
import { runFiles } from './run-folder.ts'
import { algorithmOf, keyIn, signatureFile } from './signing.ts'

/** One thing that was looked at. */
interface Look {
  readonly what: string
  /** Nothing, where it could not be looked at. */
  readonly ok?: boolean
  readonly detail: string
}

/** `assay verify-report`: whether a report is signed, is what was signed, and is true to its record. */
export const run: Run = (args, terminal): ExitCode => {
  const [path, ...more] = args.positionals
  if (path === undefined || more.length > 0)
    throw new HarnessError('ERR_USAGE', 'give one folder of a run, such as out')
  const looks = [...signatureLooks(path, args), recordLook(path), outcomesLook(path, args)]
  if (args.has('json')) terminal.out(JSON.stringify({ schemaVersion: 1, looks }, undefined, 2))
  else for (const { what, ok, detail } of looks) terminal.out(`${mark(ok, terminal)} ${what.padEnd(10)} ${detail}`)
  if (looks.some(({ ok }) => ok === false)) return 1
  // A report whose signature is not there, or not looked at, may be anybody's.
  return looks.some(({ what, ok }) => what === 'signature' && ok === undefined) ? 3 : 0
}

const mark = (ok: boolean | undefined, { paint }: Parameters<Run>[1]): string =>
  ok === undefined ? paint('doubt', '?') : ok ? paint('good', '✔') : paint('bad', '✖')

const digestOf = (file: string): string =>
  createHash('sha256')
    .update(attempt(file, () => readFileSync(file)))
    .digest('hex')

const isThere = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true

function* signatureLooks(path: string, args: Arguments): Generator<Look> {
  const keyFile = args.text('key')
  const file = args.text('signature') ?? join(path, signatureFile)
  if (!isThere(file)) return yield { what: 'signature', detail: `there is no ${file}: nobody vouches for the report` }
  const [header = '', body = '', signature = ''] = attempt(file, () => readFileSync(file, 'utf8'))
    .trim()
    .split('.')
  const payload = objectIn(body)
  if (!payload) return yield { what: 'signature', ok: false, detail: `${file} is no signature of a report` }
  if (keyFile === undefined) yield { what: 'signature', detail: 'give the public key with --key FILE to look at it' }
  else yield signed(`${header}.${body}`, signature, header, keyFile)
  const isSame = payload.report === digestOf(join(path, runFiles.report))
  yield { what: 'report', ok: isSame, detail: isSame ? 'is what was signed' : 'is not what was signed: it was changed' }
  const record = join(path, runFiles.record)
  if (typeof payload.record !== 'string' || !isThere(record)) return
  const isKept = payload.record === digestOf(record)
  yield { what: 'record', ok: isKept, detail: isKept ? 'is what was signed' : 'is not what was signed: it was changed' }
}

function signed(input: string, signature: string, header: string, keyFile: string): Look {
  const key = keyIn(keyFile, createPublicKey)
  const { alg, digest } = algorithmOf(key)
  const isOurs = objectIn(header)?.alg === alg
  const octets = Buffer.from(signature, 'base64url')
  const ok = isOurs && verify(digest, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }, octets)
  return { what: 'signature', ok, detail: ok ? `is good, by ${alg}` : 'is not by this key' }
}

function objectIn(part: string): JsonObject | undefined {
  const read = tried(() => parseJsonObject(Buffer.from(part, 'base64url').toString('utf8')))
  return 'value' in read && isObject(read.value) ? read.value : undefined
}

/** A report names the record that it was made with. */
function recordLook(path: string): Look {
  const { record: wanted } = JSON.parse(attempt(path, () => readFileSync(join(path, runFiles.report), 'utf8')))
  const file = join(path, runFiles.record)
  if (!isObject(wanted)) return { what: 'digest', detail: 'the report names no record' }
  if (!isThere(file)) return { what: 'digest', detail: `${runFiles.record} is not there` }
  const ok = wanted.sha256 === digestOf(file)
  return {
    what: 'digest',
    ok,
    detail: ok ? 'the record is the one of the report' : 'the record is not the one of the report',
  }
}

/** The outcomes once more, out of everything that was said. Only who kept it can do that. */
function outcomesLook(path: string, args: Arguments): Look {
  const file = join(path, runFiles.private)
  if (!isThere(file)) {
    return { what: 'outcomes', detail: `not judged again: ${runFiles.private} is not there, see --keep-private` }
  }
  const read = readable(() => keptIn(path))
  if (typeof read === 'string') return { what: 'outcomes', ok: false, detail: read }
  const again = rejudgedFrom(read, args)
  const { report } = read
  const { changed, same } = diffOf(report, again)
  const isVerdict = again.verdict.result === report.verdict.result
  const other = [...changed.map(({ id }) => id), ...(isVerdict ? [] : ['the verdict'])]
  if (other.length === 0)
    return { what: 'outcomes', ok: true, detail: `${counted(same, 'requirement')} came out the same` }
  return { what: 'outcomes', ok: false, detail: `the record says otherwise: ${listed(other)}` }
}

function readable<T>(read: () => T): T | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof HarnessError) return error.message
    throw error
  }
}
