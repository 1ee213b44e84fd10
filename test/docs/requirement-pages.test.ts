import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { standardProfiles } from '../../model/decision.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { listOwnRows } from '../../suites/standards.ts'
import { pathOfSection } from '../../tools/section-titles.ts'

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
    const menu = readFileSync('docs/.vitepress/config.ts', 'utf8')
    const guides = globSync('docs/guide/*.md').map((page) => basename(page, '.md'))
    const standards = globSync('docs/standards/*.md').map((page) => `/docs/standards/${basename(page, '.md')}`)

    const missing = [...guides.filter((name) => name !== 'index'), ...standards].filter(
      (name) => !menu.includes(`'${name}'`),
    )
    expect(missing).toEqual([])
  })
})
