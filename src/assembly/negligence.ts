import { checks } from '../../suites/checks.ts'
import { both, instead } from '../../suites/deviations.ts'
import { trickSettings } from '../../suites/negligence.ts'
import { hasToRefuse, isFirm } from '../../suites/probing.ts'
import { requirements } from '../../suites/registry.ts'
import { termsOf } from '../../suites/terms.ts'
import { rulesOf } from '../actors/rules.ts'
import { answersUnder } from '../harness/answers.ts'
import { articlesOf } from '../harness/judge.ts'
import type { Lie, Reception, Row } from '../harness/negligence.ts'
import type { Fault, Setting } from '../model/fault.ts'
import type { Probed, Trick } from '../model/probe.ts'
import type { Requirement, Role } from '../model/requirement.ts'
import { isObject } from '../protocol/json.ts'
import { attempt } from '../protocol/problem.ts'
import { quiet, rehearsed } from './live.ts'
import { basesOf } from './places.ts'
import { probesOn } from './probes/catalogue.ts'
import { judges, liesFor, type Sampling } from './probes/lies.ts'
import { type Player, playerOn } from './probes/player.ts'
import type { Probes } from './probes/probe.ts'
import { shelf } from './probes/shelf.ts'
import { tell } from './probes/telling.ts'
import { attemptTrick } from './probes/tricks.ts'
import { isAccepted } from './probes/twins.ts'
import { type Stage, stageFor } from './stage.ts'

// Every lie is told twice: to an honest judge, and to one that is as honest and lacks the validation against it.

const inPlay = ({ under, given }: Pick<Setting, 'under' | 'given'>) => ({ ...rehearsed, profile: under, given })

/** What honest judges look up in their books, whatever was decided. */
const rules = rulesOf(termsOf(answersUnder(rehearsed).decide, basesOf(rehearsed)))

/** What a judge is seen to validate and has to refuse: a lie is due for each. */
export const rowsOf = (asked: readonly Requirement[]): readonly Row[] =>
  judges.flatMap((judge) => asked.filter((each) => isDue(each, judge)).map(({ id }) => ({ judge, requirement: id })))

const judgeable = new Set(
  articlesOf(requirements, checks).flatMap(({ requirement, checks: own }) => (own.length > 0 ? [requirement] : [])),
)

const isRule = ({ id }: Requirement, judge: Role): boolean =>
  rules[judge]?.some(({ requirement }) => requirement === id) === true

const isValidation = (asked: Requirement, judge: Role): boolean =>
  isRule(asked, judge) || (judgeable.has(asked) && asked.refusedBy.includes(judge))

const isDue = (asked: Requirement, judge: Role): boolean =>
  (judgeable.has(asked) && hasToRefuse(asked, judge)) || (isFirm(asked) && isRule(asked, judge))

/** Every lie, before everybody who has to refuse it, under the answers that it is a lie under. */
export const liesOf = ({ faults, tricks }: Pick<Probes, 'faults' | 'tricks'>, sampling: Sampling): readonly Lie[] => [
  ...judges.flatMap((judge) => {
    const isWelcome = welcomeAt(judge, sampling)
    return faults.flatMap((fault) => toldAs(fault, judge, isWelcome, sampling))
  }),
  ...tricks.filter(({ expected }) => expected === 'refused').map((trick) => played(trick, sampling)),
]

/** Plays something with one judge on a stage of its own. */
type Play = (stage: Stage, play: Player) => Promise<Probed | undefined>

function toldAs(fault: Fault, judge: Role, isWelcome: Welcome, sampling: Sampling): readonly Lie[] {
  return liesFor(fault, judge, sampling).map((lie) => ({
    id: fault.id,
    judge,
    requirement: fault.breaks.id,
    tell: async (neglected) => {
      if (!(await isWelcome(fault, neglected))) return unwelcome
      const received = await receive(fault, judge, neglected, async (stage, play) => {
        const [probed] = await tell(lie, play, probesOn(stage, sampling))
        return probed
      })
      return received ?? { answer: 'undecided', noticed: new Set(), reason: 'our own checks see no breach in it' }
    },
  }))
}

const unwelcome: Reception = {
  answer: 'undecided',
  noticed: new Set(),
  reason: 'the honest twin was not accepted either',
}

/** Whether a judge accepts what is honest, under the answers of a setting. */
type Welcome = (setting: Setting, neglected: ReadonlySet<string>) => Promise<boolean>

/** Asks each judge once: what an honest session comes to is the same before every lie. */
function welcomeAt(judge: Role, sampling: Sampling): Welcome {
  const known = new Map<string, Promise<boolean>>()
  const ask: Welcome = (setting, neglected) => {
    const stage = stageUnder(setting, judge, neglected, new Set())
    return isAccepted(judge, playerOn(stage), probesOn(stage, sampling).refusal)
  }
  return ({ under, given }, neglected) => {
    const key = JSON.stringify([under, given, [...neglected].sort()])
    const answer = known.get(key) ?? ask({ under, given }, neglected)
    known.set(key, answer)
    return answer
  }
}

/** A trick is played under the first answers that it applies under. */
function played(trick: Trick, sampling: Sampling): Lie {
  const { id, judge, shows, breaks = shows } = trick
  const perform: Play = async (stage, play) => {
    const [probed] = await attemptTrick(trick, stage, play, probesOn(stage, sampling))
    return probed
  }
  return {
    id,
    judge,
    requirement: breaks.id,
    ...(!isValidation(breaks, judge) && { lookedAfterBy: 'whoever notices' as const }),
    tell: async (neglected) => {
      for (const setting of trickSettings) {
        const received = await receive(setting, judge, neglected, perform)
        if (received) return received
      }
      return { answer: 'undecided', noticed: new Set(), reason: 'it applies under none of the answers that were tried' }
    },
  }
}

async function receive(
  setting: Setting,
  judge: Role,
  neglected: ReadonlySet<string>,
  perform: Play,
): Promise<Reception | undefined> {
  const noticed = new Set<string>()
  const stage = stageUnder(setting, judge, neglected, noticed)
  const probed = await perform(stage, playerOn(stage))
  return probed && { answer: probed.answer, noticed, ...(probed.reason !== undefined && { reason: probed.reason }) }
}

/** Whoever does not look at the key that a response is to be encrypted to finds out that it is none, and goes on without. */
const answersInClear = instead('issuer', 'encrypt', (honest) => (response, asked) => {
  const sealed = isObject(asked.jwk) ? attempt(() => honest(response, asked)) : undefined
  return sealed && 'value' in sealed ? sealed.value : response
})

/** Seconds. */
const day = 86_400

/** A stage on which one judge is tested, neglects something, and writes down what it notices. */
function stageUnder(setting: Setting, judge: Role, neglected: ReadonlySet<string>, noticed: Set<string>): Stage {
  const { now, ...settings } = inPlay(setting)
  let time = 1000 * (now ?? 0) // of a clock that stands still, but when something was put by to grow old
  const stage = stageFor(
    settings,
    { ...quiet, clock: () => time, tested: new Set([judge]) },
    answersUnder(settings).decide,
  )
  const attention = { neglected, noticed: (requirement: string) => void noticed.add(requirement) }
  const lax = judge === 'issuer' && neglected.size > 0 ? answersInClear : {}
  return {
    ...stage,
    enter: ({ deviation = {}, ...casting }) => {
      const entered = stage.enter({ ...casting, ...attention, deviation: both(lax, deviation) })
      const leave: typeof entered.leave = () => {
        if (casting.session === shelf) time += 1000 * day
        return entered.leave()
      }
      return { ...entered, leave }
    },
  }
}
