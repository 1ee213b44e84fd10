import { HarnessError } from '../../../model/errors.ts'
import { artefactKinds } from '../../../protocol/artefacts/artefact-kinds.ts'
import { writeJson } from '../../../reporters/text/sanitize.ts'
import { groupings } from '../../audit/sources/audit-plan.ts'
import type { Command } from '../../terminal/command.ts'
import { writeMessage } from '../../terminal/messages.ts'
import { bindingFlags, issuerFlags, json, judgeFlags, queueFlags, via } from '../flags.ts'

/** `assay audit`: judges every artefact of large sources, and what they show together. */
export const audit: Command = {
  usage: 'assay audit FILE | FOLDER | PATTERN | - ...',
  flags: {
    'where the artefacts are': {
      format: {
        value: 'FORM',
        meaning: 'the form of all sources: lines, csv or whole (default: from the name of each file)',
      },
      pointer: { value: 'POINTER', meaning: 'JSON Pointer to the artefact in each line, if lines are JSON objects' },
      'id-pointer': {
        value: 'POINTER',
        meaning: 'JSON Pointer to the id that reports show for the artefact; it must not be private',
      },
      column: { value: 'NAME', meaning: 'the CSV column with the artefact, by name or number (default 1)' },
      as: {
        value: 'KIND',
        meaning: `the kind of all artefacts, if it cannot be recognised: ${artefactKinds.join(', ')}`,
      },
    },
    'what you know about them': {
      ...issuerFlags,
      anchors: {
        value: 'FILE',
        meaning: 'trusted root certificates (PEM): of devices, or of issuers and verifiers of a standard',
      },
      ...bindingFlags,
      now: { value: 'TIME', meaning: 'seconds since 1970 or ISO 8601 (default: the clock)' },
    },
    'how to read the document': judgeFlags,
    'how to work': {
      sample: { value: 'N', meaning: 'judge N lines, drawn at random' },
      seed: { value: 'SEED', meaning: 'the seed of the sample (default 1)' },
      limit: { value: 'N', meaning: 'judge only the first N lines' },
      'fail-fast': { meaning: 'stop at the first failure' },
      threads: { value: 'N', meaning: 'the number of threads (default: one per processor)' },
      resume: { meaning: 'continue the interrupted audit in the output folder' },
    },
    'on many machines': {
      via,
      shared: { meaning: 'let workers read the sources themselves; nothing of them is sent through the queue' },
      subject: { value: 'SUBJECT', meaning: 'audit the messages of this subject, which a stream of the server keeps' },
      ...queueFlags,
    },
    'what to write': {
      'group-by': { value: 'PROPERTY', meaning: `also group failures by: ${groupings.join(', ')}` },
      out: { value: 'FOLDER', meaning: 'the folder for the results (default assay-audit)' },
      json,
    },
  },
  examples: {
    'assay audit credentials.ndjson.zst --jwks jwks.json --issuer https://issuer.example':
      'one credential per line, compressed',
    'assay audit export/ --pointer /credential --id-pointer /serial --jwks jwks.json --issuer https://issuer.example':
      'one JSON object per line, in every file of a folder',
    'assay audit dump.csv --column sd_jwt --jwks jwks.json --issuer https://issuer.example --out audit-2026':
      'a column of a CSV file',
    'assay audit credentials.ndjson.zst --jwks jwks.json --issuer https://issuer.example --sample 1000 --seed 7':
      'a thousand lines, drawn at random',
    'assay audit credentials.ndjson.zst --jwks jwks.json --issuer https://issuer.example --via nats://queue.example':
      'by `assay worker` on other machines',
  },
  run: async (args, terminal) => {
    if (args.positionals.length === 0 && args.text('subject') === undefined)
      throw new HarnessError('ERR_USAGE', '`assay audit` needs a file, a folder or `-`')
    const [{ runAudit }, { formatAuditSummary }] = await Promise.all([
      import('../../audit/run-audit.ts'),
      import('../../../reporters/audit/summary.ts'),
    ])
    const { report, folder } = await runAudit(args, terminal)
    if (!report) {
      writeMessage(terminal, 'note', `interrupted; continue with --resume --out ${folder}`)
      return 130
    }
    if (args.has('json')) terminal.out(writeJson(report, 2))
    else for (const line of formatAuditSummary(report, folder, terminal.paint)) terminal.out(line)
    return report.exitCode as 0 // one of the codes: it comes from their table
  },
}

/** `assay worker`: does what audits and campaigns on other machines put into a queue. */
export const worker: Command = {
  usage: 'assay worker nats://HOST',
  flags: {
    'how to work': {
      threads: { value: 'N', meaning: 'the number of threads (default: one per processor)' },
      sources: {
        value: 'FOLDER',
        meaning: 'the sources of audits with --shared: a folder or the URL of a server (default: this folder)',
      },
      targets: { meaning: 'also run tests against the targets that `assay run CONFIG ... --via` names' },
    },
    'how to reach the server': queueFlags,
  },
  examples: {
    'assay worker nats://queue.example:4222': 'work with all processors of this machine',
    'assay worker nats://queue.example --threads 4': 'work with four threads',
    'assay worker nats://queue.example --targets --threads 8':
      'also test the targets of `assay run CONFIG ... --via`, eight at a time',
    'assay worker nats://queue.example --sources /mnt/export': 'read the sources from a shared folder',
  },
  run: async (args, terminal) => {
    const [address, ...others] = args.positionals
    if (address === undefined || others.length > 0)
      throw new HarnessError('ERR_USAGE', '`assay worker` needs the address of one NATS server')
    const { runWorker } = await import('../../remote/run-worker.ts')
    await runWorker(address, args, terminal)
    return 0
  },
}
