import type { Requirement } from '../../../model/requirement.ts'

/** A probe that may be something which the other side of a wallet is free to choose. */
interface ChosenProbe {
  readonly description: string
  readonly row: Requirement
  /** The sentence by which it may; absent where it is no choice. */
  readonly allowed?: string
}

/** How choices are made together. */
interface ChoiceWay<Probe, Control, End> {
  /** Choices with the same name may be made in one session. */
  readonly nameGroup: (probe: Probe) => string
  /** Plays the session that differs in the choices alone; nothing, if the wallet does not take that. */
  readonly findControl: (probe: Probe) => Promise<Control | undefined>
  readonly canMake: (probe: Probe, control: Control) => boolean
  readonly play: (description: string, group: readonly Probe[], control: Control) => Promise<End>
  readonly isTaken: (probe: Probe, end: End, control: Control) => boolean
  /** Notes that a wallet takes a choice. */
  readonly note: (probe: Probe) => void
}

/**
 * Makes the choices of a group at once, and returns the probes that are still to be sent: what is chosen and not taken is made
 * by itself, which shows what stops the wallet. Those of one requirement are made one after the other: the second may hide the first.
 */
export async function makeChoices<Probe extends ChosenProbe, Control, End>(
  probes: readonly Probe[],
  way: ChoiceWay<Probe, Control, End>,
): Promise<readonly Probe[]> {
  const taken = new Set<Probe>()
  const choices = probes.filter(({ allowed }) => allowed !== undefined)
  for (const all of [...Map.groupBy(choices, way.nameGroup).values()].flatMap(separateRows)) {
    const [first] = all
    const control = first && all.length > 1 ? await way.findControl(first) : undefined
    const group = control ? all.filter((each) => way.canMake(each, control)) : []
    if (!control || group.length < 2) continue
    const description = `several choices at once: ${group.map((each) => each.description).join('; ')}`
    const end = await way.play(description, group, control)
    for (const probe of group.filter((each) => way.isTaken(each, end, control))) {
      taken.add(probe)
      way.note(probe)
    }
  }
  return probes.filter((each) => !taken.has(each))
}

/** The first choice of each requirement, the second of each, and so on. */
function separateRows<Probe extends ChosenProbe>(choices: readonly Probe[]): readonly (readonly Probe[])[] {
  const rows = [...Map.groupBy(choices, ({ row }) => row).values()]
  const rounds = Math.max(...rows.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => rows.flatMap((some) => some.slice(round, round + 1)))
}
