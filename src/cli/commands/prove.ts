import { standardProfiles } from '../../../model/decision.ts'
import { HarnessError } from '../../../model/errors.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { PopulationProof } from '../../../suites/proved.ts'
import type { StandardProof } from '../../prove/prove-standard.ts'
import type { Arguments } from '../../terminal/arguments.ts'
import type { Command } from '../../terminal/command.ts'
import type { ExitCode } from '../../terminal/exit-codes.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { parseChoice } from '../../terminal/values.ts'
import { openCampaign } from '../campaign.ts'
import { json, ownSuite, queueFlags, refuseDocumentFlags, section, seed, via } from '../flags.ts'
import { createTicker } from '../ticker.ts'
import { writeDocument } from '../write-document.ts'

/** `assay prove`. */
export const prove: Command = {
  usage: 'assay prove [ID] ...',
  flags: {
    'what to prove': {
      section,
      members: { value: 'N', meaning: 'members per family of faults (default 10; 1 for disabled validations)' },
      combinations: {
        value: 'N',
        meaning:
          'how many random combinations of legal variants and answers to try (default: 40 when everything is proved, else 0)',
      },
      seed,
      profile: { value: 'NAME', meaning: `a standard by itself: ${standardProfiles.join(', ')}` },
      suite: ownSuite,
    },
    'on many machines': { via, ...queueFlags },
    'what to print': { json },
  },
  examples: {
    'assay prove': 'everything',
    'assay prove SD-DIGEST --members 100': 'the faults of one requirement, thoroughly',
    'assay prove SD-DIGEST --combinations 10': 'the same, and ten random combinations of legal variants and answers',
    'assay prove --profile sd-jwt': 'the requirements of RFC 9901',
    'assay prove --suite ./suite.ts': 'the requirements of a suite of your own',
    'assay prove CRED-TYP --members 100 --via nats://queue.example': 'by `assay worker` on other machines',
  },
  run: async (args, terminal) => {
    const { out, paint } = terminal
    const standard = args.text('profile')
    const populationIds = args.positionals.filter((id) => /^AUDIT-/i.test(id))
    if (args.text('via') !== undefined && populationIds.length + (standard === undefined ? 0 : 1) > 0)
      throw new HarnessError('ERR_USAGE', '--via: AUDIT-… and --profile are proved on this machine, in seconds')
    if (populationIds.length > 0) return proveAudited(args.positionals, args.has('json'), terminal)
    const own = args.text('suite')
    if (own !== undefined) return proveOwn(own, args, terminal)
    if (standard !== undefined) return proveOne(standard, args, terminal)
    const [{ readMembers, readNumber }, { authoredSuite }, { provedSuite }] = await Promise.all([
      import('../../terminal/arguments.ts'),
      import('../../../suites/authored.ts'),
      import('../../../suites/proved.ts'),
    ])
    const [seed, members, probeMembers] = [readNumber(args, 'seed', 1), readMembers(args, 10, 1), readMembers(args, 1)]
    const choice = provedSuite.readChoice(args)
    const isAll = choice.names.length === 0 && choice.section === undefined
    const combinations = readNumber(args, 'combinations', isAll ? 40 : 0)
    const ticker = createTicker(terminal)
    const campaign = await openCampaign(args, terminal)
    // What was put on the server is removed when it is interrupted.
    const stops = campaign && (await import('../../audit/stops.ts')).createStops()
    const { catalogue, proof } = await provedSuite
      .proveChoice(
        { choice, seed, members, probeMembers, combinations },
        { lists: authoredSuite.listStaleLists, files: authoredSuite.listStaleFiles },
        {
          onProgress: (jobs) => ticker.tick(`${jobs} faults, variants and probes so far`),
          signal: stops?.signal,
          startPool: campaign && ((plan) => campaign.startPool({ kind: 'proof', plan })),
        },
      )
      .finally(() => campaign?.close())
    stops?.end()
    ticker.end()
    if (stops?.signal.aborted) return 130
    const populations = isAll ? await tryPopulations() : undefined
    const exitCode = provedSuite.isProven(proof) && populations?.isProven !== false ? 0 : 5
    if (args.has('json')) {
      const summary = {
        seed,
        members,
        ...provedSuite.summarizeProof(proof),
        ...(populations && { populations: populations.proof }),
      }
      out(writeDocument({ ...summary, exitCode }))
      return exitCode
    }
    for (const line of provedSuite.formatProof(catalogue, proof, { seed, members }, paint)) out(line)
    if (populations) await printPopulations(populations.proof, terminal)
    return exitCode
  },
}

