import { isAnswerOf, type Profile, profiles } from '../../model/decision.ts'
import { writeAnswers } from '../claim/edit-config.ts'
import { listProposals, type Proposal } from '../claim/propose-answers.ts'
import type { StoredRun } from '../run-folder/read-run.ts'

/** The answers that a form gave, and how many decisions it left open. */
export interface WrittenAnswers {
  readonly written: number
  readonly open: number
}

/** The profile that was asked for, or that of the run. */
export const chooseProfile = (wanted: string | null, { report }: StoredRun): Profile =>
  profiles.find((each) => each === wanted) ?? profiles.find((each) => each === report.profile) ?? 'document'

/** Writes the answers of a form to the configuration, as `assay decide` does. What is left open is not written. */
export async function writeDecisions(form: URLSearchParams, stored: StoredRun, file: string): Promise<WrittenAnswers> {
  const profile = chooseProfile(form.get('profile'), stored)
  const proposals = listProposals(stored, profile)
  const answers = proposals.flatMap((proposal) => readAnswer(form, proposal))
  if (answers.length > 0 || profile !== stored.report.profile) await writeAnswers(file, { profile, answers })
  return { written: answers.length, open: proposals.length - answers.length }
}

function readAnswer(form: URLSearchParams, { decision, answer: proposed, basis, shownBy }: Proposal) {
  const answer = form.get(decision.id)?.trim() ?? ''
  if (answer === '' || !isAnswerOf(decision, answer)) return []
  const comment = answer === proposed ? `${basis}: ${shownBy}` : 'given: answered by a person'
  return [{ id: decision.id, answer, comment }]
}
