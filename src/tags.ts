import type { Requirement } from '../model/requirement.ts'
import { defaultSuite } from '../suites/default-suite.ts'

/** The tags of a requirement in vitest: its force, the role that it binds, and its section. */
export const listTags = ({ force, binds, section }: Requirement): readonly string[] =>
  makeTags({ force, binds, section }).map(({ name }) => name)

const makeTags = ({ force, binds, section }: Pick<Requirement, 'force' | 'binds' | 'section'>): RequirementTag[] => [
  { name: hyphenated(force), description: `requirements of the force "${force}"` },
  { name: hyphenated(binds), description: `requirements that bind the ${binds}` },
  { name: `section-${section}`, description: `requirements of section ${section}` },
]

/** A tag as a configuration of vitest declares it. */
export interface RequirementTag {
  readonly name: string
  readonly description: string
}

/** A tag has no blanks. */
const hyphenated = (words: string): string => words.replaceAll(' ', '-')

/** Every tag of every requirement, for `test.tags` in a configuration of vitest. */
export const tags: RequirementTag[] = [
  ...new Map(defaultSuite.requirements.flatMap(makeTags).map((tag) => [tag.name, tag] as const)).values(),
]
