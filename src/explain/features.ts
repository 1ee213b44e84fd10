import { standardProfiles } from '../../model/decision.ts'
import type { Suite } from '../../suites/suite.ts'
import { suites } from '../../suites/suites.ts'

/** What is tested by itself: the document, or a standard. */
export const suiteNames = ['document', ...standardProfiles] as const
export type SuiteName = (typeof suiteNames)[number]

/** Whether a suite has a feature, or the sentence that says why not. */
export type FeatureCell = true | string

/** Something that Assay does, and for which suites. */
export interface Feature {
  /** A command, a flag or a module. */
  readonly id: FeatureId
  readonly cells: Readonly<Record<SuiteName, FeatureCell>>
}

interface Cells {
  readonly document: FeatureCell
  /** Every standard that is played in an exchange. */
  readonly played?: FeatureCell
  /** Every standard that is only about artefacts. */
  readonly artefacts?: FeatureCell
  /** Every standard that is played with a program, where that differs. */
  readonly holders?: FeatureCell
}

const noExchange = 'its artefacts have no exchange of their own: use `assay verify`'

function fillCells({ document, played = true, artefacts = noExchange, holders = played }: Cells): Feature['cells'] {
  const choose = ({ roles }: Suite): FeatureCell =>
    roles === undefined ? artefacts : roles.includes('holder') ? holders : played
  const cells = standardProfiles.map((each) => [each, choose(suites[each])] as const)
  return { document, ...Object.fromEntries(cells) } as Feature['cells'] // each of them has its own
}

const onArtefacts = { document: true, artefacts: true } as const
const inProcess = 'a holder is called as a command or a module: there is nothing to serve'
const isQuick = 'a test takes seconds, so there is nothing to divide'
const oneCommand = 'a holder takes one command at a time'

const table = {
  verify: onArtefacts,
  list: onArtefacts,
  explain: onArtefacts,
  prove: onArtefacts,
  vectors: onArtefacts,
  run: { document: true },
  test: { document: 'its roles are tested together: `assay run`' },
  report: { document: true },
  diff: { document: true },
  replay: { document: true },
  rejudge: { document: true },
  baseline: { document: true },
  matrix: { document: true },
  compat: { document: true },
  merge: { document: true, played: isQuick },
  sign: { document: true },
  'verify-report': { document: true },
  ui: { document: true },
  serve: { document: true, holders: inProcess },
  plan: { document: true },
  decide: { document: true, played: 'a standard leaves no decision: where it allows two answers, both are accepted' },
  claim: { document: true },
  claims: { document: true },
  init: { document: true },
  doctor: { document: true },
  '--only': { document: true },
  '--skip': { document: true },
  '--seed': { document: true },
  '--now': { document: true },
  '--strict': { document: true },
  '--gate': { document: true },
  '--events': { document: true },
  '--resume': { document: true },
  '--shard': { document: true, played: isQuick },
  '--via': { document: true, played: isQuick },
  '--concurrency': { document: true, holders: oneCommand },
  '--incognito': { document: true, played: 'a test has no accounts, and its keys are new each time' },
  '--keep-private': { document: true },
  suites: {
    document: 'a decision answers what a profile of the document leaves open',
  },
  hooks: { document: true, played: 'a test asks for no change of a target in the middle of a session' },
  'assay/vitest': onArtefacts,
  'assay/suite': { document: true },
  'assay/msw': { document: true, holders: inProcess },
} as const satisfies Readonly<Record<string, Cells>>

export type FeatureId = keyof typeof table

export const features: readonly Feature[] = Object.entries<Cells>(table).map(([id, cells]) => ({
  id: id as FeatureId, // its own keys
  cells: fillCells(cells),
}))

/** Why a suite does not have a feature; nothing where it has. */
export function explainMissing(id: FeatureId, suite: SuiteName): string | undefined {
  const cell = fillCells(table[id])[suite]
  return cell === true ? undefined : cell
}

/** What is said of a feature in one line: of one suite, or of all. */
export function describeFeature({ cells }: Feature, suite?: SuiteName): string {
  const bySentence = Map.groupBy(suite === undefined ? suiteNames : [suite], (each) => cells[each])
  return [...bySentence]
    .map(([cell, names]) => {
      const named = suite === undefined ? `${names.length === suiteNames.length ? 'all' : names.join(', ')}: ` : ''
      return `${named}${cell === true ? 'yes' : cell}`
    })
    .join('; ')
}
