import type { Command } from '../../terminal/command.ts'
import { writeMessage } from '../../terminal/messages.ts'
import { section, seed } from '../flags.ts'

/** `assay vectors`: what reference actors make, valid and with one fault each, labelled for verifiers in other languages. */
export const vectors: Command = {
  summary: 'export valid and faulty artefacts with labels, for verifiers in other languages',
  usage: 'assay vectors [ID] ...',
  flags: {
    'what to export': {
      section,
      members: { value: 'N', meaning: 'how many members of each family (default 1)' },
      seed,
    },
    'what to write': {
      out: { value: 'DIR', meaning: 'write one NDJSON file for each kind (default: all to standard output)' },
    },
  },
  examples: { 'assay vectors --out vectors': 'files that `assay verify vectors` can read' },
  run: async (args, terminal) => {
    const [{ exportVectors }, { writeByKind }, { readChoice }, { readMembers, readNumber }] = await Promise.all([
      import('../../prove/export-vectors.ts'),
      import('../../files/ndjson.ts'),
      import('../../prove/catalogue.ts'),
      import('../../terminal/arguments.ts'),
    ])
    const folder = args.text('out')
    const write = folder === undefined ? terminal.out : writeByKind(folder)
    const sampling = { seed: readNumber(args, 'seed', 1), members: readMembers(args, 1) }
    const { written, lost } = await exportVectors(readChoice(args), sampling, (vector) =>
      write(JSON.stringify(vector), vector.kind),
    )
    writeMessage(terminal, 'note', `${written} vectors${folder === undefined ? '' : ` in ${folder}`}`)
    if (lost.length > 0) writeMessage(terminal, 'note', `these show in no single artefact: ${lost.join(', ')}`)
    return 0
  },
}
