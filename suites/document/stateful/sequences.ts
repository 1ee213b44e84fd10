import * as fc from 'fast-check'
import type { Decide } from '../../../model/decision.ts'
import type { SequenceResult } from '../../kit/exploration.ts'
import type { IssuerCalls, ProbeContext, ProbeOutcome, StatefulProbe } from '../model/probe.ts'
import {
  type ListAttempts,
  listForOtherHolder,
  listPermitted,
  listValid,
  listWithoutNonce,
  listWithUsedCode,
  listWithUsedNonce,
} from './attempts.ts'
import { runExploration } from './exploration.ts'
import {
  canAskForNonce,
  concludeSequence,
  createModel,
  fetchNonce,
  type IssuerModel,
  isOver,
  openSession,
  sendAttempt,
} from './issuer-model.ts'

/** A command of model-based testing: a step that a sequence can take next. */
interface Command {
  readonly name: string
  readonly isPossible: (model: IssuerModel) => boolean
  readonly run: (model: IssuerModel) => Promise<void>
}

/** The request under test, which has to be rejected, or accepted, at whatever point of a sequence it is sent. */
export interface SequenceGoal {
  readonly expected: StatefulProbe['expected']
  readonly attempts: ListAttempts
  /** How many accounts it takes, if more than one. */
  readonly accounts?: number
  /** The steps that make the request possible, where a sequence did not come to it by itself. */
  readonly needs: readonly ('open' | 'open for the other' | 'nonce' | 'ask')[]
}

const maxMessages = 12

/** How many of the messages are reserved for the goal, before and after it became possible. */
const reserved = { before: 5, after: 4 }

function hasRoom(model: IssuerModel, goal: Command): boolean {
  const { messages, answered } = model
  return messages < maxMessages - (answered > 0 ? 0 : goal.isPossible(model) ? reserved.after : reserved.before)
}

/** How many sessions and nonces may be unused at the same time. */
const maxFresh = 3

const createOpening = (account: number): Command => ({
  name: `open ${account}`,
  isPossible: ({ sessions }) => sessions.filter(({ use }) => use === 'fresh').length < maxFresh,
  run: (model) => openSession(model, account),
})

const createNonceFetch = (account: number): Command => ({
  name: `take ${account}`,
  isPossible: (model) =>
    canAskForNonce(model, account) && model.nonces.filter(({ use }) => use === 'fresh').length < maxFresh,
  run: (model) => fetchNonce(model, account),
})

const requestCreator =
  (decide: Decide) =>
  (name: string, attempts: ListAttempts, pick: number, expected?: StatefulProbe['expected']): Command => ({
    name: `${name} ${pick}`,
    isPossible: (model) => attempts(model, decide).length > 0,
    run: async (model) => {
      const all = attempts(model, decide)
      const attempt = all[pick % all.length]
      if (!attempt) return
      const answer = await sendAttempt(model, attempt)
      if (expected === undefined || answer === 'inconclusive') return
      model.answered++
      model.hasFailed = answer !== expected
    },
  })

const toFastCheck =
  (goal: Command) =>
  (command: Command): fc.AsyncCommand<IssuerModel, IssuerCalls> => ({
    check: (model) => !isOver(model) && hasRoom(model, goal) && command.isPossible(model),
    run: (model) => command.run(model),
    toString: () => command.name,
  })

/** Invalid requests for any sequence: a rejected request must not change the state of the issuer. */
const invalidAttempts = Object.entries({ listForOtherHolder, listWithoutNonce, listWithUsedNonce, listWithUsedCode })

const anyAccount = fc.nat({ max: 1 })
const anyPick = fc.nat({ max: 11 })

/** Runs generated sequences of sessions, nonces and requests, each of which reaches the goal. */
export const runSequences =
  (goal: SequenceGoal): ((context: ProbeContext) => Promise<ProbeOutcome | undefined>) =>
  async (context) => {
    const createRequest = requestCreator(context.decide)
    const createGoal = (pick: number): Command => createRequest('goal', goal.attempts, pick, goal.expected)
    const valid = anyPick.map((pick) => createRequest('ask', listValid, pick))
    const invalid = fc
      .tuple(fc.constantFrom(...invalidAttempts), anyPick)
      .map(([[name, attempts], pick]) => createRequest(name, attempts, pick))
    const last = createGoal(0)
    const commands = [
      anyAccount.map(createOpening),
      anyAccount.map(createNonceFetch),
      valid,
      valid,
      anyPick.map(createGoal),
      invalid,
    ]
    const needs = goal.needs.map((need) => createNeed(need, createRequest))
    const values = fc.commands(
      commands.map((command) => command.map(toFastCheck(last))),
      { maxCommands: 40, size: 'max', disableReplayLog: true },
    )
    const run = async (sequence: Commands, calls: IssuerCalls): Promise<SequenceResult> =>
      calls.sessions.length < (goal.accounts ?? 1)
        ? { ...concludeSequence(createModel(calls)), hasTooFewAccounts: true }
        : runSequence(sequence, calls, needs, last)
    return runExploration(goal.expected, { values, run, shorten })(context)
  }

type Commands = Iterable<fc.AsyncCommand<IssuerModel, IssuerCalls>>

/** The sequences with one command less. fast-check never drops the last command, though each sequence ends with its goal. */
const shorten = (commands: Commands): readonly Commands[] => {
  const all = [...commands]
  return all.map((_, dropped) => all.filter((_, place) => place !== dropped)).toReversed()
}

const createNeed = (need: SequenceGoal['needs'][number], createRequest: ReturnType<typeof requestCreator>): Command =>
  ({
    open: createOpening(0),
    'open for the other': createOpening(1),
    nonce: createNonceFetch(0),
    ask: createRequest('ask', listPermitted, 0),
  })[need]

async function runSequence(
  commands: Commands,
  calls: IssuerCalls,
  needs: readonly Command[],
  goal: Command,
): Promise<SequenceResult> {
  const model = createModel(calls)
  await fc.asyncModelRun(() => ({ model, real: calls }), commands)
  for (const command of [...needs, goal]) {
    if (model.answered > 0 || isOver(model)) break
    if (command === goal || !goal.isPossible(model)) await command.run(model)
  }
  return concludeSequence(model)
}
