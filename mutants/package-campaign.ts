import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDraw, pick } from './draw.ts'
import { applyMutant, listMutants, type Mutant } from './operators.ts'
import { type Campaign, examineOwn, findDifference, isKnown, type MutantResult, nameEnd } from './outcome.ts'
import { watchPackage } from './package-copy.ts'
import type { Subject } from './subject.ts'
import { listDrawn, numberDrawn } from './traffic.ts'

/** What mutants are compared with, in one phase. */
interface Ground {
  readonly phase: string
  /** What the original failed, at least once. */
  readonly usual: Readonly<Record<Judged, ReadonlySet<string>>>
  readonly findOther: (lines: readonly string[]) => string | undefined
}

type Judged = 'failed' | 'advice' | 'doubtful' | 'leftOut' | 'stopped'

/** What mutants remember is of the process that has them. */
const memory = '--import=data:text/javascript,globalThis.__remembered={count:0}'

/** Mutants of a published package, each in a copy of it. */
export async function campaignPackage(
  open: () => Promise<Subject>,
  options: Campaign,
): Promise<readonly MutantResult[]> {
  const subject = await open()
  const { copy, phases, play } = subject
  try {
    process.env.NODE_OPTIONS = memory
    const draw = createDraw(options.seed)
    const grounds: Ground[] = []
    for (const phase of phases) grounds.push(await prepare(subject, phase))
    const { files, reached, value } = await watchPackage(copy, () => play(phases.at(-1) ?? ''))
    const findMore = subject.drawAttempts?.(options.attempts, draw, value)
    const mutants = files.flatMap((file) =>
      listMutants(file, readFileSync(join(copy.folder, file), 'utf8'), file.replace('node_modules/', '')),
    )
    const own = mutants.filter((each) => !isByCompiler(each) && reached(each))
    const picked = pick(own, draw).filter(options.isChosen)
    if (options.share.index === 0) console.log(`${picked.length} of ${mutants.length} mutants are reached`)
    return await examineOwn(picked, options, (mutant) => examine(subject, grounds, mutant, options.known, findMore))
  } finally {
    copy.remove()
  }
}

/** The original twice: what differs between the two is chance. */
async function prepare({ play, isOrdered, excuse = (_, own) => own }: Subject, phase: string): Promise<Ground> {
  const [first, second] = [await play(phase), await play(phase)]
  const constant = listDrawn(first.lines).intersection(listDrawn(second.lines))
  const number = (all: readonly string[]): readonly string[] =>
    isOrdered ? numberDrawn(all, constant) : all.flatMap((line) => numberDrawn([line], constant))
  const [one, other] = [number(first.lines), number(second.lines)]
  const chance = isOrdered ? findDifference(one, other) : undefined
  if (chance !== undefined) throw new Error(`the original differs from itself: ${chance}`)
  const unite = (name: Judged): Set<string> => new Set([...first[name], ...second[name]])
  return {
    phase,
    usual: {
      ...{ failed: unite('failed'), advice: unite('advice'), doubtful: unite('doubtful') },
      ...{ leftOut: unite('leftOut'), stopped: unite('stopped') },
    },
    findOther: (lines) => {
      const own = number(lines)
      return isOrdered ? findDifference(one, excuse(one, own)) : findMissing(one, other, own)
    },
  }
}

/** A line that the original always has, and a mutant has not. What else there is may be chance. */
function findMissing(one: readonly string[], other: readonly string[], own: readonly string[]): string | undefined {
  const gone = new Set(one).intersection(new Set(other)).difference(new Set(own)).values().next().value
  return gone && `missing: ${gone.slice(0, 400)}`
}

/** Whether it is in a function that a compiler adds. */
const isByCompiler = ({ place }: Mutant): boolean => place.includes(':__')

async function examine(
  subject: Subject,
  grounds: readonly Ground[],
  mutant: Mutant,
  known: Campaign['known'],
  findMore: (() => string | undefined) | undefined,
): Promise<MutantResult> {
  const file = join(subject.copy.folder, mutant.file)
  const source = readFileSync(file, 'utf8')
  writeFileSync(file, applyMutant(source, mutant))
  try {
    let result: MutantResult | undefined
    for (const ground of grounds) {
      result = await examineIn(subject, ground, mutant, known)
      if (result.verdict === 'found' || result.verdict === 'stopped') return result
    }
    if (result && result.verdict !== 'same') return result
    const difference = findMore?.()
    const rest = { ...mutant, setting: '', failed: [], doubtful: [] }
    if (difference === undefined) return { ...rest, verdict: 'same' }
    return { ...rest, verdict: isKnown(mutant, known) ? 'known' : 'SURVIVED', difference }
  } finally {
    writeFileSync(file, source)
  }
}

async function examineIn(
  { play }: Subject,
  { phase, usual, findOther }: Ground,
  mutant: Mutant,
  known: Campaign['known'],
): Promise<MutantResult> {
  const own = await play(phase)
  const more = (name: Judged): readonly string[] => [...new Set(own[name]).difference(usual[name])]
  const difference = findOther(own.lines)
  const verdict = nameEnd(
    {
      isFailed: more('failed').length > 0,
      isStopped: more('stopped').length > 0,
      isOpen: more('doubtful').length > 0,
      isAdvised: more('advice').length > 0,
      isNarrower: more('leftOut').length > 0,
      difference,
    },
    mutant,
    known,
  )
  const doubtful = [...more('stopped'), ...more('doubtful')]
  return {
    ...{ ...mutant, setting: phase, failed: more('failed'), doubtful, verdict },
    ...(difference !== undefined && { difference }),
  }
}
