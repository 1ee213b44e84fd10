import { standardProfiles } from '../../../model/decision.ts'
import type { Command } from '../../terminal/command.ts'
import { writeMessage } from '../../terminal/messages.ts'
import { parseChoice } from '../../terminal/values.ts'
import { section, seed } from '../flags.ts'
import { createTicker } from '../ticker.ts'

/** `assay vectors`: what reference actors make, valid and with one fault each, labelled for verifiers in other languages. */
export const vectors: Command = {
  summary: 'export valid and faulty artefacts with labels, for verifiers in other languages',
  usage: 'assay vectors [ID] ...',
  flags: {
    'what to export': {
      section,
      members: { value: 'N', meaning: 'how many members of each family (default 1)' },
      seed,
      profile: { value: 'NAME', meaning: `a standard by itself: ${standardProfiles.join(', ')}` },
    },
    'what to write': {
      out: { value: 'DIR', meaning: 'write one NDJSON file for each kind (default: all to standard output)' },
    },
  },
  examples: {
    'assay vectors --out vectors': 'files that `assay verify vectors` can read',
    'assay vectors --profile sd-jwt --out vectors':
      'SD-JWTs, legal and with one fault each, for any verifier of RFC 9901',
  },
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
    const name = args.text('profile')
    if (name !== undefined) {
      const { listStandardVectors } = await import('../../prove/standard-vectors.ts')
      const made = listStandardVectors(parseChoice('--profile', name, standardProfiles))
      for (const vector of made) write(JSON.stringify(vector), vector.kind)
      writeMessage(terminal, 'note', describeCount(made.length, folder))
      return 0
    }
    const ticker = createTicker(terminal)
    let count = 0
    const { written, lost } = await exportVectors(readChoice(args), sampling, (vector) => {
      write(JSON.stringify(vector), vector.kind)
      ticker.tick(`${++count} vectors so far`)
    })
    ticker.end()
    writeMessage(terminal, 'note', describeCount(written, folder))
    if (lost.length > 0) writeMessage(terminal, 'note', `these show in no single artefact: ${lost.join(', ')}`)
    return 0
  },
}

const describeCount = (count: number, folder: string | undefined): string =>
  `${count} vectors${folder === undefined ? '' : ` in ${folder}`}`
