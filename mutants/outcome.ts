import type { Mutant } from './operators.ts'

/** What became of a mutant. */
export interface MutantResult extends Mutant {
  /**
   * Found, or stopped: the test ends in another way. Advice: a recommendation is not kept. Open: inconclusive.
   * Narrower: it does not do what is optional, and the test says what it leaves untested for that reason.
   * Known: legal. Same: nothing is different from outside.
   */
  readonly verdict: 'found' | 'stopped' | 'advice' | 'open' | 'SURVIVED' | 'narrower' | 'known' | 'same'
  readonly setting: string
  readonly failed: readonly string[]
  readonly doubtful: readonly string[]
  /** What is different, and where the same message was changed to show it. */
  readonly difference?: string
}

/** Which mutants are examined, how, and what is known of them. */
export interface Campaign {
  readonly seed: string
  /** Of how many mutants, and every which of them in this process. */
  readonly count: number
  readonly share: { readonly index: number; readonly of: number }
  readonly settings: number
  readonly attempts: number
  readonly isChosen: (mutant: Mutant) => boolean
  readonly known: Readonly<Record<string, string>>
}

/** How a test of a mutant ended, beside that of the original. */
interface End {
  readonly isFailed: boolean
  readonly isStopped: boolean
  readonly isOpen: boolean
  readonly isAdvised: boolean
  readonly isNarrower: boolean
  readonly difference: string | undefined
}

/** One word for how a test of a mutant ended. */
export function nameEnd(end: End, mutant: Mutant, known: Campaign['known']): MutantResult['verdict'] {
  if (end.isFailed) return 'found'
  if (!end.isStopped && !end.isOpen && end.difference === undefined) return 'same'
  if (isKnown(mutant, known)) return 'known'
  if (end.isStopped) return 'stopped'
  if (end.isOpen) return 'open'
  if (end.isAdvised) return 'advice'
  return end.isNarrower ? 'narrower' : 'SURVIVED'
}

/** Whether it was looked at: it has a reason, or a group of places has one that it belongs to. */
export const isKnown = ({ place }: Mutant, known: Campaign['known']): boolean =>
  Object.keys(known).some((each) => place.startsWith(each))

/** The first line that is another one. */
export function findDifference(lines: readonly string[], own: readonly string[]): string | undefined {
  const at = own.findIndex((line, i) => line !== lines[i])
  if (at < 0) return own.length === lines.length ? undefined : 'fewer messages'
  const [before = '', after = ''] = [lines[at], own[at]]
  const start = Math.max(0, [...after].findIndex((char, i) => char !== before[i]) - 60)
  return `message ${at + 1}: ${before.slice(start, start + 160)} => ${after.slice(start, start + 160)}`
}

/** Examines the mutants of one process one by one, and prints those that are to be sorted. */
export async function examineOwn(
  picked: readonly Mutant[],
  { count, share: { index, of } }: Campaign,
  examine: (mutant: Mutant) => Promise<MutantResult>,
): Promise<readonly MutantResult[]> {
  const results: MutantResult[] = []
  for (const mutant of picked.slice(0, count).filter((_, i) => i % of === index)) {
    const result = await examine(mutant)
    results.push(result)
    const { verdict, number, line, place, setting, difference = '', doubtful } = result
    if (verdict === 'SURVIVED' || verdict === 'open')
      console.log(`${verdict} ${number} line ${line} ${place}\n    ${setting} ${doubtful}\n    ${difference}`)
  }
  return results
}
