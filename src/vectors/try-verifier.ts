import { isDeepStrictEqual } from 'node:util'
import type { StandardProfile } from '../../model/decision.ts'
import type { IsChosen } from '../../model/ids.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ReceiverTask } from '../../suites/kit/samples.ts'
import { standardProofs } from '../../suites/proofs.ts'
import type { Proofs } from '../../suites/suite.ts'
import type { VerifierAnswer, VerifierQuestion } from './ask-verifier.ts'

/** How one sample ended that was put to a verifier. */
export interface VerifierTrial {
  readonly id: string
  readonly description: string
  /** The requirement that it breaks; absent for a legal sample. */
  readonly requirement?: Requirement
  /** The sentence that obliges the verifier; absent where it may do as it likes. */
  readonly obligation?: string
  readonly outcome: 'held' | 'failed' | 'remark' | 'unsupported' | 'inconclusive'
  /** What it did, in words. */
  readonly actual: string
}

export interface VerifierReport {
  readonly trials: readonly VerifierTrial[]
  /** How many accepted samples had their payload compared. */
  readonly compared: number
  /** Why nothing could be judged: the usual sample was not accepted. */
  readonly obstacle?: string
}

/** The standards whose samples are put to a verifier. */
export const hasVerifierTasks = (profile: StandardProfile): boolean =>
  standardProofs[profile].describeTask({}) !== undefined

type Ask = (question: VerifierQuestion) => Promise<VerifierAnswer>

/** Puts the chosen samples of a standard to a verifier: the legal ones first, since they are the controls of the others. */
export async function tryVerifier(
  profile: StandardProfile,
  ask: Ask,
  isChosen: IsChosen = () => true,
): Promise<VerifierReport> {
  const catalogue = chooseSamples(standardProofs[profile], isChosen)
  const usual = catalogue.describeTask({})
  const control = async (): Promise<string | undefined> =>
    usual && describeRejection(await ask({ ...usual.question, id: 'control' }), usual)

  const obstacle = await control()
  if (obstacle !== undefined)
    return { trials: await tryParts(catalogue, ask), compared: 0, obstacle: `the usual sample: ${obstacle}` }
  const { trials, compared, missing } = await tryLegal(catalogue, ask)
  const silent = new Map<string, string>()
  for (const { id, description, change, breaks, isTolerated, task } of withTasks(catalogue.faults, catalogue)) {
    const lacking = missing.find((features) => features.every((feature) => task.features.includes(feature)))
    const isObliged = !isTolerated && breaks.refusedBy.includes('verifier') && breaks.force !== 'should'
    const about = { id, description, requirement: breaks, ...(isObliged && { obligation: breaks.standard ?? '' }) }
    if (lacking) {
      trials.push({ ...about, outcome: 'unsupported', actual: lacking.join(', ') })
      continue
    }
    if (task.silent !== undefined) silent.set(id, task.silent)
    const answer = await ask({ ...task.question, id })
    const isAlive = 'problem' in answer ? (await control()) === undefined : true
    const mistake = findMistake(catalogue, change, answer, breaks)
    const isAbstaining = 'accepted' in answer && answer.accepted && answer.status === null
    const isBinding = isObliged && (!isAbstaining || (catalogue.needsRejection?.(breaks) ?? true))
    trials.push({ ...about, ...(mistake ?? concludeFaulty(answer, task, isBinding, isAlive)) })
  }
  const end = await control()
  const judged = excuseIgnored(excuseWholes(trials, catalogue), silent)
  return end === undefined
    ? { trials: judged, compared }
    : { trials: judged, compared, obstacle: `the usual sample, at the end: ${end}` }
}

/**
 * Puts the legal samples to a verifier; which features it lacks, alone or together, and how many payloads were compared. The
 * first sample of each set of features has nothing else that is unusual, and decides.
 */
