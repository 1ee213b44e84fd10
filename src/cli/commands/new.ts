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
      role: { value: 'ROLE', meaning: 'the role that it binds (default: the role that most rows of its table bind)' },
      force: { value: 'FORCE', meaning: 'must, must not, stated, should (default), info or gap' },
      standard: { value: 'SOURCE', meaning: 'the standard and section it comes from, if not from the document' },
    },
  },
  examples: {
    'assay new requirement NONCE-LENGTH --kind nonce-response': 'a row of suites/nonce that one artefact shows',
    'assay new requirement NONCE-PRAGMA --exchange': 'a row of suites/nonce that only an exchange shows',
  },
  run: async (args, { out }) => {
    const [what = '', id, ...rest] = args.positionals
    if (what !== 'requirement' || id === undefined || rest.length > 0) {
      throw new HarnessError('ERR_USAGE', '`assay new` needs what to write: assay new requirement ID')
    }
    const { writeRequirement } = await import('../../author/new-requirement.ts')
    const given = { kind: args.text('kind'), force: args.text('force'), role: args.text('role') }
    const texts = { text: args.text('text'), standard: args.text('standard') }
    const files = writeRequirement({ id, isInExchange: args.has('exchange'), ...given, ...texts })
    for (const file of files) out(`written: ${file}`)
    out(`next: npx assay prove ${id}`)
    return 0
  },
}
