import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Profile } from '../../model/decision.ts'
import { HarnessError } from '../../model/errors.ts'
import { sanitize, writeJson } from '../../reporters/text/sanitize.ts'
import { readOrExplain } from '../files/inputs.ts'
import { writeText } from '../files/write.ts'

/** An answer as it is written to a configuration. */
export interface WrittenAnswer {
  readonly id: string
  readonly answer: string
  readonly comment: string
}

/** What is written to a configuration. */
export interface ConfigEdit {
  readonly profile: Profile
  readonly answers: readonly WrittenAnswer[]
}

/** Writes answers to a configuration, and reads it again: a file that does not have them then is restored. */
export async function writeAnswers(file: string, edit: ConfigEdit): Promise<void> {
  const before = readOrExplain(file, () => readFileSync(file, 'utf8'))
  const after = file.endsWith('.json') ? editJson(before, edit) : editSource(before, edit)
  if (after === undefined) refuse(file, edit)
  writeText(file, after)
  if (await hasAnswers(file, edit)) return
  writeText(file, before)
  refuse(file, edit)
}

function editJson(text: string, { profile, answers }: ConfigEdit): string {
  const { decisions, ...rest } = JSON.parse(text)
  const added = Object.fromEntries(answers.map(({ id, answer }) => [id, answer]))
  return `${writeJson({ ...rest, profile, decisions: { ...decisions, ...added } }, 2)}\n`
}

/** Edits the source of a configuration. `undefined` if it is not written as `assay init` writes it. */
export function editSource(text: string, edit: ConfigEdit): string | undefined {
  const [start] = /(?:defineHarness\(|export default )\{\n?/.exec(text) ?? []
  if (start === undefined) return undefined
  const withProfile = /^ {2}profile: '[^'\n]*',?$/m.test(text)
    ? text.replace(/^ {2}profile: '[^'\n]*',?$/m, `  profile: '${edit.profile}',`)
    : text.replace(start, () => `${start.trimEnd()}\n  profile: '${edit.profile}',\n`)
  const lines = edit.answers.map(formatAnswer).join('\n')
  if (/^ {2}decisions: \{\s*\},?$/m.test(withProfile))
    return withProfile.replace(/^ {2}decisions: \{\s*\},?$/m, () => `  decisions: {\n${lines}\n  },`)
  if (/^ {2}decisions: \{$/m.test(withProfile))
    return withProfile.replace(/^ {2}decisions: \{$/m, () => `  decisions: {\n${lines}`)
  if (/\bdecisions\s*:/.test(withProfile)) return undefined
  return withProfile.replace(/^ {2}profile: .*$/m, (line) => `${line}\n  decisions: {\n${lines}\n  },`)
}

/** No text of a target can end a line or a string. */
const formatAnswer = ({ id, answer, comment }: WrittenAnswer): string =>
  `    ${quote(id)}: ${quote(answer)}, // ${sanitize(comment)}`

const quote = (text: string): string => `'${sanitize(text, 2_000).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

async function hasAnswers(file: string, { answers, profile }: ConfigEdit): Promise<boolean> {
  try {
    const config: unknown = file.endsWith('.json')
      ? JSON.parse(readFileSync(file, 'utf8'))
      : (await import(`${pathToFileURL(file).href}?decided=${++readings}`)).default
    const read = Object(config)
    return read.profile === profile && answers.every(({ id, answer }) => Object(read.decisions)[id] === answer)
  } catch {
    return false
  }
}

/** A module is read once for each address. */
let readings = 0

function refuse(file: string, { answers }: ConfigEdit): never {
  throw new HarnessError(
    'ERR_CONFIG',
    `${file} was not changed: it is not written as \`assay init\` writes it; add these answers to its \`decisions\`: ${answers.map(({ id, answer }) => `${id}=${answer}`).join(' ')}`,
  )
}
