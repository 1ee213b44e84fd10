import { requirements } from '../../suites/registry.ts'
import { didYouMean } from '../harness/nearest.ts'
import type { Catalogue } from '../harness/prove.ts'
import { HarnessError } from '../model/errors.ts'
import type { Variant } from '../model/fault.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Arguments } from './arguments.ts'

/** Everything that can be played. */
export interface Deeds extends Catalogue {
  /** Those that show only in a whole exchange. */
  readonly exchange: Catalogue
}

/** All of them, wherever they show. */
export const everyDeed = ({ faults, variants, exchange }: Deeds): Catalogue => ({
  faults: [...faults, ...exchange.faults],
  variants: [...variants, ...exchange.variants],
})

/** Every fault and every variant. They are loaded only where something is played: they bring the generator of families. */
export async function loadDeeds(): Promise<Deeds> {
  const [{ faults }, { variants }, { exchangeFaults }, { exchangeVariants }] = await Promise.all([
    import('../../suites/faults.ts'),
    import('../../suites/variants.ts'),
    import('../../suites/exchange-faults.ts'),
    import('../../suites/exchange-variants.ts'),
  ])
  return { faults, variants, exchange: { faults: exchangeFaults, variants: exchangeVariants } }
}

/** What is to be played, and the requirements that are to be proven by it. */
export interface Chosen extends Deeds {
  readonly requirements: readonly Requirement[]
}

/** What somebody asks for: whatever goes by one of these names, in one section. */
export interface Choice {
  readonly wanted: readonly string[]
  readonly section?: string
}

/** What was asked for on a command line. */
export function choiceIn(args: Arguments): Choice {
  const section = args.text('section')
  return { wanted: args.positionals, ...(section !== undefined && { section }) }
}

/** What is to be played: everything, one section, or what was named. */
export async function chosenDeeds({ wanted, section }: Choice): Promise<Chosen> {
  const deeds = await loadDeeds()
  const isNamed = (id: string): boolean =>
    wanted.length === 0 || wanted.some((name) => id === name || id.startsWith(`${name}/`))
  const isAsked = (where: string | undefined): boolean => section === undefined || isIn(where ?? '', section)
  const chosenOf = ({ faults, variants }: Catalogue): Catalogue => ({
    faults: faults.filter((each) => isNamed(each.id) && isAsked(each.breaks.section)),
    variants: variants.filter((each) => isNamed(each.id) && isAsked(sectionOf(each))),
  })
  const all: Chosen = {
    requirements: requirements.filter((each) => isNamed(each.id) && isAsked(each.section)),
    ...chosenOf(deeds),
    exchange: chosenOf(deeds.exchange),
  }
  const { faults, variants } = everyDeed(all)
  if (faults.length + variants.length > 0) return all
  const every = everyDeed(deeds)
  const near = didYouMean(
    wanted[0] ?? '',
    [...every.faults, ...every.variants, ...requirements].map(({ id }) => id),
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
