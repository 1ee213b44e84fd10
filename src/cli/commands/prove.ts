import type { Command } from '../../terminal/command.ts'
import { json, section, seed } from '../flags.ts'

/** `assay prove`. */
export const prove: Command = {
  summary: 'prove the checks: every fault is detected, every variant is accepted, and nothing is missing',
  usage: 'assay prove [ID] ...',
  flags: {
    'what to prove': {
      section,
      members: { value: 'N', meaning: 'how many members of each family (default 10; 1 for disabled validations)' },
      seed,
    },
    'what to print': { json },
  },
  examples: {
    'assay prove': 'everything',
    'assay prove SD-DIGEST --members 100': 'the faults of one requirement, thoroughly',
  },
  run: async (args, { out, paint }) => {
    const [
      { readMembers, readNumber },
      { listStaleFiles, listStaleLists },
      { readChoice },
      { isProven, proveChoice },
      { summarizeProof },
    ] = await Promise.all([
      import('../../terminal/arguments.ts'),
      import('../../author/checkout.ts'),
      import('../../prove/catalogue.ts'),
      import('../../prove/prove-choice.ts'),
      import('../../prove/prove.ts'),
    ])
    const [seed, members, probeMembers] = [readNumber(args, 'seed', 1), readMembers(args, 10, 1), readMembers(args, 1)]
    const { catalogue, proof } = await proveChoice(
      { choice: readChoice(args), seed, members, probeMembers },
      { lists: listStaleLists, files: listStaleFiles },
    )
    const exitCode = isProven(proof) ? 0 : 5
    if (args.has('json')) out(JSON.stringify({ seed, members, ...summarizeProof(proof), exitCode }, null, 2))
    else {
      const { formatProof } = await import('../../prove/proof-lines.ts')
      for (const line of formatProof(catalogue, proof, { seed, members }, paint)) out(line)
    }
    return exitCode
  },
}
