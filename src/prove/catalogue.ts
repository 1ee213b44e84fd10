import { HarnessError } from '../../model/errors.ts'
import type { Fault, FaultCatalogue, Variant } from '../../model/fault.ts'
import type { Requirement } from '../../model/requirement.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import { requirements } from '../../suites/all/requirements.ts'
import type { Arguments } from '../terminal/arguments.ts'

/** Everything that can be played. */
export interface ProofCatalogue extends FaultCatalogue {
  /** Those that show only in a whole exchange. */
  readonly exchange: FaultCatalogue
}

/** All of them, wherever they show. */
export const mergeCatalogue = ({ faults, variants, exchange }: ProofCatalogue): FaultCatalogue => ({
  faults: [...faults, ...exchange.faults],
  variants: [...variants, ...exchange.variants],
})

/** Every fault and every variant. They are loaded only where something is played: they bring the generator of families. */
export async function loadCatalogue(): Promise<ProofCatalogue> {
  const [{ faults }, { variants }] = await Promise.all([
    import('../../suites/all/faults.ts'),
    import('../../suites/all/variants.ts'),
  ])
  const isInArtefacts = ({ breaks }: Fault): boolean => 'in' in breaks.seen
  return {
    faults: faults.filter(isInArtefacts),
    variants: variants.filter((each) => !each.live),
    exchange: {
      faults: faults.filter((each) => !isInArtefacts(each)),
      variants: variants.filter((each) => each.live),
    },
  }
}

/** What is to be played, and the requirements that are to be proven by it. */
export interface ChosenCatalogue extends ProofCatalogue {
  readonly requirements: readonly Requirement[]
}

/** What somebody asks for: whatever goes by one of these names, in one section. */
export interface ProofChoice {
  readonly names: readonly string[]
  readonly section?: string
}

/** What was asked for on a command line. */
export function readChoice(args: Arguments): ProofChoice {
  const section = args.text('section')
  return { names: args.positionals, ...(section !== undefined && { section }) }
}

/** What is to be played: everything, one section, or what was named. */
export async function chooseCatalogue({ names: wanted, section }: ProofChoice): Promise<ChosenCatalogue> {
  const tampers = await loadCatalogue()
  const isNamed = (id: string): boolean =>
    wanted.length === 0 || wanted.some((name) => id === name || id.startsWith(`${name}/`))
  const isAsked = (where: string | undefined): boolean => section === undefined || isInSection(where ?? '', section)
  const chosenOf = ({ faults, variants }: FaultCatalogue): FaultCatalogue => ({
    faults: faults.filter((each) => isNamed(each.id) && isAsked(each.breaks.section)),
    variants: variants.filter((each) => isNamed(each.id) && isAsked(findSection(each))),
  })
  const all: ChosenCatalogue = {
    requirements: requirements.filter((each) => isNamed(each.id) && isAsked(each.section)),
    ...chosenOf(tampers),
    exchange: chosenOf(tampers.exchange),
  }
  const { faults, variants } = mergeCatalogue(all)
  if (faults.length + variants.length > 0) return all
  const every = mergeCatalogue(tampers)
  const near = suggestWord(
    wanted[0] ?? '',
    [...every.faults, ...every.variants, ...requirements].map(({ id }) => id),
  )
  throw new HarnessError('ERR_UNKNOWN_ID', `there is no fault and no variant of that name${near}`)
}

/** A variant is about a message, or about a requirement; the section is that of the requirements named alike. */
export const findSection = ({ id }: Variant): string | undefined => {
  const about = id.split('/')[0]?.toUpperCase() ?? ''
  return requirements.find((each) => each.id === about || each.id.startsWith(`${about}-`))?.section
}

/** Whether a section is another or stands below it. */
export const isInSection = (section: string, wanted: string): boolean =>
  section === wanted || section.startsWith(`${wanted}.`)
