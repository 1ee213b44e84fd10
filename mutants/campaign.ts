import { concludeTest, listDoubtful, listFailed, type Seen } from '../src/harness/seen.ts'
import { createDraw, type Draw, pick, shuffle } from './draw.ts'
import { createLoader } from './load.ts'
import type { Mutant } from './operators.ts'
import { type Campaign, examineOwn, findDifference, isKnown, type MutantResult, nameEnd } from './outcome.ts'
import { type Attempt, beginSession, listAttempts, listMade, nameAttempt } from './probing.ts'
import { listReached, startReaching } from './reach.ts'
import type { MutatedRole, Play, Setting } from './roles.ts'
import { listDrawn, listLines, numberDrawn } from './traffic.ts'

type Change = (steps: never) => never

/** The usual actor of each profile, and variants, one or two together. */
function drawSettings({ profiles }: MutatedRole, count: number, draw: Draw): readonly Setting[] {
  const usual = Object.entries(profiles).map(([profile, { usual: change }]) => ({
    ...{ profile, names: [], change: change as Change },
  }))
  const variants = Object.entries(profiles).flatMap(([profile, { variants: all }]) =>
    all.map(({ id, change }) => ({ profile, names: [id], change: change as Change })),
  )
  const drawn = shuffle(variants, draw)
  const pairs = drawn.slice(0, Math.ceil(count / 4)).flatMap((first, i): readonly Setting[] => {
    const second = drawn[drawn.length - 1 - i]
    if (!second || second.profile !== first.profile) return []
    const change: Change = (steps) => second.change(first.change(steps))
    return [{ profile: first.profile, names: [...first.names, ...second.names], change }]
  })
  return [...usual, ...drawn.slice(0, count - usual.length), ...pairs]
}

interface Ground {
  readonly setting: Setting
  readonly name: string
  readonly play: Play
  readonly first: Seen
  readonly constant: ReadonlySet<string>
  readonly reached: (mutant: Mutant) => boolean
  readonly attempts: readonly Attempt[]
  /** The normal lines of each attempt, as far as it was made. */
  readonly answers: Map<Attempt, readonly string[] | null>
}

/** The test of a role, which is given a profile by its name. All its modules are of one copy. */
async function open({ test, profiles }: MutatedRole, mutant?: Mutant): Promise<Play> {
  const load = createLoader(mutant)
  const find = async ([path, name]: readonly [string, string]): Promise<unknown> => {
    const { [name]: found } = await load(path)
    if (found === undefined) throw new Error(`${path} has no ${name}`)
    return found
  }
  const play = (await find(test)) as Play // its role says so
  return async ({ profile, ...question }) => {
    const own = profiles[profile]
    return play({ ...question, ...own?.question, profile: own && (await find(own.from)) } as never) // the same name in every copy
  }
}

/** One test; what ends it is an obstacle. */
async function run(
  play: Play,
  { question }: MutatedRole,
  { profile, change }: Setting,
  hasProbes: boolean,
): Promise<Seen> {
  try {
    return await play({ ...question, profile, hasProbes, change })
  } catch (error) {
    return { cases: [], trials: [], notes: [], untested: [], obstacle: `${error}` }
  }
}

/** Of the attempts, it takes a sample: what the original answers to them is asked once for all mutants. */
async function prepare(
  role: MutatedRole,
  setting: Setting,
  sample: (all: readonly Attempt[]) => readonly Attempt[],
): Promise<Ground | undefined> {
  const name = [setting.profile, ...setting.names].join(' + ')
  beginSession()
  await startReaching()
  const play = await open(role)
  const first = await run(play, role, setting, true)
  const reached = await listReached(role.folder)
  const second = await run(play, role, setting, true)
  if (concludeTest(first) !== 'passed' || concludeTest(second) !== 'passed') {
    if (setting.names.length < 2)
      console.log(`the original does not pass: ${name}: ${listFailed(first)} ${listDoubtful(first)}`)
    return undefined
  }
  const [lines, others] = [listLines(first, true), listLines(second, true)]
  const constant = listDrawn(lines).intersection(listDrawn(others))
  const [one = [], other = []] = [lines, others].map((each) => numberDrawn(each, constant))
  const chance = findDifference(one, other)
  if (chance !== undefined) {
    console.log(`the original differs from itself: ${name}: ${chance}`)
    return undefined
  }
  beginSession()
  if (role.isCalled) await run(play, role, setting, false)
  const attempts = role.isCalled ? sample([...listAttempts(listMade())]) : []
  return { setting, name, play, first, constant, reached, attempts, answers: new Map() }
}

export async function campaign(
  role: MutatedRole,
  mutants: readonly Mutant[],
  options: Campaign,
): Promise<readonly MutantResult[]> {
  const draw = createDraw(options.seed)
  const grounds: Ground[] = []
  for (const setting of drawSettings(role, options.settings, draw)) {
    const ground = await prepare(role, setting, (all) => shuffle(all, draw).slice(0, 2 * options.attempts))
    if (ground) grounds.push(ground)
  }
  const picked = pick(
    mutants.filter((each) => grounds.some(({ reached }) => reached(each))),
    draw,
  ).filter(options.isChosen)
  if (options.share.index === 0)
    console.log(`${picked.length} of ${mutants.length} mutants are reached in ${grounds.length} settings`)
  return examineOwn(picked, options, (mutant) => {
    // Its own numbers: it is examined in the same way whichever others are.
    const drawOwn = createDraw(`${options.seed} ${mutant.number}`)
    const own = shuffle(
      grounds.filter(({ reached }) => reached(mutant)),
      drawOwn,
    ).slice(0, 3)
    return examine(role, mutant, own, options, drawOwn)
  })
}

