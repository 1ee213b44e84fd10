import { toRoleKey } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import { sanitizeForFile } from './sanitize.ts'

/** The command line that repeats a run for one requirement. */
export const formatReproduceCommand = (report: RunReport, id: string): string =>
  [
    'npx',
    'assay',
    ...(report.command ? repeatTest(report.command, report.seed, id) : ['run', ...listReproduceArguments(report, id)]),
  ]
    .map(quoteArgument)
    .join(' ')

const repeatTest = (command: readonly string[], seed: string, id: string): readonly string[] => [
  ...command,
  ...(seed === '' || command.includes('--seed') ? [] : ['--seed', seed]),
  ...['--only', id],
]

/** The arguments of `assay run` in that command line. */
export function listReproduceArguments(report: RunReport, id: string): readonly string[] {
  const { actors, profile, decisions, seed, now, gate, strict } = report
  const targets = actors.flatMap(({ role, url }) => (url === undefined ? [] : [`${toRoleKey(role)}=${url}`]))
  const answers = decisions.filter(({ source }) => source === 'configured').map((each) => `${each.id}=${each.value}`)
  return [
    ...targets.flatMap((target) => ['--target', target]),
    ...['--only', id, '--profile', profile],
    ...answers.flatMap((answer) => ['--decision', answer]),
    ...['--seed', seed],
    ...(now === undefined ? [] : ['--now', String(now)]),
    ...(gate === 'go-live' ? [] : ['--gate', gate]),
    ...(strict === true ? ['--strict'] : []),
  ]
}

/** Quotes an argument for a shell, where it needs quotes. */
const quoteArgument = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${sanitizeForFile(argument).replaceAll("'", "'\\''")}'`
