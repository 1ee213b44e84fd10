import { HarnessError } from '../../../model/errors.ts'
import { verdictLabels } from '../../../reporters/text/labels.ts'
import type { Command } from '../../terminal/command.ts'

/** `assay sign`. */
export const sign: Command = {
  usage: 'assay sign RUN --key FILE',
  flags: {
    keys: { key: { value: 'FILE', meaning: 'a private key, P-256 or Ed25519, as JWK or PEM' } },
    'what to write': {
      out: { value: 'FILE', meaning: 'the file of the signature (default: report.jws beside the report)' },
    },
  },
  examples: { 'assay sign out --key private.pem': 'a JWS over the digests of report and record' },
  run: async (args, terminal) => {
    const [path, ...more] = args.positionals
    const key = args.text('key')
    if (path === undefined || more.length > 0) {
      throw new HarnessError('ERR_USAGE', '`assay sign` needs the folder of one run, such as out')
    }
    if (key === undefined) throw new HarnessError('ERR_USAGE', '`assay sign` needs a private key: --key FILE')
    const { signRun } = await import('../../run-folder/signing.ts')
    const { file, verdict } = signRun(path, key, args.text('out'))
    terminal.out(`${file}  signed; the verdict is ${verdictLabels[verdict]}`)
    return 0
  },
}
