import { HarnessError } from '../../../model/errors.ts'
import type { Command } from '../../terminal/command.ts'

/** `assay new`. */
export const create: Command = {
  usage: 'assay new requirement ID --kind KIND | --exchange',
  flags: {
    'where it shows': {
      kind: { value: 'KIND', meaning: 'in artefacts of this kind' },
      exchange: { meaning: 'in the messages of a whole exchange' },
    },
    'what it says': {
      text: { value: 'SENTENCE', meaning: 'the requirement in one sentence' },
      role: { value: 'ROLE', meaning: 'the role that must meet it (default: the most frequent role of its table)' },
      force: { value: 'FORCE', meaning: 'must, must not, stated, should (default), info or gap' },
      standard: {
        value: 'SOURCE',
        meaning: 'the standard and its section, if the requirement is not from the document',
      },
    },
  },
  examples: {
    'assay new requirement NONCE-LENGTH --kind nonce-response':
      'a requirement of suites/document/nonce that an artefact shows',
    'assay new requirement NONCE-PRAGMA --exchange':
      'a requirement of suites/document/nonce that only an exchange shows',
  },
  run: async (args, { out }) => {
    const [what = '', id, ...rest] = args.positionals
    if (what !== 'requirement' || id === undefined || rest.length > 0) {
      throw new HarnessError('ERR_USAGE', '`assay new` needs what to write: assay new requirement ID')
    }
    const { authoredSuite } = await import('../../../suites/authored.ts')
    const given = { kind: args.text('kind'), force: args.text('force'), role: args.text('role') }
    const texts = { text: args.text('text'), standard: args.text('standard') }
    const files = authoredSuite.writeRequirement({ id, isInExchange: args.has('exchange'), ...given, ...texts })
    for (const file of files) out(`written: ${file}`)
    out(`next: npx assay prove ${id}`)
    return 0
  },
}
