import { requirements } from '../suites/registry.ts'
import type { Requirement } from './model/requirement.ts'

/** The tags of a requirement in vitest: its force, whom it binds, and its section. */
export const tagsOf = ({ force, binds, section }: Requirement): readonly string[] =>
  tagsWith({ force, binds, section }).map(({ name }) => name)

const tagsWith = ({ force, binds, section }: Pick<Requirement, 'force' | 'binds' | 'section'>): Tag[] => [
  { name: hyphenated(force), description: `requirements of the force "${force}"` },
  { name: hyphenated(binds), description: `requirements that bind the ${binds}` },
  { name: `section-${section}`, description: `requirements of section ${section}` },
]

/** A tag as a configuration of vitest declares it. */
export interface Tag {
  readonly name: string
  readonly description: string
}

/** A tag has no blanks. */
const hyphenated = (words: string): string => words.replaceAll(' ', '-')

/** Every tag of every requirement, for `test.tags` in a configuration of vitest. */
export const tags: Tag[] = [...new Map(requirements.flatMap(tagsWith).map((tag) => [tag.name, tag] as const)).values()]