async function tryLegal(catalogue: Proofs, ask: Ask) {
  const trials: VerifierTrial[] = []
  const decided = new Map<string, { readonly features: readonly string[]; readonly isAccepted: boolean }>()
  let compared = 0
  // Of what stays open, no answer is wrong.
  const legal = catalogue.variants.filter(({ leavesOpen }) => leavesOpen === undefined)
  for (const { id, description, change, acceptedBy, task } of withTasks(legal, catalogue)) {
    const answer = await ask({ ...task.question, id })
    const isAccepted = describeRejection(answer, task) === undefined
    const key = task.features.join()
    if (key !== '' && !decided.has(key)) decided.set(key, { features: task.features, isAccepted })
    if (isAccepted && 'payload' in answer) compared++
    const isUnsupported = task.features.length > 0 && !isAccepted && !('problem' in answer)
    const mistake = isUnsupported ? undefined : findMistake(catalogue, change, answer)
    if (mistake) {
      trials.push({ id, description, ...mistake })
      continue
    }
    trials.push({
      id,
      description,
      ...(acceptedBy !== undefined && { obligation: acceptedBy }),
      ...(isUnsupported
        ? { outcome: 'unsupported', actual: task.features.join(', ') }
        : concludeLegal(answer, task, acceptedBy !== undefined && task.features.length === 0)),
    })
  }
  const missing = [...decided.values()].flatMap(({ features, isAccepted }) => (isAccepted ? [] : [features]))
  return { trials, compared, missing }
}

/** The parts of the usual sample, one by one, where it was rejected: if some are accepted, the others are the reason. */
async function tryParts(catalogue: Proofs, ask: Ask): Promise<readonly VerifierTrial[]> {
  const trials: VerifierTrial[] = []
  const parts = catalogue.variants.filter(({ isPart }) => isPart)
  for (const { id, description, acceptedBy = '', task } of withTasks(parts, catalogue)) {
    const answer = await ask({ ...task.question, id })
    trials.push({ id, description, obligation: acceptedBy, ...concludeLegal(answer, task, true) })
  }
  return trials.some(({ outcome }) => outcome === 'held') ? trials : []
}

/** Where a verifier misreads one part of the usual sample, what it makes of others that have that part says nothing more. */
function excuseWholes(trials: readonly VerifierTrial[], { variants }: Proofs): readonly VerifierTrial[] {
  const parts = new Set(variants.flatMap(({ id, isPart }) => (isPart ? [id] : [])))
  const tried = trials.filter(({ id }) => parts.has(id))
  const wrong = tried.find(({ outcome }) => outcome === 'failed')
  if (!wrong || tried.every(({ outcome }) => outcome === 'failed')) return trials
  return trials.map((trial) => {
    const isWhole = trial.actual === misread && !parts.has(trial.id)
    return isWhole ? { ...trial, outcome: 'inconclusive', actual: `${misread}; see ${wrong.id}` } : trial
  })
}

/** The chosen samples, and the legal ones that show whether a verifier has the features that chosen faults need. */
function chooseSamples(catalogue: Proofs, isChosen: IsChosen): Proofs {
  const listFeatures = (change: object): readonly string[] => catalogue.describeTask(change)?.features ?? []
  const faults = catalogue.faults.filter(({ id }) => isChosen(id))
  const needed = new Set(faults.flatMap(({ change }) => listFeatures(change)))
  const isNeeded = (change: object): boolean => listFeatures(change).some((feature) => needed.has(feature))
  return {
    ...catalogue,
    faults,
    variants: catalogue.variants.filter(({ id, change }) => isChosen(id) || isNeeded(change)),
  }
}

/** Each sample that a receiver gets, with what it is asked. */
function* withTasks<Item extends { readonly change: object }>(
  items: readonly Item[],
  { describeTask }: Proofs,
): Generator<Item & { readonly task: ReceiverTask }> {
  for (const item of items) {
    const task = describeTask(item.change)
    if (task) yield { ...item, task }
  }
}

