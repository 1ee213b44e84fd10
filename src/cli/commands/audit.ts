import { artefactProfiles } from '../../../model/decision.ts'
import { HarnessError } from '../../../model/errors.ts'
import { keyBindingPolicies } from '../../../model/finding.ts'
import { artefactKinds } from '../../../protocol/artefacts/artefact-kinds.ts'
import { writeJson } from '../../../reporters/text/sanitize.ts'
import { groupings } from '../../audit/sources/audit-plan.ts'
import { profileFlags } from '../../config/run-flags.ts'
import type { Command } from '../../terminal/command.ts'
import { writeMessage } from '../../terminal/messages.ts'
import { json, queueFlags } from '../flags.ts'

/** `assay audit`: judges every artefact of large sources, and what they show together. */
export const audit: Command = {
  usage: 'assay audit FILE | FOLDER | PATTERN | - ...',
  flags: {
    'where the artefacts are': {
      format: {
        value: 'FORM',
        meaning: 'what all sources have: lines, csv or whole (default: by the name of each file)',
      },
      pointer: { value: 'POINTER', meaning: 'JSON pointer to the artefact, in lines that are JSON objects' },
      'id-pointer': {
        value: 'POINTER',
        meaning: 'JSON pointer to what reports call the artefact; it must not be private',
      },
      column: { value: 'NAME', meaning: 'column of a CSV file with the artefact, by its name or number (default 1)' },
      as: {
        value: 'KIND',
        meaning: `the kind of all artefacts, if it cannot be recognised: ${artefactKinds.join(', ')}`,
      },
    },
    'what you know about them': {
      jwks: { value: 'FILE', meaning: 'the JWK Set of the issuer' },
      key: {
        value: 'FILE',
        repeatable: true,
        meaning: 'private keys that decrypt what is encrypted: a JWK or a JWK Set',
      },
      issuer: { value: 'URL', meaning: 'the base URL of the issuer' },
      'status-base': { value: 'URL', meaning: 'the base URL of the status service' },
      anchors: { value: 'FILE', meaning: 'PEM certificates that are trusted as roots of device certificates' },
      audience: { value: 'TEXT', meaning: 'the verifier, as `aud` of a Key Binding JWT names it (--profile sd-jwt)' },
      'key-binding': {
        value: 'POLICY',
        meaning: `whether a Key Binding JWT has to be there: ${keyBindingPolicies.join(', ')} (default: allowed)`,
      },
      now: { value: 'TIME', meaning: 'seconds since 1970 or ISO 8601 (default: the clock)' },
    },
    'how to read the document': {
      ...profileFlags,
      profile: { value: 'NAME', meaning: `which profile sets the rules: ${artefactProfiles.join(', ')}` },
      gate: {
        value: 'GATE',
        meaning:
          'what must pass: `conformance` (the default) or `go-live` (also every security and privacy requirement)',
      },
      strict: { meaning: 'let recommendations decide the verdict as well' },
    },
    'how to work': {
      sample: { value: 'N', meaning: 'judge so many lines, drawn at random' },
      seed: { value: 'SEED', meaning: 'what the drawn lines depend on (default 1)' },
      limit: { value: 'N', meaning: 'judge only the first N lines' },
      'fail-fast': { meaning: 'end after the first failure' },
      threads: { value: 'N', meaning: 'how many threads judge (default: one for each processor)' },
      resume: { meaning: 'go on with the interrupted audit in the folder' },
    },
    'on many machines': {
      via: { value: 'URL', meaning: 'a NATS server, nats://HOST or tls://HOST: `assay worker` judges, on any machine' },
      shared: { meaning: 'let workers read the sources themselves, instead of sending them their content' },
      subject: { value: 'SUBJECT', meaning: 'audit the messages that a stream of the server keeps of a subject' },
      ...queueFlags,
    },
    'what to write': {
      'group-by': { value: 'PROPERTY', meaning: `count failures by it as well: ${groupings.join(', ')}` },
      out: { value: 'FOLDER', meaning: 'where the results are put (default assay-audit)' },
      json,
    },
  },
  examples: {
    'assay audit credentials.ndjson.zst --jwks jwks.json --issuer https://issuer.example':
      'a credential in each line, packed',
    'assay audit export/ --pointer /credential --id-pointer /serial --jwks jwks.json --issuer https://issuer.example':
      'a JSON object in each line of all files in a folder',
    'assay audit dump.csv --column sd_jwt --jwks jwks.json --issuer https://issuer.example --out audit-2026':
      'a column of a CSV file',
    'assay audit credentials.ndjson.zst --jwks jwks.json --issuer https://issuer.example --sample 1000 --seed 7':
      'a thousand lines, drawn at random',
    'assay audit credentials.ndjson.zst --jwks jwks.json --issuer https://issuer.example --via nats://queue.example':
      'judged by `assay worker` on other machines',
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
      writeMessage(terminal, 'note', `interrupted; go on with --resume --out ${folder}`)
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
      threads: { value: 'N', meaning: 'how many threads work (default: one for each processor)' },
      sources: {
        value: 'FOLDER',
        meaning:
          'where the sources of audits with --shared are: a folder, or the URL of a server (default: this folder)',
      },
    },
    'how to reach the server': queueFlags,
  },
  examples: {
    'assay worker nats://queue.example:4222': 'work with all processors of this machine',
    'assay worker nats://queue.example --threads 4': 'work with four threads',
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
