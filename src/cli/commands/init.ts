import { targetRoles } from '../../../model/role.ts'
import type { Command } from '../../terminal/command.ts'

/** `assay init`. */
export const init: Command = {
  usage: 'assay init [FOLDER]',
  flags: {
    'what to test': {
      role: { value: 'ROLE', meaning: `the role under test: ${targetRoles.join(', ')}` },
      url: {
        value: 'URL',
        meaning: 'its base URL; without --role, that of an issuer, whose metadata, keys and one nonce are read',
      },
    },
    'what to write': {
      ci: { value: 'NAME', meaning: 'write a workflow, github or gitlab; without --role and --url nothing else' },
      force: { meaning: 'overwrite files that exist' },
    },
  },
  examples: {
    'assay init': 'a configuration in which reference actors play every role',
    'assay init --role issuer --url https://issuer.example': 'one for your issuer, with what it publishes filled in',
    'assay init --role wallet --ci github': 'one for a wallet, and a workflow that runs it',
    'assay init --ci github': 'a workflow that runs the configuration in this folder',
  },
  run: async (args, terminal) => {
    const [{ writeConfiguration }, { inspectTarget }] = await Promise.all([
      import('../../init/init.ts'),
      import('../../init/inspect.ts'),
    ])
    return writeConfiguration(args, terminal, inspectTarget)
  },
}
