import { type Condition, listConditions, type Traits, type Validation } from './conditions.ts'
import { leaveOutAt, type Occurrence, type Watched, watchValidation } from './watch.ts'

/** Changes the validations of an actor by their names. */
export type Weaken<Facts> = (name: string, validation: Validation<Facts>) => Validation<Facts>

/** What is looked at: one validation, and the requirements that fail if it is always left out, as far as they are known. */
export interface Focus {
  readonly validation: string
  readonly shown: readonly string[]
}

/** A legal way of being an actor, and how it is tested in this process. */
export interface MatrixSetting<Facts> {
  readonly name: string
  /** Tests it with all probes, or with those that are likely to show something: the ids of the requirements that fail. */
  readonly play: (weaken: Weaken<Facts>, focus?: Focus) => Promise<readonly string[]>
  /** The requirements that a validation is about, where its name says it. */
  readonly listRows?: (validation: string) => readonly string[]
}

/**
 * Found: a requirement fails. Missed: a wrong message is accepted, and none does. Made: not played, but a wrong message comes
 * under the condition. Unmade: none does. Absent: no message does, right or wrong. Covered: if the validation is always left
 * out, nothing fails either. Idle: nothing is refused by it in this setting.
 */
export type CellVerdict = 'found' | 'missed' | 'made' | 'unmade' | 'absent' | 'covered' | 'idle'

/** One validation of a role in one setting, left out under one condition. */
export interface Cell {
  readonly role: string
  readonly setting: string
  readonly validation: string
  readonly when: string
}

export interface CellResult extends Cell {
  readonly verdict: CellVerdict
}

export const nameCell = ({ role, setting, validation, when }: Cell): string =>
  [role, setting, validation, when].join(' | ')

/** An actor that is watched as it should be, and plays the cells of its setting. */
export interface WatchedSetting {
  readonly validations: readonly string[]
  /** Leaves out one validation, under each condition that is chosen; or says only which of them the usual test makes. */
  readonly play: (
    validation: string,
    how: { readonly isChosen: (when: string) => boolean; readonly isSurvey: boolean },
  ) => AsyncGenerator<Pick<CellResult, 'when' | 'verdict'>>
}

/** A role whose validations are left out, one at a time. */
export interface MatrixRole {
  readonly conditions: readonly string[]
  readonly settings: readonly {
    readonly name: string
    /** Tests the actor of a setting as it should be. Nothing, if something fails then. */
    readonly watch: () => Promise<WatchedSetting | undefined>
  }[]
}

export function createMatrixRole<Facts extends object>(
  settings: readonly MatrixSetting<Facts>[],
  traits: Traits<Facts>,
): MatrixRole {
  const conditions = listConditions(traits)
  // What fails in one setting where a validation is left out fails in most others.
  const shownBefore: ShownBefore = new Map()
  return {
    conditions: conditions.map(({ when }) => when),
    settings: settings.map((setting) => ({
      name: setting.name,
      watch: () => watchSetting(setting, conditions, shownBefore),
    })),
  }
}

/** The requirements that failed where a validation was always left out, by its name. */
type ShownBefore = Map<string, readonly string[]>

async function watchSetting<Facts>(
  setting: MatrixSetting<Facts>,
  conditions: readonly Condition<Facts>[],
  shownBefore: ShownBefore,
): Promise<WatchedSetting | undefined> {
  const watched = new Map<string, Watched<Facts>>()
  const failed = await setting.play((name, validation) => {
    const about = conditions.filter(({ of }) => of.test(name))
    const own = watchValidation(validation, about)
    watched.set(name, own)
    return own.validation
  })
  if (failed.length > 0) return undefined
  return {
    validations: [...watched.keys()],
    play: (validation, { isChosen, isSurvey }) => {
      const occurs = (condition: Condition<Facts>) => watched.get(validation)?.read(condition) ?? 'absent'
      const chosen = conditions.filter(({ of, when }) => of.test(validation) && isChosen(when))
      return playValidation({ setting, validation, occurs, isSurvey, shownBefore }, conditions[0], chosen)
    },
  }
}

interface WatchedValidation<Facts> {
  readonly setting: MatrixSetting<Facts>
  readonly validation: string
  readonly occurs: (condition: Condition<Facts>) => Occurrence
  readonly isSurvey: boolean
  readonly shownBefore: ShownBefore
}

async function* playValidation<Facts>(
  { setting, validation, occurs, isSurvey, shownBefore }: WatchedValidation<Facts>,
  always: Condition<Facts> | undefined,
  chosen: readonly Condition<Facts>[],
): AsyncGenerator<Pick<CellResult, 'when' | 'verdict'>> {
  const play = (weaken: Condition<Facts>['weaken'], shown?: readonly string[]): Promise<readonly string[]> =>
    setting.play((each, own) => (each === validation ? weaken(own) : own), shown && { validation, shown })
  // What shows that it is always left out shows mostly that it sometimes is. Where it does not, everything is sent.
  const playUntilFound = async (
    { weaken }: Condition<Facts>,
    likely: readonly string[],
  ): Promise<readonly string[]> => {
    const narrow = likely.length > 0 ? await play(weaken, likely) : []
    return narrow.length > 0 ? narrow : play(weaken)
  }
  // Up to the first message that is accepted wrongly, conditions that begin with it are the same. Where that message alone is
  // found, all of them are: what a test has seen once stays failed.
  const findShared = createSharing(play, chosen)
  const isIdle = !always || occurs(always) !== 'made'
  let shown: readonly string[] | undefined
  const conclude = async (condition: Condition<Facts>): Promise<CellVerdict> => {
    const occurrence = occurs(condition)
    if (isIdle) return 'idle'
    if (occurrence !== 'made' || isSurvey) return occurrence
    shown ??= await playUntilFound(always, shownBefore.get(validation) ?? setting.listRows?.(validation) ?? [])
    if (shown.length === 0) return 'covered'
    shownBefore.set(validation, shown)
    if (condition === always || (await findShared(condition, shown))) return 'found'
    return (await playUntilFound(condition, shown)).length > 0 ? 'found' : 'missed'
  }
  for (const condition of chosen) yield { when: condition.when, verdict: await conclude(condition) }
}

type PlayWeakened<Facts> = (weaken: Condition<Facts>['weaken'], shown: readonly string[]) => Promise<readonly string[]>

/** Says of a condition whether the first message that is accepted wrongly under it is found. Each message is played once. */
function createSharing<Facts>(play: PlayWeakened<Facts>, chosen: readonly Condition<Facts>[]) {
  const known = new Map<number, boolean>()
  let watched: Watched<Facts> | undefined
  return async (condition: Condition<Facts>, shown: readonly string[]): Promise<boolean> => {
    if (!watched)
      await play((own) => {
        watched = watchValidation(own, chosen)
        return watched.validation
      }, shown)
    const first = watched?.findFirst(condition)
    if (first === undefined) return false
    const isFound = known.get(first) ?? (await play((own) => leaveOutAt(own, first), shown)).length > 0
    known.set(first, isFound)
    return isFound
  }
}
