import { checks } from '../../suites/checks.ts'
import { dialectOf } from '../../suites/dialect.ts'
import { exchangeChecks } from '../../suites/exchange-checks.ts'
import { exchangeTampers } from '../../suites/exchange-tampers.ts'
import { decisions, requirements } from '../../suites/registry.ts'
import { tampers } from '../../suites/tampers.ts'
import { termsOf } from '../../suites/terms.ts'
import { answersUnder, type Taken } from '../harness/answers.ts'
import { assess } from '../harness/assess.ts'
import { articlesOf } from '../harness/judge.ts'
import { type Ending, play } from '../harness/play.ts'
import { program } from '../harness/program.ts'
import { redact } from '../harness/redact.ts'
import { isSelected, isWhole } from '../harness/selection.ts'
import type { Answerer, Line } from '../harness/switchboard.ts'
import { verdictOf } from '../harness/verdict.ts'
import type { Deviation } from '../model/actors.ts'
import type { Probed } from '../model/probe.ts'
import type { Result } from '../model/report.ts'
import type { Role } from '../model/requirement.ts'
import type { Effects, ResultTold, RunReport } from '../model/run-report.ts'
import type { Settings } from '../model/settings.ts'
import type { Tampers } from '../model/tamper.ts'
import type { Hop } from '../model/wire.ts'
import type { Exhibit } from '../protocol/evidence.ts'
import type { JsonObject } from '../protocol/json.ts'
import type { FetchHandler } from '../wire/app.ts'
import { openers } from './company.ts'
import type { Drivers } from './orders.ts'
import { basesOf } from './places.ts'
import { playPreflight } from './preflight.ts'
import { castOf } from './roles.ts'
import { type Stage, stageFor } from './stage.ts'
import { words } from './words.ts'

// Suites, actors, wire and harness know nothing of one another; here they become a run.

/** What a run needs from outside: the clock, the lines to its targets, and somebody to tell. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly tool: { readonly name: string; readonly version: string }
  /** Lines to the targets, by role. Whoever is not here is played in this process. */
  readonly lines: { readonly [R in Answerer]?: Line }
  readonly signal: AbortSignal
  /** Told of every message as soon as it is answered. */
  readonly record: (hop: Hop) => void
  readonly progress: (ending: Ending) => void
  /** Opens the door to targets that call us. Without it, they find nobody. */
  readonly listen?: (handler: FetchHandler) => Promise<() => Promise<void>>
  /** Those under test who are moved and not called. */
  readonly drivers?: Drivers
  /** Certificates at which the chains of devices may end, beside that of the reference cast. */
  readonly anchors?: readonly string[]
  /** What the wallet asks for, where it is not the usual. */
  readonly asks?: JsonObject
  /** What was said in sessions that an earlier run played to their end: they are not played again. */
  readonly earlier?: readonly Hop[]
  /** Puts lies before those under test, between the honest sessions. Without it, nobody lies. */
  readonly probing?: (stage: Stage) => Promise<readonly Probed[]>
  /** The one requirement that no reference actor looks after, for proofs that a lie exposes it. */
  readonly neglected?: string
  /** How one of the reference actors is bent, for proofs. */
  readonly deviation?: Deviation
  /** What passes are put to the test with. Without it, they stand as they are. */
  readonly tampers?: Tampers
  /** Who is under test, where it is not the targets. */
  readonly tested?: ReadonlySet<Role>
}

/** A run, and everything that was said in it. */
export interface Ran {
  readonly report: RunReport
  readonly hops: readonly Hop[]
}

const articles = articlesOf(requirements, checks)

/** A play, and what its judges say of it. */
export interface Played {
  readonly results: readonly Result[]
  readonly endings: readonly Ending[]
  readonly hops: readonly Hop[]
  readonly taken: readonly Taken[]
  readonly probes: readonly Probed[]
  /** What was said to those under test, lies included. */
  readonly effects: Effects
  /** Everything that was seen; what is in it is private. */
  readonly exhibits: () => readonly Exhibit[]
}

