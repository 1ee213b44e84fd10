import { HarnessError } from '../../../model/errors.ts'
import type { Command } from '../../terminal/command.ts'
import { parseChoice } from '../../terminal/values.ts'

/** `assay completion`. */
export const completion: Command = {
  summary: 'print a script that completes commands and flags in bash, zsh or fish',
  usage: 'assay completion bash | zsh | fish',
  flags: {},
  examples: {
    'assay completion bash': 'put `source <(npx assay completion bash)` into ~/.bashrc',
    'assay completion fish': 'write it to ~/.config/fish/completions/assay.fish',
  },
  run: async ({ positionals: [shell, ...more] }, { out }) => {
    const { makeCompletion, shells } = await import('../completion.ts')
    if (shell === undefined || more.length > 0) {
      throw new HarnessError('ERR_USAGE', `\`assay completion\` needs one of ${shells.join(', ')}`)
    }
    out(makeCompletion(parseChoice('assay completion', shell, shells)).trimEnd())
    return 0
  },
}
