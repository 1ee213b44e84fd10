import {
  type ArtefactProfile,
  artefactProfiles,
  type Decision,
  isStandardProfile,
  type Profile,
  type StandardProfile,
} from '../../model/decision.ts'
import { isInSection, type Requirement } from '../../model/requirement.ts'
import { artefactKinds, innerKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import type { Explained, ListedFault, ListedProbe, ListedVariant } from '../../reporters/text/explained.ts'
import { suites } from '../../suites/suites.ts'
import { listSchemas } from '../files/schemas.ts'
import { exportRequirements } from '../judge/registry-export.ts'
import { findExplained } from './explained.ts'
import { describeFeature, type Feature, features, type SuiteName } from './features.ts'

/** One row of a list. */
export interface ListItem {
  readonly id: string
  /** What is printed between the id and the text. */
  readonly about: string
  readonly text: string
  readonly section?: string
  /** The requirements that it breaks. */
  readonly requirements?: readonly string[]
}

const profilesOfDocument: Readonly<Record<Profile, string>> = {
  document: 'the exchange as the document has it',
  'document-rfc9901': 'the exchange of the document, with the digests and disclosures of RFC 9901',
  'document-sd-jwt-vc': 'the exchange of the document, with credentials in the manner of SD-JWT VC',
  'document-openid4vci': 'the exchange of the document, with the names of OpenID4VCI 1.0',
}

/** What a profile is. */
export const describeProfile = (profile: ArtefactProfile): string =>
  isStandardProfile(profile) ? suites[profile].about : profilesOfDocument[profile]

type List = readonly ListItem[] | Promise<readonly ListItem[]>

/** What each suite has of its own. */
const ofSuite = {
  requirements: ({ requirements }) => requirements.map(describeRequirement),
  decisions: ({ decisions }) => decisions.map(describeDecision),
  faults: async ({ loadChanges }) => (await loadChanges()).faults.map(describeFault),
  variants: async ({ loadChanges }) => (await loadChanges()).variants.map(describeVariant),
  probes: async ({ loadProbes }) => (await loadProbes()).map(describeListedProbe),
} as const satisfies Readonly<Record<string, (suite: Explained) => List>>

/** What belongs to no suite. */
const ofAll = {
  schemas: () => listSchemas().map((id) => ({ id, about: '', text: `schemas/${id}.schema.json` })),
  profiles: () => artefactProfiles.map((id) => ({ id, about: '', text: describeProfile(id) })),
  features: (standard) => features.map((each) => listFeature(each, standard)),
  kinds: () => artefactKinds.map((id) => ({ id, about: '', text: describeContents(id) })),
} as const satisfies Readonly<Record<string, (standard?: StandardProfile) => List>>

const lists = { ...ofSuite, ...ofAll }

/** Something that can be listed. */
export type ListName = keyof typeof lists

export const listNames = Object.keys(lists) as readonly ListName[] // its own keys

export const isListName = (name: string): name is ListName => Object.hasOwn(lists, name)

interface Choice {
  readonly section?: string | undefined
  /** A standard whose rows are listed; without one, they are those of the document. */
  readonly standard?: StandardProfile | undefined
}

const isOfSuite = (name: ListName): name is keyof typeof ofSuite => Object.hasOwn(ofSuite, name)

/** All rows of a list, or those of one section and its subsections. */
export async function listItems(name: ListName, { section, standard }: Choice): Promise<readonly ListItem[]> {
  const items: readonly ListItem[] = await (isOfSuite(name)
    ? ofSuite[name](findExplained(standard))
    : ofAll[name](standard))
  return items.filter((item) => section === undefined || isInSection(item.section ?? '', section))
}

/** Rows as a program gets them: a requirement with its checks and faults, or with the reason why it has none. */
export async function exportItems(
  name: ListName,
  items: readonly ListItem[],
  standard?: StandardProfile,
): Promise<readonly unknown[]> {
  const ids = new Set(items.map(({ id }) => id))
  if (standard) return items
  if (name === 'features') return features.filter(({ id }) => ids.has(id))
  const { requirements, checks, decisions, loadChanges } = findExplained()
  if (name === 'decisions') return decisions.filter(({ id }) => ids.has(id))
  if (name !== 'requirements') return items
  const { faults } = await loadChanges()
  return exportRequirements({ requirements, decisions, checks, faults }).filter(({ id }) => ids.has(id))
}

const describeRequirement = ({ id, section, force, binds, text }: Requirement): ListItem => ({
  id,
  section,
  about: `${section} ${force}, ${binds}:`,
  text,
})

function describeDecision({ id, section, question, answers, otherText, default: usual }: Decision): ListItem {
  const words = Object.keys(answers).map((each) => (each === usual ? `${each} (default)` : each))
  if (otherText !== undefined) words.push('any other text')
  return { id, section, about: section, text: `${question}  ${words.join(' | ') || `any text; default ${usual}`}` }
}

const describeFault = ({ id, description, breaks, alsoBreaks }: ListedFault): ListItem => ({
  id,
  section: breaks.section,
  about: '',
  text: `${description}  (${[breaks, ...alsoBreaks].map((each) => each.id).join(', ')})`,
  requirements: [breaks, ...alsoBreaks].map((each) => each.id),
})

const listFeature = (feature: Feature, suite?: SuiteName): ListItem => ({
  id: feature.id,
  about: '',
  text: describeFeature(feature, suite),
})

const describeVariant = ({ id, description }: ListedVariant): ListItem => ({
  id,
  about: '',
  text: description,
})

const describeListedProbe = ({
  id,
  receiver,
  description,
  obligedBy,
  about,
}: Omit<ListedProbe, 'expected' | 'profile'>): ListItem => ({
  id,
  section: about.section,
  about: `${receiver}:`,
  text: obligedBy.id === id ? description : `${description}  (${obligedBy.id})`,
  requirements: [about.id, obligedBy.id],
})

const describeContents = (kind: (typeof artefactKinds)[number]): string =>
  innerKinds[kind] ? `carries ${innerKinds[kind].join(' or ')}` : ''
