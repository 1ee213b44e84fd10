import type { RunReport } from '../../src/model/run-report.ts'
import { targetsOf } from './words.ts'

/** The line that plays a run again; with an id, as far as one requirement needs it. */
export function again(report: RunReport, id?: string): string {
  const { seed, profile, now, decisions, probes, selection } = report
  const only = id === undefined ? selection.only : [id]
  return [
    'assay run',
    ...only.map((each) => `--only ${word(each)}`),
    ...(id === undefined ? selection.skip.map((each) => `--skip ${word(each)}`) : []),
    `--seed ${word(seed)}`,
    ...(profile === 'document' ? [] : [`--profile ${word(profile)}`]),
    ...(now === undefined ? [] : [`--now ${now}`]),
    ...decisions
      .filter(({ source }) => source === 'given')
      .map(({ id: key, value }) => `--decision ${word(`${key}=${value}`)}`),
    ...targetsOf(report).map(({ role, url }) => `--target ${word(`${role.replaceAll(' ', '-')}=${url}`)}`),
    ...(probes.length > 0 && targetsOf(report).length === 0 ? ['--members 1'] : []),
  ].join(' ')
}

/** A word of a shell: bare where nothing in it means anything to a shell. */
const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
