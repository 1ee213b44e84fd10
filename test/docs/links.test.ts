import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { standardProfiles } from '../../model/decision.ts'
import { findDocsPage } from '../../reporters/text/docs.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { listOwnRows } from '../../suites/standards.ts'
import { buildSite } from '../../tools/site/main.ts'

/** A link: the file that it leads to, and the anchor there. */
interface Link {
  readonly text: string
  readonly file: string
  readonly anchor: string
}

const isExternal = (text: string): boolean => /^[a-z]+:|^\/\//.test(text)

/** The links of a page in which each is found by a pattern. */
const readLinks = (page: string, pattern: RegExp): readonly Link[] =>
  [...readFileSync(page, 'utf8').matchAll(pattern)]
    .map(([, text = '']) => text)
    .filter((text) => !isExternal(text))
    .map((text) => {
      const [path = '', anchor = ''] = text.split('#')
      return { text, file: path === '' ? page : normalize(join(dirname(page), path)), anchor }
    })

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

describe('the pages in the repository', () => {
  const pages = globSync('**/*.md', { exclude: ['**/node_modules', 'out'] })

  /** The anchors that GitHub makes of headings. */
  const readAnchors = (page: string): readonly string[] =>
    [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-'),
    )

  const isDead = ({ file, anchor }: Link): boolean =>
    !isFile(file) || (anchor !== '' && !readAnchors(file).includes(anchor))

  it.each(pages)('%s has no dead link', (page) => {
    const links = readLinks(page, /\]\(([^)\s]+)\)/g)

    expect(links.filter(isDead).map(({ text }) => text)).toEqual([])
  })
})

describe('the site', () => {
  const site = mkdtempSync(join(tmpdir(), 'assay-site-'))
  afterAll(() => rmSync(site, { recursive: true }))

  const isDead = ({ file, anchor }: Link): boolean =>
    !isFile(file) || (anchor !== '' && !readFileSync(file, 'utf8').includes(`id="${anchor}"`))

  const linksOf = (page: string): readonly Link[] => readLinks(page, /(?:href|src|action)="([^"]+)"/g)

  it('is built without a dead link or anchor', async () => {
    await buildSite(site, async () => '')

    const pages = globSync(join(site, '**/*.html'))
    const dead = pages.flatMap((page) =>
      linksOf(page)
        .filter(isDead)
        .map(({ text }) => `${page}: ${text}`),
    )

    expect(dead).toEqual([])
    expect(pages.length).toBeGreaterThan(1_000)
  })

  it('has a page for each requirement, where reports link to it', () => {
    const ids = [...requirements, ...standardProfiles.flatMap(listOwnRows)].map(({ id }) => id)
    const pages = ids.map((id) => findDocsPage({ docsUrl: 'https://docs.test' }, { id }) ?? '')

    expect(ids.length).toBeGreaterThan(1_000)
    expect(pages.filter((page) => !isFile(join(site, new URL(page).pathname)))).toEqual([])
  })
})
