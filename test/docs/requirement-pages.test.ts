import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { standardProfiles } from '../../model/decision.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { listOwnRows } from '../../suites/standards.ts'
import { pathOfSection } from '../../tools/section-titles.ts'
import { menu } from '../../tools/site/menu.ts'

/** The first lines below the heading of a requirement. */
const readEntry = (page: string, id: string): readonly string[] =>
  (readFileSync(page, 'utf8').split(`\n### ${id}\n`)[1] ?? '').split('\n').filter((line) => line !== '')

const describesItself = (page: string, { id, text }: { readonly id: string; readonly text: string }): boolean => {
  const [sentence = '', source = '', consequence = ''] = readEntry(page, id)
  return sentence === text && source.startsWith('- **Source**') && consequence.startsWith('- **If it is violated**')
}

describe('the pages of requirements', () => {
  it('have each requirement of the document at an anchor of its own, the sentence first', () => {
    const missing = requirements.filter((row) => !describesItself(`docs/${pathOfSection(row.section)}`, row))

    expect(missing.map(({ id }) => id)).toEqual([])
  })

  it.each(standardProfiles)('have each requirement of %s at an anchor of its own', (profile) => {
    const missing = listOwnRows(profile).filter((row) => !describesItself(`docs/standards/${profile}.md`, row))

    expect(missing.map(({ id }) => id)).toEqual([])
  })

  it('are linked from the list of all requirements', () => {
    const list = readFileSync('docs/requirements.md', 'utf8')

    expect(
      requirements.filter(
        ({ id, section }) => !list.includes(`[${id}](${pathOfSection(section)}#${id.toLowerCase()})`),
      ),
    ).toEqual([])
  })
})

describe('the menu of the site', () => {
  it('has every page of the guide and of the standards', () => {
    const linked = Object.values(menu).flatMap((pages) => Object.values(pages).map((page) => `${page}.md`))
    const pages = globSync('docs/{guide,standards}/*.md')

    expect(pages.filter((page) => page !== 'docs/guide/index.md' && !linked.includes(page))).toEqual([])
    expect(linked.filter((page) => !existsSync(page))).toEqual([])
  })
})
