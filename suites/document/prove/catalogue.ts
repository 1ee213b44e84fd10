import { HarnessError } from '../../../model/errors.ts'
import { chooseIds } from '../../../model/ids.ts'
import { isInSection, type Requirement } from '../../../model/requirement.ts'
import { suggestWord } from '../../../model/suggest-word.ts'
import type { Arguments } from '../../../src/terminal/arguments.ts'
import { requirements, requirementsByFolder } from '../all/requirements.ts'
import { type FaultCatalogue, isInArtefacts, type Variant } from '../model/fault.ts'

/** Every fault and every variant. */
export interface ProofCatalogue extends FaultCatalogue {
  /** Those that show only in a whole exchange. */
  readonly exchange: FaultCatalogue
}

/** All of them, wherever they show. */
export const mergeCatalogue = ({ faults, variants, exchange }: ProofCatalogue): FaultCatalogue => ({
  faults: [...faults, ...exchange.faults],
  variants: [...variants, ...exchange.variants],
})

/** Loads every fault and every variant, with the generator of families: only commands that run them need this. */
export async function loadCatalogue(): Promise<ProofCatalogue> {
  const [{ faults }, { variants }] = await Promise.all([import('../all/faults.ts'), import('../all/variants.ts')])
  return {
    faults: faults.filter(isInArtefacts),
    variants: variants.filter((each) => !each.live),
    exchange: {
      faults: faults.filter((each) => !isInArtefacts(each)),
      variants: variants.filter((each) => each.live),
    },
  }
}

/** The chosen faults and variants, and the requirements that they prove. */
export interface ChosenCatalogue extends ProofCatalogue {
  readonly requirements: readonly Requirement[]
}

/** What to prove: everything with one of these ids, in one section. */
export interface ProofChoice {
  readonly names: readonly string[]
  readonly section?: string
}

/** Reads what to prove from a command line. */
export function readChoice(args: Arguments): ProofChoice {
  const section = args.text('section')
  return { names: args.positionals, ...(section !== undefined && { section }) }
}

/** Selects what to prove: everything, one section, or what is named. */
export async function chooseCatalogue({ names: wanted, section }: ProofChoice): Promise<ChosenCatalogue> {
  const every = await loadCatalogue()
  const isNamed = chooseIds(wanted)
  const isWanted = (requirement: Requirement | undefined): boolean =>
    section === undefined || (requirement !== undefined && isInSectionOrFolder(requirement, section))
  const choose = ({ faults, variants }: FaultCatalogue): FaultCatalogue => ({
    faults: faults.filter((each) => isNamed(each.id) && isWanted(each.breaks)),
    variants: variants.filter((each) => isNamed(each.id) && isWanted(findSubject(each))),
  })
  const all: ChosenCatalogue = {
    requirements: requirements.filter((each) => isNamed(each.id) && isWanted(each)),
    ...choose(every),
    exchange: choose(every.exchange),
  }
  const { faults, variants } = mergeCatalogue(all)
  if (faults.length + variants.length + all.requirements.length > 0) return all
  const known = mergeCatalogue(every)
  const near = suggestWord(
    wanted[0] ?? '',
    [...known.faults, ...known.variants, ...requirements].map(({ id }) => id),
  )
  throw new HarnessError('ERR_UNKNOWN_ID', `no requirement, fault or variant is named \`${wanted[0]}\`${near}`)
}

/** The section of the document that a variant is about. */
export const findSection = (variant: Variant): string | undefined => findSubject(variant)?.section

/** A variant is named for a requirement or for a table of them: the first that fits. */
const findSubject = ({ id }: Variant): Requirement | undefined => {
  const about = id.split('/')[0]?.toUpperCase() ?? ''
  return requirements.find((each) => each.id === about || each.id.startsWith(`${about}-`))
}

/** The folder below `suites/document` that has the row of a requirement. */
export const findFolder = ({ id }: Requirement): string =>
  Object.entries(requirementsByFolder).find(([, rows]) => rows.some((row) => row.id === id))?.[0] ?? ''

/** Whether a requirement is in a section of the document, or in a folder below `suites/document`. */
export const isInSectionOrFolder = (requirement: Requirement, wanted: string): boolean =>
  isInSection(requirement.section, wanted) ||
  requirementsByFolder[wanted]?.some(({ id }) => id === requirement.id) === true