/** Plays the whole exchange and judges what was said. */
export async function playAndJudge(settings: Settings, surroundings: Surroundings): Promise<Played> {
  const { profile, given } = settings
  const { tampers: deeds } = surroundings
  const answers = answersUnder({ profile, given })
  const { decide } = answers
  // Who asks while it plays is one thing; what was agreed on, and what the judges asked, stands in the report.
  const stage = stageFor(settings, surroundings, answersUnder({ profile, given }).decide)
  dialectOf(decide)
  termsOf(decide, basesOf(settings))
  const closeDoor = await surroundings.listen?.(stage.inbound)
  const { endings, probes } = await playAll(stage, settings, surroundings).finally(() => closeDoor?.())
  const hops = endings.flatMap(({ episode: { session } }) => stage.hopsOf(session))
  const results = assess(
    {
      articles: articles.filter(({ requirement: { id } }) => isSelected(id, settings)),
      exchangeChecks,
      answering: { profile, given },
      decide,
      ...(deeds && { tampers: deeds }),
    },
    {
      hops,
      tested: stage.tested,
      keys: openers,
      known: stage.known,
      uids: stage.uids(),
      missing: missingBecause(endings),
      ...(probes && { probes }),
    },
  )
  return {
    results,
    endings,
    hops,
    effects: stage.effects(),
    probes: probes ?? [],
    taken: answers.taken(),
    exhibits: stage.exhibits,
  }
}

const everyTamper: Tampers = { artefacts: tampers, exchanges: exchangeTampers }

/** Plays, judges, puts what passed to the test, and reports. */
export async function run(settings: Settings, surroundings: Surroundings): Promise<Ran> {
  const began = surroundings.clock()
  const played = await playAndJudge(settings, { tampers: everyTamper, ...surroundings })
  const milliseconds = Math.max(0, surroundings.clock() - began)
  const timing = { startedAt: new Date(began).toISOString(), milliseconds }
  return { report: reportOf(settings, surroundings, played, timing), hops: played.hops }
}

function reportOf(
  settings: Settings,
  { tool, signal }: Surroundings,
  { results, endings, hops, taken, exhibits, effects, probes }: Played,
  timing: Pick<RunReport, 'startedAt' | 'milliseconds'>,
): RunReport {
  const { profile, only, skip, shard, seed, now, subject, strict } = settings
  const isComplete = isWhole(settings)
  const strictness = strict ? 'all' : 'required'
  const interrupted = signal.aborted
  return {
    schemaVersion: 1,
    tool: { ...tool, registry: `${requirements.length} requirements, ${decisions.length} decisions` },
    subject,
    ...timing,
    seed,
    ...(now !== undefined && { now }),
    profile,
    ...(strict && { strict }),
    decisions: taken.map(({ decision: { id }, value, source }) => ({ id, value, source })),
    cast: castOf(settings),
    selection: { only, skip, ...(shard && { shard }), complete: isComplete },
    sessions: endings.map(({ episode: { session, why }, ...ending }) => ({
      session,
      why,
      ...ending,
      hops: hops.filter((hop) => hop.session === session).length,
    })),
    results: redact(results, exhibits(), words).map(toldOf),
    probes,
    effects,
    verdict: verdictOf({ results, endings, decisions: taken, isComplete, strictness, interrupted }),
  }
}

/** A target that cannot be reached, or that loses the first honest message, is not asked again. */
async function playAll(
  stage: Stage,
  { targets, deadline }: Settings,
  { progress, clock, probing }: Surroundings,
): Promise<{ readonly endings: readonly Ending[]; readonly probes?: readonly Probed[] }> {
  const endings: Ending[] = []
  const told = (ending: Ending): void => {
    endings.push(ending)
    progress(ending)
  }
  if (targets.issuer) told(await playPreflight(stage.look))
  if (endings.some(({ ended }) => ended === 'lost')) return { endings }
  const until = clock() + 1000 * deadline
  const plot = {
    sceneOf: stage.sceneOf,
    hopsOf: stage.hopsOf,
    wordsOf: stage.wordsOf,
    told,
    isLate: () => clock() > until,
  }
  await play(program.slice(0, -1), plot)
  const isWell = endings.every(({ ended }) => ended === 'completed')
  const probes = probing && isWell ? await probing(stage) : undefined
  if (endings.every(({ ended }) => ended !== 'lost')) await play(program.slice(-1), plot)
  return { endings, ...(probes && { probes }) }
}

export const toldOf = ({ requirement, ...rest }: Result): ResultTold => {
  const { id, section, standard, force, binds, text, hangsOn } = requirement
  return {
    id,
    section,
    ...(standard !== undefined && { standard }),
    force,
    binds,
    text,
    hangsOn: hangsOn.map((decision) => decision.id),
    ...rest,
  }
}

function missingBecause(endings: readonly Ending[]): string {
  const broken = endings.find(({ ended }) => ended !== 'completed')
  return broken ? `: in the session \`${broken.episode.session}\`, ${broken.reason}` : ''
}
