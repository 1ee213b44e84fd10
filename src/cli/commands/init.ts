import { targetRoles } from '../../../model/role.ts'
import { playedStandards } from '../../config/tested-roles.ts'
import type { Command } from '../../terminal/command.ts'

/** `assay init`. */
export const init: Command = {
  usage: 'assay init [FOLDER]',
  flags: {
    'what to test': {
      suite: { value: 'SUITE', meaning: `a standard instead of the document: ${playedStandards.join(', ')}` },
      role: {
        value: 'ROLE',
        meaning: `the role under test: ${targetRoles.join(', ')}; by a standard: issuer, verifier, wallet, holder`,
      },
      url: {
        value: 'URL',
        meaning:
          'its base URL; without --role, the URL of an issuer. Assay reads its metadata, keys and one nonce. By a standard: an offer, a request, or a driver',
      },
    },
    'what to write': {
      ci: {
        value: 'NAME',
        meaning: 'write a workflow for github or gitlab; without --role and --url, only the workflow',
      },
      force: { meaning: 'overwrite existing files' },
    },
  },
  examples: {
    'assay init': 'a configuration without a target: reference actors play every role',
    'assay init --role issuer --url https://issuer.example':
      'a configuration for your issuer, filled in from what it publishes',
    'assay init --suite openid4vci-1.0 --url https://issuer.example/new-offer':
      'a configuration for an issuer of OpenID4VCI 1.0',
    'assay init --role wallet --ci github': 'a configuration for a wallet, and a workflow that runs it',
    'assay init --ci github': 'a workflow that runs the configuration in this folder',
  },
  run: async (args, terminal) => {
    const [{ writeConfiguration }, { inspectedSuite }] = await Promise.all([
      import('../../init/init.ts'),
      import('../../../suites/inspected.ts'),
    ])
    return writeConfiguration(args, terminal, inspectedSuite.inspectTarget)
  },
}
