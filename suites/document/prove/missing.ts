import type { Requirement } from '../../../model/requirement.ts'
import type { Fault, Variant } from '../model/fault.ts'
import { concludeTrial, type MutationTrial } from './kill-matrix.ts'

/** How the pass of a row ends on copies that break it: `none` if no tampering applies to what reference actors send. */
export type TamperingOutcome = 'caught' | 'missed' | 'none' | 'not passed'

/** Everything that proves one requirement. */
export interface RowProof {
  readonly requirement: Requirement
  /** Its folder below `suites/document`. */
  readonly folder: string
  /** Whether a check can see it and a fault can prove it: not if it shows only in the answers to probes. */
  readonly isProvable: boolean
  readonly hasCheck: boolean
  /** The faults that break it, alone or with other rows. */
  readonly faults: readonly Fault[]
  /** The variants that are about it, its table or its folder. */
  readonly variants: readonly Variant[]
  /** Every trial of this proof, of faults and variants of other rows too. */
  readonly trials: readonly MutationTrial[]
  /** The requirements that fail without any mutation. */
  readonly failedByReference: ReadonlySet<string>
  readonly tampering: TamperingOutcome
  readonly hasTampering: boolean
  /** Whether a sentence of the document names it, or it comes from another standard. */
  readonly hasSource: boolean
  /** Generated files that are not up to date. */
  readonly staleFiles: readonly string[]
}

/** What may be missing: its name, and the sentence that says so where it is. */
export interface Cause {
  readonly name: string
  readonly describe: (row: RowProof) => string | undefined
  /** Set where it concerns rows that no fault can prove, too. */
  readonly everyRow?: true
}

/** What is missing for one requirement. */
export interface Missing {
  readonly requirement: string
  readonly cause: string
  readonly text: string
}

/** The first words of every text that `assay new` leaves to the author. */
export const stubMark = 'write here'

/** Whether a text is left to the author. */
export const isStub = (text: string): boolean => text.toLowerCase().startsWith(stubMark)

/** Whether the author has not said which messages show it. */
const isUnseen = ({ requirement: { seen } }: RowProof): boolean => 'exchange' in seen && isStub(seen.exchange)

const nameFile = ({ folder }: RowProof, kind: string): string => `suites/document/${folder}/${kind}.ts`

const selectOwnTrials = ({ requirement, trials }: RowProof): readonly MutationTrial[] =>
  trials.filter(({ id }) => id.startsWith(`${requirement.id}/`))

/** The rows that a trial fails beside its own, apart from those that fail without a mutation. */
const listUnexpected = ({ expected, failed }: MutationTrial, { failedByReference }: RowProof): readonly string[] =>
  failed.filter((id) => !expected.includes(id) && !failedByReference.has(id))

function describeReference({ requirement: { id, binds }, failedByReference }: RowProof): string | undefined {
  if (!failedByReference.has(id)) return undefined
  if (binds === 'everyone')
    return `a reference actor breaks ${id}: change it in suites/document/actors, or change the check`
  const files = ['services', 'steps'].map((kind) => `suites/document/actors/${kind}/${binds.replaceAll(' ', '-')}.ts`)
  return `the reference ${binds} breaks ${id}: change it in ${files.join(' or ')}, or change the check`
}

function describeOverkill(row: RowProof): string | undefined {
  for (const trial of selectOwnTrials(row)) {
    const others = listUnexpected(trial, row)
    if (trial.expected.length === 0 || others.length === 0) continue
    return `the fault ${trial.id} also fails ${others.join(', ')}: change less, or name them in its \`alsoBreaks\``
  }
  return undefined
}

/** A fault of another row that fails this one, and does not name it. */
function describeIntrusion(row: RowProof): string | undefined {
  const { id } = row.requirement
  const trial = row.trials.find((each) => each.expected.length > 0 && listUnexpected(each, row).includes(id))
  return trial && `the fault ${trial.id} also fails ${id}: check less, or name ${id} in its \`alsoBreaks\``
}

function describeRejectedVariant(row: RowProof): string | undefined {
  const { id } = row.requirement
  const trial = row.trials.find((each) => each.expected.length === 0 && listUnexpected(each, row).includes(id))
  return trial && `the variant ${trial.id} is legal and fails ${id}: check less in ${nameFile(row, 'checks')}`
}

