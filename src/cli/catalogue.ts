import { requirements } from '../../suites/registry.ts'
import { didYouMean } from '../harness/nearest.ts'
import type { Catalogue } from '../harness/prove.ts'
import { HarnessError } from '../model/errors.ts'
import type { Fault, Variant } from '../model/fault.ts'
import type { Arguments } from './arguments.ts'

/** Everything that can be played. */
export interface Deeds {
  readonly faults: readonly Fault[]
  readonly variants: readonly Variant[]
}

/** Every fault and every variant. They are loaded only where something is played: they bring the generator of families. */
export async function loadDeeds(): Promise<Deeds> {
  const [{ faults }, { variants }] = await Promise.all([
    import('../../suites/faults.ts'),
    import('../../suites/variants.ts'),
  ])
  return { faults, variants }
}

/** What is to be played: everything, one section, or what was named. */
export async function chosenDeeds(args: Arguments): Promise<Catalogue> {
  const { faults, variants } = await loadDeeds()
  const section = args.text('section')
  const wanted = args.positionals
  const isNamed = (id: string): boolean =>
    wanted.length === 0 || wanted.some((name) => id === name || id.startsWith(`${name}/`))
  const isAsked = (where: string | undefined): boolean => section === undefined || isIn(where ?? '', section)
  const all: Catalogue = {
    requirements: requirements.filter((each) => isNamed(each.id) && isAsked(each.section)),
    faults: faults.filter((each) => isNamed(each.id) && isAsked(each.breaks.section)),
    variants: variants.filter((each) => isNamed(each.id) && isAsked(sectionOf(each))),
  }
  if (all.faults.length + all.variants.length > 0) return all
  const near = didYouMean(
    wanted[0] ?? '',
    [...faults, ...variants, ...requirements].map(({ id }) => id),
  )
  throw new HarnessError('ERR_UNKNOWN_ID', `there is no fault and no variant of that name${near}`)
}

/** A variant is about a message, or about a requirement; the section is that of the requirements named alike. */
export const sectionOf = ({ id }: Variant): string | undefined => {
  const about = id.split('/')[0]?.toUpperCase() ?? ''
  return requirements.find((each) => each.id === about || each.id.startsWith(`${about}-`))?.section
}

/** Whether a section is another or stands below it. */
export const isIn = (section: string, wanted: string): boolean => section === wanted || section.startsWith(`${wanted}.`)
