import type { Result } from '../../../model/report.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { Artefact } from '../../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { compareArtefacts, type Excerpt, show } from '../../../reporters/text/difference.ts'
import { createDecider } from '../../../src/judge/decisions.ts'
import { compileJudge } from '../../../src/judge/judge.ts'
import { checks } from '../all/checks.ts'
import type { ActorMutation } from '../model/actors.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import type { FaultSettings } from '../model/fault.ts'
import { createMessageParser } from '../model/parse-message.ts'
import { referenceOptions, referenceSettings } from '../prove/live-run.ts'
import { decryptionKeys } from '../reference/actors.ts'
import { runOffline } from '../reference/offline-exchange.ts'
import { runAndJudge } from '../run/run.ts'
import { compareExchanges, describeMessage } from './message-difference.ts'

/** The result of one requirement in a run of reference actors, and the excerpt of the run that shows it. */
export interface Example {
  readonly result: Result
  /** What the mutation changes first; without a mutation, what shows the requirement. */
  readonly excerpt?: Excerpt
}

/** Runs examples for one requirement. */
export interface ExampleRunner {
  readonly run: (mutation: ActorMutation, setting: FaultSettings) => Promise<Example>
}

/** Creates what runs examples: on single artefacts if the requirement shows there, else in whole exchanges. */
export function createExampleRunner(requirement: Requirement): ExampleRunner {
  const whole = exchangeRunner(requirement)
  if (!('in' in requirement.seen)) return whole
  const single = artefactRunner(requirement, requirement.seen.in)
  return { run: (mutation, setting) => (setting.live ? whole : single).run(mutation, setting) }
}

const isEmpty = (mutation: ActorMutation): boolean => Object.keys(mutation).length === 0

const nothing: ActorMutation = {}

/** Plays each mutation once under each setting, and no mutation once. */
function playOnce<T>(play: (mutation: ActorMutation, setting: FaultSettings) => T): typeof play {
  const known = new Map<ActorMutation, Map<string, T>>()
  return (mutation, setting) => {
    const own = isEmpty(mutation) ? nothing : mutation
    const bySetting = known.get(own) ?? new Map<string, T>()
    const key = JSON.stringify([setting.profile, setting.decisions, setting.responseEncryption])
    const played = bySetting.get(key) ?? play(own, setting)
    known.set(own, bySetting.set(key, played))
    return played
  }
}

function artefactRunner(requirement: Requirement, kinds: readonly ArtefactKind[]): ExampleRunner {
  const judge = compileJudge([requirement], checks)
  const play = playOnce(runOffline)
  const select = (artefacts: readonly Artefact[]): readonly Artefact[] =>
    artefacts.filter(({ kind }) => kinds.includes(kind))
  return {
    run: async (mutation, setting) => {
      const input = play(mutation, setting)
      const [result] = judge.judge(input, createDecider(setting).decide)
      const excerpt = isEmpty(mutation)
        ? showArtefact(select(input.artefacts)[0])
        : findChange(select(play(nothing, setting).artefacts), select(input.artefacts))
      return { result: requireResult(result), ...(excerpt && { excerpt }) }
    },
  }
}

const showArtefact = (artefact: Artefact | undefined): Excerpt | undefined =>
  artefact && { where: artefact.kind, differences: [{ at: 'everything', valid: show(artefact.text), changed: '' }] }

/** The first artefact that differs from the one of its kind and place. */
function findChange(valid: readonly Artefact[], changed: readonly Artefact[]): Excerpt | undefined {
  const kinds = [...new Set([...valid, ...changed].map(({ kind }) => kind))]
  for (const kind of kinds) {
    const [before, after] = [valid, changed].map((all) => all.filter((each) => each.kind === kind))
    for (let i = 0; i < Math.max(before?.length ?? 0, after?.length ?? 0); i++) {
      const differences = compareArtefacts(before?.[i], after?.[i])
      if (differences.length > 0) return { where: kind, differences }
    }
  }
  return undefined
}

/** Runs exchanges. What a mutation changes shows beside the run without one. */
function exchangeRunner(requirement: Requirement): ExampleRunner {
  const parse = createMessageParser(decryptionKeys)
  const play = playOnce(async (mutation, setting) => {
    const { results, messages } = await runExchange(requirement, setting, mutation)
    return { results, messages: messages.map(parse) }
  })
  return {
    run: async (mutation, setting) => {
      const { results, messages } = await play(mutation, setting)
      const excerpt = isEmpty(mutation)
        ? showMessages(messages)
        : compareExchanges((await play(nothing, setting)).messages, messages)
      return { result: requireResult(results[0]), ...(excerpt && { excerpt }) }
    },
  }
}

const showMessages = ([first]: readonly ParsedMessage[]): Excerpt | undefined =>
  first && {
    where: describeMessage(first.message),
    differences: [{ at: 'response', valid: show(first.message.response?.body), changed: '' }],
  }

const runExchange = (
  { id }: Requirement,
  { profile, decisions, responseEncryption: asks }: FaultSettings,
  mutation: ActorMutation,
) =>
  runAndJudge(
    { ...referenceSettings, profile, decisions, only: [id] },
    { ...referenceOptions, mutation, ...(asks && { asks }) },
  )

function requireResult(result: Result | undefined): Result {
  if (!result) throw new TypeError('one requirement has one result')
  return result
}