function describeTampering(row: RowProof): string | undefined {
  const { id } = row.requirement
  const file = nameFile(row, 'tampers')
  if (!row.hasTampering) return `no tampering shows that the check of ${id} can fail: add one to ${file}`
  if (row.tampering === 'none') return `no tampering shows that the check of ${id} can fail: write it in ${file}`
  if (row.tampering === 'missed') {
    return `the check of ${id} passes after a tampering: change ${nameFile(row, 'checks')} or ${file}`
  }
  return undefined
}

/** Generated files that every command reads, so that nothing else can be said before they are right. */
const isGathered = (file: string): boolean => file.startsWith('suites/document/all/')

/** Whatever may be missing, in the order in which an author adds it. */
export const causes: readonly Cause[] = [
  {
    name: 'stale-lists',
    everyRow: true,
    describe: ({ staleFiles }) => describeStale(staleFiles.filter(isGathered)),
  },
  {
    name: 'no-text',
    everyRow: true,
    describe: (row) =>
      isStub(row.requirement.text) || isUnseen(row)
        ? `${row.requirement.id} has no text: write it in ${nameFile(row, 'requirements')}`
        : undefined,
  },
  {
    name: 'no-consequence',
    everyRow: true,
    describe: (row) =>
      isStub(row.requirement.consequence.text)
        ? `${row.requirement.id} has no consequence: write it in ${nameFile(row, 'requirements')}`
        : undefined,
  },
  {
    name: 'no-check',
    describe: (row) =>
      row.hasCheck ? undefined : `no check looks at ${row.requirement.id}: add one to ${nameFile(row, 'checks')}`,
  },
  { name: 'reference-fails', describe: describeReference },
  {
    name: 'no-fault',
    describe: (row) =>
      row.faults.length > 0
        ? undefined
        : `no fault breaks ${row.requirement.id}: add one to ${nameFile(row, 'faults')}`,
  },
  {
    name: 'stub-fault',
    describe: (row) =>
      row.faults.some(({ description }) => isStub(description))
        ? `no fault breaks ${row.requirement.id}: write it in ${nameFile(row, 'faults')}`
        : undefined,
  },
  {
    name: 'defect',
    describe: (row) => {
      const trial = selectOwnTrials(row).find(({ defect }) => defect !== undefined)
      return trial && `${trial.id} stops with an error: ${trial.defect}`
    },
  },
  {
    name: 'fault-survives',
    describe: (row) => {
      const trial = selectOwnTrials(row).find((each) => concludeTrial(each) === 'survived')
      return trial && `no check notices the fault ${trial.id}: change ${nameFile(row, 'checks')}, or the fault`
    },
  },
  { name: 'fault-overkills', describe: describeOverkill },
  { name: 'other-fault-overkills', describe: describeIntrusion },
  {
    name: 'no-variant',
    describe: (row) =>
      row.variants.length > 0
        ? undefined
        : `no variant is about ${row.requirement.id}: add one to ${nameFile(row, 'variants')}`,
  },
  {
    name: 'stub-variant',
    describe: (row) =>
      row.variants.some(({ id, description }) => id.startsWith(`${row.requirement.id}/`) && isStub(description))
        ? `no variant is about ${row.requirement.id}: write it in ${nameFile(row, 'variants')}`
        : undefined,
  },
  { name: 'variant-fails', describe: describeRejectedVariant },
  { name: 'no-tampering', describe: describeTampering },
  {
    name: 'no-source',
    everyRow: true,
    describe: ({ hasSource, requirement: { id } }) =>
      hasSource
        ? undefined
        : `no sentence in suites/document/sentences.json names ${id}: add it there, or give its row a \`standard\``,
  },
  { name: 'stale-files', everyRow: true, describe: ({ staleFiles }) => describeStale(staleFiles) },
]

function describeStale([first]: readonly string[]): string | undefined {
  return first === undefined
    ? undefined
    : `${first} is not up to date: run \`npm run generate\` and \`npm run fixtures\``
}

/** What is missing next for a requirement, in one sentence: the first cause that applies. */
export function findMissing(row: RowProof): Missing | undefined {
  for (const { name, describe, everyRow = false } of causes) {
    const text = everyRow || row.isProvable ? describe(row) : undefined
    if (text !== undefined) return { requirement: row.requirement.id, cause: name, text }
  }
  return undefined
}
