import { HarnessError } from '../../../model/errors.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { profileFlags } from '../../config/run-flags.ts'
import type { ReportCheck } from '../../run-folder/signing.ts'
import type { Command } from '../../terminal/command.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { json } from '../flags.ts'
import { writeDocument } from '../write-document.ts'

/** `assay verify-report`. */
export const verifyReport: Command = {
  usage: 'assay verify-report RUN|STATEMENT',
  flags: {
    keys: {
      key: { value: 'FILE', meaning: 'the public key of the signer, as JWK or PEM' },
      signature: { value: 'FILE', meaning: 'the file of the signature (default: report.jws beside the report)' },
    },
    'how to read the document': profileFlags,
    'what to print': { json },
  },
  examples: {
    'assay verify-report out/statement.json --key public.pem': 'a statement of conformance alone',
    'assay verify-report out --key public.pem':
      'check the signature, the digests and every form of the report; judge again if the messages were kept',
  },
  run: async (args, terminal) => {
    const [path, ...more] = args.positionals
    if (path === undefined || more.length > 0) {
      throw new HarnessError('ERR_USAGE', '`assay verify-report` needs the folder of one run, such as out')
    }
    const [{ checkSignature, hasSignature }, { checkRun }, { checkOutcomes }, { createJudge }] = await Promise.all([
      import('../../run-folder/signing.ts'),
      import('../../run-folder/check-run.ts'),
      import('../../compare/check-outcomes.ts'),
      import('../judge-again.ts'),
    ])
    const { checkContent, checkStatement, findStatement } = await import('../../claim/claim-files.ts')
    const statement = findStatement(path)
    const isRun = statement === undefined || statement !== path
    // A statement is signed itself: it takes the place of a signature of the report, unless there are both.
    const isSigned = statement === undefined || args.has('signature') || hasSignature(path)
    const key = args.text('key')
    const checks: ReportCheck[] = [
      ...(statement === undefined ? [] : checkStatement(statement, key)),
      ...(isRun && isSigned ? checkSignature(path, { file: args.text('signature'), keyFile: key }) : []),
    ]
    if (isRun) for await (const check of checkRun(path)) checks.push(check)
    const isReadable = !checks.some(({ what, ok }) => what === 'report' && ok === false)
    if (isRun && isReadable) {
      checks.push(...checkContent(path), await checkOutcomes(path, createJudge(args, terminal)))
    }
    if (args.has('json')) terminal.out(writeDocument({ checks }))
    else for (const check of checks) terminal.out(formatCheck(check, terminal))
    if (checks.some(({ ok }) => ok === false)) return 1
    return checks.some(({ what, ok }) => ok === undefined && decisive.has(what)) ? 3 : 0
  },
}

/** What has to be checked: anyone may have written a report without a signature, or a form that was not compared. */
const decisive: ReadonlySet<ReportCheck['what']> = new Set(['signature', 'statement', 'claim', 'form'])

function formatCheck({ what, ok, detail }: ReportCheck, { paint }: Terminal): string {
  const mark = ok === undefined ? paint('doubt', '?') : ok ? paint('good', '✔') : paint('bad', '✖')
  return `${mark} ${what.padEnd(10)} ${sanitize(detail, 4_000)}`
}