/** A verifier that rejects nothing because of a feature that it may leave out does not have it. */
function excuseIgnored(
  trials: readonly VerifierTrial[],
  silent: ReadonlyMap<string, string>,
): readonly VerifierTrial[] {
  const used = new Set(trials.flatMap(({ id, outcome }) => (outcome === 'held' ? [silent.get(id)] : [])))
  return trials.map((trial) => {
    const feature = silent.get(trial.id)
    const isIgnored = trial.outcome === 'failed' && feature !== undefined && !used.has(feature)
    return isIgnored ? { ...trial, outcome: 'unsupported', actual: feature } : trial
  })
}

/** A contradiction of the standard in an answer, whether it accepts or not. */
function findMistake(
  { findMistake: find, obligation = '' }: Proofs,
  change: object,
  answer: VerifierAnswer,
  breaks?: Requirement,
): (Conclusion & { readonly obligation: string }) | undefined {
  const mistake = 'accepted' in answer ? find?.(change, answer, breaks) : undefined
  return mistake === undefined ? undefined : { outcome: 'failed', actual: mistake, obligation }
}

/** A relying party may state nothing about a status; then nothing is known of how it reads one. */
const abstained = 'accepted, without a status'

/** Why an answer is no acceptance; nothing, if it is one. */
function describeRejection(answer: VerifierAnswer, { hasStatus = false }: ReceiverTask): string | undefined {
  if ('problem' in answer) return answer.problem
  if ('unsupported' in answer) return `not supported: ${answer.unsupported}`
  if (answer.accepted) return hasStatus && answer.status === null ? abstained : undefined
  return `rejected${answer.reason === undefined ? '' : `: ${answer.reason}`}`
}

const misread = 'accepted, with another payload than the standard makes of it'

type Conclusion = Pick<VerifierTrial, 'outcome' | 'actual'>

function concludeLegal(answer: VerifierAnswer, task: ReceiverTask, isObliged: boolean): Conclusion {
  const rejection = describeRejection(answer, task)
  if (rejection === abstained) return { outcome: isObliged ? 'inconclusive' : 'remark', actual: abstained }
  if (rejection !== undefined) return { outcome: isObliged ? 'failed' : 'remark', actual: rejection }
  return isMisread(answer, task) ? { outcome: 'failed', actual: misread } : { outcome: 'held', actual: 'accepted' }
}

/** Whether a payload that is handed on is another one than the standard makes of the sample. */
const isMisread = (answer: VerifierAnswer, { payload }: ReceiverTask): boolean =>
  'payload' in answer &&
  answer.payload !== undefined &&
  payload !== undefined &&
  !isDeepStrictEqual(copyAsJson(answer.payload), copyAsJson(payload))

/** Without what only JavaScript has (prototypes, `undefined`), so that objects from elsewhere can be compared. */
const copyAsJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

function concludeFaulty(answer: VerifierAnswer, task: ReceiverTask, isObliged: boolean, isAlive: boolean): Conclusion {
  if ('problem' in answer)
    return { outcome: isObliged && isAlive ? 'failed' : 'inconclusive', actual: `it gave no answer: ${answer.problem}` }
  // Samples with optional features are put only to those who accept the legal one.
  if ('unsupported' in answer)
    return {
      outcome: 'inconclusive',
      actual: `it does not support this (${answer.unsupported}), and accepts the legal sample like it`,
    }
  if (!answer.accepted) return { outcome: 'held', actual: 'rejected' }
  return isObliged
    ? { outcome: 'failed', actual: 'accepted' }
    : { outcome: 'remark', actual: isMisread(answer, task) ? misread : 'accepted' }
}

/** Whether a verifier does all that it is obliged to do; nothing, if that cannot be said. */
export function concludeVerifier({ trials, obstacle }: VerifierReport): 'failed' | 'inconclusive' | 'passed' {
  if (trials.some(({ outcome }) => outcome === 'failed')) return 'failed'
  const isOpen = trials.some(({ outcome, obligation }) => outcome === 'inconclusive' && obligation !== undefined)
  const isAnyHeld = trials.some(({ outcome }) => outcome === 'held')
  return obstacle !== undefined || isOpen || !isAnyHeld ? 'inconclusive' : 'passed'
}