/** Proves requirements that only many credentials show. */
async function proveAudited(ids: readonly string[], isJson: boolean, { out, paint }: Terminal): Promise<ExitCode> {
  const { suggestWord } = await import('../../../model/suggest-word.ts')
  const wanted = new Set(ids.map((id) => id.toUpperCase()))
  const { proof, isProven } = await tryPopulations(({ id }) => wanted.has(id))
  const known = new Set(proof.faults.map(({ id }) => id.slice(0, id.indexOf('/'))))
  const unknown = [...wanted].find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new HarnessError(
      'ERR_UNKNOWN_ID',
      `there is no requirement \`${unknown}\` on many credentials${suggestWord(unknown, [...known])}`,
    )
  const exitCode = isProven ? 0 : 5
  if (isJson) out(writeDocument({ ...proof, exitCode }))
  else await printPopulations(proof, { out, paint })
  return exitCode
}

async function tryPopulations(isWanted?: (requirement: Requirement) => boolean) {
  const { provedSuite } = await import('../../../suites/proved.ts')
  const proof = provedSuite.provePopulations(isWanted)
  return { proof, isProven: provedSuite.isPopulationProven(proof) }
}

async function printPopulations(
  proof: PopulationProof,
  { out, paint }: Pick<Terminal, 'out' | 'paint'>,
): Promise<void> {
  const { formatStandardProof } = await import('../../prove/proof-lines.ts')
  for (const line of formatStandardProof({ title: 'the document', ...proof }, paint)) out(line)
}

/** Proves the requirements of one standard, or what is named of them. */
async function proveOne(name: string, args: Arguments, { out, paint }: Terminal): Promise<ExitCode> {
  const profile = parseChoice('--profile', name, standardProfiles)
  refuseDocumentFlags(args)
  const [{ proveStandard }, { proveParties }, { chooseOfStandard }] = await Promise.all([
    import('../../prove/prove-standard.ts'),
    import('../../../suites/played.ts'),
    import('../../prove/choose.ts'),
  ])
  const isChosen = chooseOfStandard(profile, args.positionals)
  return printProof(await proveParties(proveStandard(profile, isChosen), isChosen), args, { out, paint })
}

/** Proves a third-party suite. */
async function proveOwn(name: string, args: Arguments, terminal: Terminal): Promise<ExitCode> {
  refuseDocumentFlags(args)
  const [{ findOwnSuite }, { proveOwnSuite }] = await Promise.all([
    import('../../config/find-suite.ts'),
    import('../../../suites/own/harness/parties.ts'),
  ])
  const own = await findOwnSuite(name, args)
  const wanted = args.positionals.map((id) => id.toUpperCase())
  const isChosen = (id: string): boolean => wanted.length === 0 || wanted.some((each) => id.startsWith(each))
  return printProof(await proveOwnSuite(own, isChosen), args, terminal)
}

async function printProof(
  proof: StandardProof,
  args: Arguments,
  { out, paint }: Pick<Terminal, 'out' | 'paint'>,
): Promise<ExitCode> {
  const [{ isStandardProven }, { formatStandardProof }] = await Promise.all([
    import('../../prove/prove-standard.ts'),
    import('../../prove/proof-lines.ts'),
  ])
  const exitCode = isStandardProven(proof) ? 0 : 5
  if (args.has('json')) out(writeDocument({ ...proof, exitCode }))
  else for (const line of formatStandardProof(proof, paint)) out(line)
  return exitCode
}
