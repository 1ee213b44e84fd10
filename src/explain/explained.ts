import { type StandardProfile, standardProfiles } from '../../model/decision.ts'
import { HarnessError } from '../../model/errors.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import { type Explained, findById, type Subject } from '../../reporters/text/explained.ts'
import { explainedSuites } from '../../suites/explained.ts'
import { explainStandard } from './standard.ts'

const { document } = explainedSuites

/** What can be listed and explained of a standard, or without one of the document. */
export const findExplained = (standard?: StandardProfile): Explained =>
  standard ? explainStandard(standard) : document

const all = [document, ...standardProfiles.map(explainStandard)]
const rows = all.flatMap(({ subjects }) => subjects)

/** The id of every requirement and decision, and of what is played to explain it, without the parts of requirements. */
export const listSubjectIds = async (): Promise<readonly string[]> => [
  ...new Set([...rows, ...(await document.loadSubjects())].map(({ id }) => id)),
]

/** Finds what has an id, whatever the case of its letters. Faults, variants, probes and parts have a slash in their ids. */
export async function findSubject(id: string): Promise<Subject> {
  const hasSlash = id.includes('/')
  const loaded = hasSlash ? await Promise.all(all.map(({ loadSubjects }) => loadSubjects())) : []
  const subjects = [...rows, ...loaded.flat()]
  const found = findById(id, subjects) ?? document.findPart?.(id)
  if (found) return found
  const kinds = hasSlash ? 'fault, variant or probe' : 'requirement or decision'
  const ids = subjects.map((each) => each.id)
  throw new HarnessError('ERR_UNKNOWN_ID', `there is no ${kinds} \`${id}\`${suggestWord(id, ids)}`)
}
