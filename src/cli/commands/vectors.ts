import { type StandardProfile, standardProfiles } from '../../../model/decision.ts'
import { HarnessError } from '../../../model/errors.ts'
import { writeJson } from '../../../reporters/text/sanitize.ts'
import { makeSamplesAt, readNow } from '../../play/sample-time.ts'
import { readPreciseClock } from '../../runtime/clock.ts'
import type { Arguments } from '../../terminal/arguments.ts'
import type { Command } from '../../terminal/command.ts'
import type { ExitCode } from '../../terminal/exit-codes.ts'
import { writeMessage } from '../../terminal/messages.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { parseChoice } from '../../terminal/values.ts'
import { json, refuseDocumentFlags, section, seed } from '../flags.ts'
import { createTicker } from '../ticker.ts'

/** `assay vectors`: what reference actors make, valid and with one fault each, labelled for verifiers in other languages. */
export const vectors: Command = {
  usage: 'assay vectors [ID] ...',
  flags: {
    'what to export': {
      section,
      members: { value: 'N', meaning: 'members per family of faults (default 1)' },
      seed,
      now: { value: 'TIME', meaning: 'the time of issuance: seconds since 1970 or ISO 8601 (default: the clock)' },
      profile: { value: 'NAME', meaning: `a standard by itself: ${standardProfiles.join(', ')}` },
    },
    'what to do with them': {
      against: {
        value: 'COMMAND',
        meaning:
          'run them against a verifier: module:FILE, or a command that answers each line of JSON with one (--profile)',
      },
      json,
    },
    'what to write': {
      out: {
        value: 'DIR',
        meaning: 'write one NDJSON file per kind (default: standard output); with --against, write the report',
      },
    },
  },
  examples: {
    'assay vectors --out vectors': 'files that `assay verify vectors` can read',
    'assay vectors --profile sd-jwt --out vectors':
      'SD-JWTs, legal and with one fault each, for any verifier of RFC 9901',
    'assay vectors --profile sd-jwt --against module:verifier.mjs':
      'run them against a verifier, and judge its answers',
  },
  run: async (args, terminal) => {
    await makeSamplesAt(args)
    const [{ exportedSuite }, { writeByKind }, { readMembers, readNumber }] = await Promise.all([
      import('../../../suites/exported.ts'),
      import('../../files/ndjson.ts'),
      import('../../terminal/arguments.ts'),
    ])
    const sampling = { seed: readNumber(args, 'seed', 1), members: readMembers(args, 1) }
    const name = args.text('profile')
    const standard = name === undefined ? undefined : parseChoice('--profile', name, standardProfiles)
    const against = args.text('against')
    const folder = args.text('out')
    if (standard) refuseDocumentFlags(args)
    if (against !== undefined) return putToVerifier(standard, against, args, terminal)
    const write = folder === undefined ? terminal.out : writeByKind(folder)
    if (standard) {
      const [{ listStandardVectors }, { chooseOfStandard }] = await Promise.all([
        import('../../vectors/vectors.ts'),
        import('../../prove/choose.ts'),
      ])
      const made = listStandardVectors(standard, chooseOfStandard(standard, args.positionals))
      for (const vector of made) write(writeJson(vector), vector.kind)
      writeMessage(terminal, 'note', describeCount(made.length, folder))
      return 0
    }
    const ticker = createTicker(terminal)
    let count = 0
    const { written, lost } = await exportedSuite.exportVectors(
      exportedSuite.readChoice(args),
      { ...sampling, now: readNow(args) },
      (vector) => {
        write(writeJson(vector), vector.kind)
        ticker.tick(`${++count} vectors so far`)
      },
    )
    ticker.end()
    writeMessage(terminal, 'note', describeCount(written, folder))
    if (lost.length > 0) writeMessage(terminal, 'note', `these are not seen in any single artefact: ${lost.join(', ')}`)
    return 0
  },
}

const describeCount = (count: number, folder: string | undefined): string =>
  `${count} vectors${folder === undefined ? '' : ` in ${folder}`}`

/** Puts the vectors of a standard, or those that are named, to a verifier, and judges its answers. */
async function putToVerifier(
  profile: StandardProfile | undefined,
  target: string,
  args: Arguments,
  terminal: Terminal,
): Promise<ExitCode> {
  if (!profile) throw new HarnessError('ERR_USAGE', '`--against` needs `--profile`, the standard of the verifier')
  const [
    { openVerifier },
    { hasVerifierTasks, tryVerifier },
    { chooseOfStandard },
    { collectSeen },
    { describeCommand, reportToUser, readOutput },
  ] = await Promise.all([
    import('../../vectors/ask-verifier.ts'),
    import('../../vectors/try-verifier.ts'),
    import('../../prove/choose.ts'),
    import('../../vectors/verifier-report.ts'),
    import('./standard/finish-test.ts'),
  ])
  const testing = standardProfiles.filter(hasVerifierTasks)
  if (!testing.includes(profile))
    throw new HarnessError('ERR_USAGE', `--against: no verifier is asked about samples of \`${profile}\``, {
      hint: `only these profiles test a verifier: ${testing.join(', ')}; \`assay test\` tests roles of other standards`,
    })
  const isChosen = chooseOfStandard(profile, args.positionals)
  const output = await readOutput(args)
  const began = readPreciseClock()
  const verifier = await openVerifier(target)
  const seen = collectSeen(await tryVerifier(profile, verifier.ask, isChosen).finally(verifier.close))
  const about = { profile, role: 'verifier', target, began, isProbed: true } as const
  return reportToUser(seen, { ...about, command: describeCommand(vectors, args, 'vectors') }, output, args, terminal)
}