async function examine(
  role: MutatedRole,
  mutant: Mutant,
  grounds: readonly Ground[],
  { attempts, known }: Campaign,
  draw: Draw,
): Promise<MutantResult> {
  const ended: MutantResult[] = []
  const play = await open(role, mutant).catch((error: unknown) => `${error}`)
  const nothing = { failed: [], doubtful: [] }
  if (typeof play === 'string') return { ...mutant, ...nothing, verdict: 'stopped', setting: '', difference: play }
  // Most mutants show in sessions without probes, which take a tenth of the time.
  for (const hasProbes of [false, true]) {
    for (const ground of grounds) {
      const result = await examineIn(role, mutant, play, ground, known, hasProbes)
      if (result.verdict === 'found' || result.verdict === 'stopped') return result
      if (hasProbes) ended.push(result)
    }
  }
  const worst = ['SURVIVED', 'known', 'open', 'advice', 'narrower'].flatMap((word) =>
    ended.filter(({ verdict }) => verdict === word),
  )[0]
  if (worst) return worst
  const tried = grounds.slice(0, 2)
  for (const ground of tried) {
    const chosen = shuffle(ground.attempts, draw).slice(0, attempts / tried.length)
    const difference = await tryAttempts(role, play, ground, chosen)
    if (difference !== undefined)
      return {
        ...mutant,
        ...nothing,
        verdict: isKnown(mutant, known) ? 'known' : 'SURVIVED',
        setting: ground.name,
        difference,
      }
  }
  return { ...mutant, ...nothing, verdict: 'same', setting: '' }
}

async function examineIn(
  role: MutatedRole,
  mutant: Mutant,
  play: Play,
  ground: Ground,
  known: Campaign['known'],
  hasProbes: boolean,
): Promise<MutantResult> {
  beginSession()
  const seen = await run(play, role, ground.setting, hasProbes)
  const hasReasons = mutant.file.endsWith('/refusals.ts')
  const [usual, own] = [ground.first, seen].map((each) => numberDrawn(listLines(each, hasReasons), ground.constant))
  const difference = findDifference(usual ?? [], own ?? [])
  const end = concludeTest(seen)
  const rest = {
    setting: ground.name,
    failed: listFailed(seen),
    doubtful: listDoubtful(seen),
    ...(difference !== undefined && { difference }),
  }
  const usualAdvice = listAdvice(ground.first)
  const verdict = nameEnd(
    {
      isFailed: end === 'failed',
      isStopped: seen.obstacle !== undefined,
      isOpen: end === 'inconclusive',
      isAdvised: listAdvice(seen).difference(usualAdvice).size > 0,
      isNarrower: isNarrower(seen, ground.first),
      difference,
    },
    mutant,
    known,
  )
  return { ...mutant, ...rest, verdict }
}

/** Whether a test leaves untested, and says so, what it tests of the original. */
function isNarrower(own: Seen, usual: Seen): boolean {
  const said = new Set(listLeftOut(usual))
  return listLeftOut(own).some((each) => !said.has(each))
}

const listLeftOut = ({ untested, notes }: Seen): readonly string[] => [
  ...untested.map(({ row }) => row.id),
  ...notes.filter((note) => /\bnot\b/.test(note)),
]

/** What a test remarks, and what decides nothing. */
const listAdvice = (seen: Seen): Set<string> =>
  new Set([...listFailed(seen), ...seen.trials.filter(({ outcome }) => outcome === 'remark').map(({ id }) => id)])

/** Whether a client that changes one place of what it sends gets another answer from a mutant. */
async function tryAttempts(
  role: MutatedRole,
  play: Play,
  ground: Ground,
  attempts: readonly Attempt[],
): Promise<string | undefined> {
  for (const attempt of attempts) {
    const usual = await answerUsually(role, ground, attempt)
    if (usual === null) continue
    const difference = findDifference(usual, await answerAttempt(role, play, ground, attempt))
    if (difference !== undefined) return `${nameAttempt(attempt)} | ${difference}`
  }
  return undefined
}

/** What the original answers; null, if that is another thing each time. */
async function answerUsually(role: MutatedRole, ground: Ground, attempt: Attempt): Promise<readonly string[] | null> {
  const known = ground.answers.get(attempt)
  if (known !== undefined) return known
  const one = await answerAttempt(role, ground.play, ground, attempt)
  const other = await answerAttempt(role, ground.play, ground, attempt)
  const answer = findDifference(one, other) === undefined ? one : null
  ground.answers.set(attempt, answer)
  return answer
}

async function answerAttempt(
  role: MutatedRole,
  play: Play,
  { setting, constant }: Ground,
  attempt: Attempt,
): Promise<readonly string[]> {
  beginSession(attempt)
  return numberDrawn(listLines(await run(play, role, setting, false), false), constant)
}
