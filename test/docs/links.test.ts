import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ended } from '../running-vitest.ts'

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
  const pages = globSync('**/*.md', { exclude: ['**/node_modules', 'out', 'docs/.vitepress'] })

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

  /** The file of a page or of an asset; links from the root have the root of the site. */
  const locate = (file: string): string | undefined => [file, `${file}.html`, join(file, 'index.html')].find(isFile)

  const isDead = ({ file, anchor }: Link): boolean => {
    const found = locate(file)
    return found === undefined || (anchor !== '' && !readFileSync(found, 'utf8').includes(`id="${anchor}"`))
  }

  const linksOf = (page: string): readonly Link[] =>
    readLinks(page, /(?:href|src)="([^"]+)"/g).map((link) =>
      link.text.startsWith('/') ? { ...link, file: join(site, link.text.replace(/#.*/, '')) } : link,
    )

  it('is built without a dead link or anchor', { timeout: 180_000 }, async () => {
    const { code } = await ended(['node_modules/vitepress/bin/vitepress.js', 'build', 'docs', '--outDir', site])
    expect(code).toBe(0)

    const pages = globSync(join(site, '**/*.html'))
    const dead = pages.flatMap((page) =>
      linksOf(page)
        .filter(isDead)
        .map(({ text }) => `${page}: ${text}`),
    )

    expect(dead).toEqual([])
    expect(pages.length).toBeGreaterThan(30)
  })
})
