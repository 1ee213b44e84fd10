import * as fc from 'fast-check'
import { type SequenceResult, tryValues } from './exploration.ts'

/** Something that is done with one session of a sequence, or with two. */
export interface SequenceStep<S> {
  readonly name: string
  /** Whether it can be done now. */
  readonly isPossible: (one: S, other: S) => boolean
  readonly describe: (one: S, other: S) => string
  /** Does it, and says whether it was taken; nothing, where that cannot be said. */
  readonly run: (one: S, other: S) => Promise<boolean | undefined>
}

/** What must be refused at whatever point of a sequence it is sent. */
export interface ForbiddenStep<S> extends SequenceStep<S> {
  /** The steps that lead to it, where a sequence did not come to it by itself. */
  readonly needs: readonly string[]
  /** The step that has to be taken, so that its refusal says something. */
  readonly control: string
}

/** Sessions with a party that should keep them apart, and remember what was used. */
export interface SequencePlay<S, G extends ForbiddenStep<S> = ForbiddenStep<S>> {
  /** Begins another session; nothing, where there is none. */
  readonly open: (number: number) => Promise<S | undefined>
  readonly steps: readonly SequenceStep<S>[]
  readonly goals: readonly G[]
  /** Called after each step. */
  readonly rest?: () => void
}

/** How a goal ended in all sequences. */
export interface GoalEnd {
  readonly outcome: 'held' | 'failed' | 'inconclusive'
  readonly actual: string
}

/** The name of a step, and the places of its sessions among those that are there. */
type Action = readonly [name: string, one: number, other: number]

const opening = 'open'

/** How many sessions a sequence has, how many steps are drawn before its goals, and how many sequences there are. */
const most = { sessions: 3, steps: 10, sequences: 6 } as const

/** What all sequences together have shown. */
interface Seen {
  /** The steps that were taken. */
  readonly taken: Set<string>
  /** In how many sequences each goal was answered. */
  readonly answered: Map<string, number>
}

/** A sequence in which a goal was accepted: what was drawn, and what was done. */
interface FailedSequence<G> {
  readonly goal: G
  readonly goals: readonly G[]
  readonly actions: readonly Action[]
  readonly steps: readonly string[]
}

/**
 * Plays sequences of sessions that are drawn, the same in each run: valid steps, and what must be refused, in any order. Each ends
 * with every goal that it did not come to. One that goes wrong is played again, shorter and shorter, and its goal is left out of the others.
 */
export async function playSequences<S, G extends ForbiddenStep<S>>(
  play: SequencePlay<S, G>,
  conclude: (goal: G, end: GoalEnd) => void,
): Promise<void> {
  const seen: Seen = { taken: new Set(), answered: new Map() }
  const failed: FailedSequence<G>[] = []
  for (;;) {
    const goals = play.goals.filter((goal) => failed.every((each) => each.goal !== goal))
    let last: FailedSequence<G> | undefined
    const run = async (actions: readonly Action[]): Promise<SequenceResult> => {
      const { result, goal } = await runSequence({ ...play, goals }, actions, seen)
      if (goal) last = { goal, goals, actions, steps: result.steps }
      return result
    }
    const values = fc.array(drawAction({ ...play, goals }), { maxLength: most.steps, size: 'max' })
    const result = await tryValues({ values, run, isUnbiased: true }, { members: most.sequences, seed: 1 }, (playOne) =>
      playOne(undefined),
    )
    if (result.failures === 0 || !last) break
    failed.push(last)
  }
  for (const goal of play.goals.filter((each) => failed.every((other) => other.goal !== each))) {
    const count = seen.answered.get(goal.name)
    if (count !== undefined) conclude(goal, endWell(count, seen.taken.has(goal.control)))
  }
  for (const { goal, goals, actions, ...known } of failed) {
    // Once more: the messages before its conclusion are those of a short sequence.
    let { steps } = known
    for (const [some, before] of [
      [[goal], []],
      [[goal], actions],
      [goals, actions],
    ] as const) {
      const { result } = await runSequence({ ...play, goals: some }, before, seen)
      if (!result.hasFailed) continue
      ;({ steps } = result)
      break
    }
    conclude(goal, { outcome: 'failed', actual: `accepted: ${steps.join(', ')}` })
  }
}

