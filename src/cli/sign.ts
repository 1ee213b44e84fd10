import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../model/errors.ts'
import type { Run } from './arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import { attempt } from './inputs.ts'
import { writeText } from './outputs.ts'
import { readRun } from './run/forms.ts'
import { runFiles } from './run-folder.ts'
import { algorithmOf, keyIn, signatureFile } from './signing.ts'

/** `assay sign`: signs a report, and with it the record that it was made with. */
export const run: Run = (args, terminal): ExitCode => {
  const [path, ...more] = args.positionals
  const keyFile = args.text('key')
  if (path === undefined || more.length > 0)
    throw new HarnessError('ERR_USAGE', 'give one folder of a run, such as out')
  if (keyFile === undefined) throw new HarnessError('ERR_USAGE', 'give a private key with --key FILE')
  const { report } = readRun(path)
  const key = keyIn(keyFile, createPrivateKey)
  const octets = attempt(path, () => readFileSync(join(path, runFiles.report)))
  const payload = {
    report: createHash('sha256').update(octets).digest('hex'),
    ...(report.record && { record: report.record.sha256 }),
    verdict: report.verdict.result,
    tool: report.tool,
    startedAt: report.startedAt,
  }
  const file = args.text('out') ?? join(path, signatureFile)
  writeText(file, `${compact(payload, key)}\n`)
  terminal.out(`${file}  ${report.verdict.result}`)
  return 0
}

function compact(payload: object, key: KeyObject): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { alg, digest } = algorithmOf(key)
  const input = `${encode({ alg, typ: 'assay-report+jwt' })}.${encode(payload)}`
  return `${input}.${sign(digest, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
