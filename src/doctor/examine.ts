import { examinedSuite } from '../../suites/examined.ts'
import { type LoadedSettings, loadSettings } from '../config/settings.ts'
import type { SettingSource } from '../config/sources.ts'
import { chooseSuite, type SuiteSettings } from '../config/suite-settings.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { type DoctorLine, makeGoodLine, orProblemLine } from '../terminal/doctor-line.ts'
import { type ExitCode, pickWorstCode } from '../terminal/exit-codes.ts'
import { checkFolder } from './local-checks.ts'

/** Everything that was checked. */
export interface Examination {
  readonly lines: readonly DoctorLine[]
  readonly sources: readonly SettingSource[]
  readonly exitCode: ExitCode
}

/** Checks the runtime, the settings, and every target that they name. */
export async function examine(args: Arguments, environment: NodeJS.ProcessEnv, folder: string): Promise<Examination> {
  const runtime = makeGoodLine('runtime', `Node ${process.versions.node}`)
  const chosen = await orProblemLine('settings', () => chooseSuite(args, environment, folder))
  if ('ok' in chosen) return { lines: [runtime, chosen], sources: [], exitCode: 2 }
  if (chosen.settings) {
    const lines = [runtime, ...examineStandard(chosen.settings)]
    return { lines, sources: [], exitCode: pickWorstCode([0, ...codesOfProblems(lines, 2)]) }
  }
  const loaded = await orProblemLine('settings', () => loadSettings(args, environment, folder))
  if ('ok' in loaded) return { lines: [runtime, loaded], sources: [], exitCode: 2 }
  const [setup, targets] = [await examineSetup(loaded), await examinedSuite.examineTargets(loaded.settings)]
  const isReady = [...setup, ...targets].every(({ ok }) => ok)
  const session = isReady ? await examinedSuite.checkSession(loaded.settings) : []
  const exitCode = pickWorstCode([
    ...([0, ...codesOfProblems(setup, 2), ...codesOfProblems(targets, 4), ...codesOfProblems(session, 3)] as const),
  ])
  return { lines: [runtime, ...setup, ...targets, ...session], sources: loaded.sources, exitCode }
}

/** A test by a standard: nothing is called, as an offer or a request is for one session. */
const examineStandard = ({ suite, role, hasTarget, own, file, args }: SuiteSettings): readonly DoctorLine[] => [
  makeGoodLine('settings', file ?? 'flags alone: no configuration is used'),
  makeGoodLine('suite', own ? `${own.name}, over ${suite}` : suite),
  makeGoodLine('targets', hasTarget ? `the ${role}; it is called by \`assay run\`` : `none; the reference ${role}`),
  checkFolder({ out: args.text('out') ?? 'out' }),
]

const codesOfProblems = (lines: readonly DoctorLine[], code: ExitCode): readonly ExitCode[] =>
  lines.flatMap(({ ok }) => (ok ? [] : [code]))

async function examineSetup(loaded: LoadedSettings): Promise<readonly DoctorLine[]> {
  const { file, settings } = loaded
  const tested = Object.keys(settings.targets).join(', ')
  return [
    makeGoodLine('settings', file ?? 'no harness.config.ts; the defaults are used (`assay init` writes one)'),
    makeGoodLine('targets', tested || 'none; reference actors play every role, in this process'),
    checkFolder(settings),
    ...(await examinedSuite.examineSetup(loaded)),
  ]
}
