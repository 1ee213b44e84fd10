import * as fc from 'fast-check'
import type { Decide } from '../../src/model/decision.ts'
import type { Director, Performance, Steps, Trick } from '../../src/model/probe.ts'
import { type Attempts, honest, noNonce, otherHolder, permitted, usedCode, usedNonce } from './attempts.ts'
import { type Ending, exploring } from './exploring.ts'
import { endingOf, isOver, open, type Plot, plotOf, put, takeNonce } from './plot.ts'

/** One thing that can be done next. */
interface Move {
  readonly name: string
  readonly isPossible: (plot: Plot) => boolean
  readonly make: (plot: Plot) => Promise<void>
}

/** What a story is about: a request that has to be refused, or accepted, whenever it is put. */
export interface Aim {
  readonly expected: Trick['expected']
  readonly attempts: Attempts
  /** How many accounts it takes, if more than one. */
  readonly accounts?: number
  /** What makes it possible, where the story did not come to it by itself. */
  readonly needs: readonly ('open' | 'open for the other' | 'nonce' | 'ask')[]
}

/** Messages of a story, at most. */
const most = 12

/** How many of them are kept for what it is about: all that it needs, or what somebody used up of that. */
const kept = { before: 5, after: 4 }

function isTime(plot: Plot, goal: Move): boolean {
  const { messages, aims } = plot
  return messages < most - (aims > 0 ? 0 : goal.isPossible(plot) ? kept.after : kept.before)
}

const some = 3

const opening = (account: number): Move => ({
  name: `open ${account}`,
  isPossible: ({ sessions }) => sessions.filter(({ use }) => use === 'fresh').length < some,
  make: (plot) => open(plot, account),
})

const taking = (account: number): Move => ({
  name: `take ${account}`,
  isPossible: ({ nonces }) => nonces.filter(({ use }) => use === 'fresh').length < some,
  make: (plot) => takeNonce(plot, account),
})

const puttingOf =
  (decide: Decide) =>
  (name: string, which: Attempts, pick: number, expected?: Trick['expected']): Move => ({
    name: `${name} ${pick}`,
    isPossible: (plot) => which(plot, decide).length > 0,
    make: async (plot) => {
      const all = which(plot, decide)
      const attempt = all[pick % all.length]
      if (!attempt) return
      const answer = await put(plot, attempt)
      if (expected === undefined || answer === 'undecided') return
      plot.aims++
      plot.isExposed = answer !== expected
    },
  })

/** A move as fast-check wants it. */
const commandIn =
  (goal: Move) =>
  (move: Move): fc.AsyncCommand<Plot, Steps> => ({
    check: (plot) => !isOver(plot) && isTime(plot, goal) && move.isPossible(plot),
    run: (plot) => move.make(plot),
    toString: () => move.name,
  })

/** Whatever has to be refused, whatever a story is about: it must leave nothing behind. */
const lies = Object.entries({ otherHolder, noNonce, usedNonce, usedCode })

const account = fc.nat({ max: 1 })
const pick = fc.nat({ max: 11 })

/** Tells stories of sessions, nonces and requests in any order, each of which comes to what it is about. */
export const stories =
  (aim: Aim): ((director: Director) => Promise<Performance | undefined>) =>
  async (director) => {
    const putting = puttingOf(director.decide)
    const aiming = (at: number): Move => putting('aim', aim.attempts, at, aim.expected)
    const asking = pick.map((at) => putting('ask', honest, at))
    const lying = fc.tuple(fc.constantFrom(...lies), pick).map(([[name, lie], at]) => putting(name, lie, at))
    const goal = aiming(0)
    const moves = [account.map(opening), account.map(taking), asking, asking, pick.map(aiming), lying]
    const needs = aim.needs.map((need) => neededBy(need, putting))
    const values = fc.commands(
      moves.map((move) => move.map(commandIn(goal))),
      { maxCommands: 40, size: 'max', disableReplayLog: true },
    )
    const play = async (commands: Commands, steps: Steps): Promise<Ending> =>
      steps.sessions.length < (aim.accounts ?? 1)
        ? { ...endingOf(plotOf(steps)), isVain: true }
        : playOne(commands, steps, needs, goal)
    return exploring(aim.expected, { values, play, shorten })(director)
  }

type Commands = Iterable<fc.AsyncCommand<Plot, Steps>>

/** The same without one command. fast-check keeps the last one, and does not know that a story has an end of its own. */
const shorten = (commands: Commands): readonly Commands[] => {
  const all = [...commands]
  return all.map((_, dropped) => all.filter((_, place) => place !== dropped)).toReversed()
}

const neededBy = (need: Aim['needs'][number], putting: ReturnType<typeof puttingOf>): Move =>
  ({
    open: opening(0),
    'open for the other': opening(1),
    nonce: taking(0),
    ask: putting('ask', permitted, 0),
  })[need]

async function playOne(commands: Commands, steps: Steps, needs: readonly Move[], goal: Move): Promise<Ending> {
  const plot = plotOf(steps)
  await fc.asyncModelRun(() => ({ model: plot, real: steps }), commands)
  for (const move of [...needs, goal]) {
    if (plot.aims > 0 || isOver(plot)) break
    if (move === goal || !goal.isPossible(plot)) await move.make(plot)
  }
  return endingOf(plot)
}