const endWell = (count: number, isControlled: boolean): GoalEnd =>
  isControlled
    ? { outcome: 'held', actual: `rejected in ${count} ${count === 1 ? 'sequence' : 'sequences'}` }
    : { outcome: 'inconclusive', actual: 'rejected, and so is what is valid' }

/** Valid steps are drawn more often: without them a sequence leads nowhere. */
const drawAction = <S>({ steps, goals }: SequencePlay<S>): fc.Arbitrary<Action> => {
  const valid = [opening, ...steps.map(({ name }) => name)]
  const place = fc.nat({ max: most.sessions - 1 })
  return fc.tuple(fc.constantFrom(...valid, ...valid, ...goals.map(({ name }) => name)), place, place)
}

/** Runs a sequence until a goal is accepted, or a step says nothing. */
async function runSequence<S, G extends ForbiddenStep<S>>(
  { open, steps, goals, rest = () => {} }: SequencePlay<S, G>,
  actions: readonly Action[],
  seen: Seen,
): Promise<{ readonly result: SequenceResult; readonly goal?: G }> {
  const sessions: S[] = []
  const done: string[] = []
  const answered = new Set<string>()
  const end: { isLost: boolean; failed?: G } = { isLost: false }
  const begin = async (): Promise<void> => {
    done.push(`opens session ${sessions.length + 1}`)
    const session = await open(sessions.length + 1)
    if (session === undefined) end.isLost = true
    else sessions.push(session)
    rest()
  }
  const act = async (step: SequenceStep<S> | G, [one, other]: readonly [S, S]): Promise<void> => {
    const isTaken = await step.run(one, other)
    rest()
    done.push(isTaken === false ? `${step.describe(one, other)} (rejected)` : step.describe(one, other))
    if (isTaken === undefined) end.isLost = true
    const goal = goals.find((each) => each === step)
    if (!goal && isTaken) seen.taken.add(step.name)
    if (!goal || isTaken === undefined) return
    if (!answered.has(goal.name)) seen.answered.set(goal.name, (seen.answered.get(goal.name) ?? 0) + 1)
    answered.add(goal.name)
    if (isTaken) end.failed = goal
  }
  const perform = async (name: string, pair?: readonly [S, S]): Promise<void> => {
    const step = [...steps, ...goals].find((each) => each.name === name)
    const chosen = step && (pair ? [pair] : listPairs(sessions)).find((each) => step.isPossible(...each))
    if (name === opening) await begin()
    else if (step && chosen) await act(step, chosen)
  }
  const isOver = (): boolean => end.isLost || end.failed !== undefined
  for (const [name, one, other] of actions) {
    if (isOver()) break
    if (name !== opening || sessions.length < most.sessions) await perform(name, choosePair(sessions, one, other))
  }
  for (const goal of goals)
    for (const name of [...goal.needs, goal.name]) {
      const isDone = isOver() || answered.has(goal.name)
      const isReady = name !== goal.name && listPairs(sessions).some((pair) => goal.isPossible(...pair))
      if (!isDone && !isReady) await perform(name)
    }
  for (const goal of goals) {
    const oldest = listPairs(sessions).findLast((pair) => goal.isPossible(...pair))
    if (!isOver() && oldest) await act(goal, oldest)
  }
  for (const { name, control, needs } of goals)
    for (const step of [...needs, control])
      if (!isOver() && answered.has(name) && !seen.taken.has(control)) await perform(step)
  const { isLost, failed: goal } = end
  const result = { answered: answered.size, isLost, hasFailed: goal !== undefined, steps: done }
  return goal ? { result, goal } : { result }
}

/** Every two sessions, the newest first. */
const listPairs = <S>(sessions: readonly S[]): (readonly [S, S])[] =>
  sessions.toReversed().flatMap((one) => sessions.toReversed().map((other) => [one, other] as const))

function choosePair<S>(sessions: readonly S[], one: number, other: number): readonly [S, S] | undefined {
  const [first, second] = [one, other].map((each) => sessions[each % sessions.length])
  return first === undefined || second === undefined ? undefined : [first, second]
}
