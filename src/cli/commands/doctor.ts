import type { Paint } from '../../../reporters/text/paint.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { settingsFlags } from '../../config/run-flags.ts'
import type { SettingSource } from '../../config/sources.ts'
import type { Command } from '../../terminal/command.ts'
import type { DoctorLine } from '../../terminal/doctor-line.ts'
import { json, suite } from '../flags.ts'
import { writeDocument } from '../write-document.ts'

/** `assay doctor`: checks everything that a run needs. */
export const doctor: Command = {
  usage: 'assay doctor',
  flags: { suite: { suite }, ...settingsFlags, 'what to print': { json } },
  examples: { 'assay doctor': 'every setting and every target, with a hint for each problem' },
  run: async (args, { out, paint }) => {
    const { examine } = await import('../../doctor/examine.ts')
    const { lines, sources, exitCode } = await examine(args, process.env, process.cwd())
    if (args.has('json')) out(writeDocument({ sightings: lines, settings: sources, exitCode }))
    else for (const line of formatExamination(lines, sources, paint)) out(line)
    return exitCode
  },
}

function* formatExamination(
  lines: readonly DoctorLine[],
  sources: readonly SettingSource[],
  paint: Paint,
): Generator<string> {
  for (const { what, ok, detail, hint } of lines) {
    const good = hint === undefined ? paint('good', '✔') : paint('doubt', '!')
    yield `${ok ? good : paint('bad', '✖')} ${what.padEnd(15)} ${sanitize(detail, 400)}`
    if (hint !== undefined) yield `  ${' '.repeat(15)} hint: ${hint}`
  }
  if (sources.length === 0) return
  yield ''
  const longest = Math.max(...sources.map(({ key }) => key.length))
  for (const { key, value, by } of sources) {
    yield `  ${key.padEnd(longest)}  ${sanitize(value, 60)}  ${paint('quiet', by)}`
  }
}
