import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { standardProfiles } from '../../model/decision.ts'
import { markup } from '../../reporters/html/markup.ts'
import { standards } from '../../suites/standards.ts'
import type { DescribedRequirement } from '../describe-requirement.ts'
import { describeSection, nameOf } from '../generate-docs.ts'
import { describeStandard } from '../generate-standards.ts'
import { pathOfSection, sectionTitles } from '../section-titles.ts'
import { type Explain, explain } from './explanation.ts'
import { pathToRoot, renderPage, type SitePage } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { makeRequirementList, makeRequirementPage, pathOfRequirement } from './requirement-page.ts'
import { type SearchEntry, searchScript, writeIndex } from './search.ts'
import { siteStyle } from './style.ts'

/** A page of the repository that lists requirements: on the site it is a list, and each requirement has a page. */
interface RequirementSource {
  /** The file in the repository. */
  readonly file: string
  readonly title: string
  readonly rows: readonly DescribedRequirement[]
}

const listSources = (): readonly RequirementSource[] => [
  ...Object.keys(sectionTitles).map((section) => ({
    file: `docs/${pathOfSection(section)}`,
    title: nameOf(section),
    rows: describeSection(section),
  })),
  ...standardProfiles.map((profile) => ({
    file: `docs/standards/${profile}.md`,
    title: `Requirements of ${standards[profile].title}`,
    rows: describeStandard(profile),
  })),
]

/** The pages of the repository that are on the site. */
const listFiles = (): readonly string[] =>
  globSync(['*.md', 'ci/README.md', 'examples/*/README.md', 'docs/**/*.md'], { exclude: ['AGENTS.md'] }).toSorted()

/** The path of a page on the site. */
const pathOf = (file: string): string => (file === 'README.md' ? 'index.html' : file.replace(/\.md$/, '.html'))

/** Builds the site in a folder. Every requirement has a page of its own. */
export async function buildSite(out: string, explainRow: Explain = explain): Promise<void> {
  const sources = listSources()
  const files = listFiles()
  const listed = new Set(sources.map(({ file }) => file))
  const texts = files.filter((file) => !listed.has(file)).map((file) => makeTextPage(file, new Set(files)))
  const lists = sources.map(({ file, title, rows }) =>
    makeRequirementList(pathOf(file), title, rows, pathToRoot(pathOf(file))),
  )
  for (const page of [...texts, ...lists, searchPage]) write(out, page.path, renderPage(page))
  for (const { file, title, rows } of sources)
    for (const row of rows) {
      const page = makeRequirementPage({
        row,
        list: { path: pathOf(file), title },
        explanation: await explainRow(row.id),
      })
      write(out, page.path, renderPage(page))
    }
  write(out, 'site.css', siteStyle)
  write(out, 'search.js', searchScript)
  write(
    out,
    'search-index.js',
    writeIndex([...sources.flatMap(({ rows }) => rows.map(indexRow)), ...texts.map(indexPage)]),
  )
  cpSync('docs/images', join(out, 'docs/images'), { recursive: true })
}

function write(out: string, path: string, text: string): void {
  mkdirSync(dirname(join(out, path)), { recursive: true })
  writeFileSync(join(out, path), text)
}

function makeTextPage(file: string, files: ReadonlySet<string>): SitePage {
  const text = readFileSync(file, 'utf8')
  const resolve = (link: string): string | undefined => resolveLink(link, file, files)
  return { path: pathOf(file), title: readTitle(text), content: renderMarkdown(text, { resolve }) }
}

const readTitle = (text: string): string => /^# (.*)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? 'Assay'

/** The address of a link: other pages, anchors and pictures; files of the repository are not on the site. */
function resolveLink(link: string, file: string, files: ReadonlySet<string>): string | undefined {
  if (/^(?:https?:\/\/|#)/.test(link)) return link
  const [target = '', anchor] = link.split('#')
  const found = posix.normalize(posix.join(posix.dirname(file), target))
  if (/^docs\/images\//.test(found)) return `${pathToRoot(pathOf(file))}${found}`
  if (!files.has(found)) return undefined
  return `${pathToRoot(pathOf(file))}${pathOf(found)}${anchor === undefined ? '' : `#${anchor}`}`
}

const searchPage: SitePage = {
  path: 'search.html',
  title: 'Search',
  hasMenu: false,
  scripts: ['search-index.js', 'search.js'],
  content: markup`<h1>Search</h1><p id="count" role="status">The search needs JavaScript. <a href="docs/requirements.html">All requirements</a></p><ol id="found"></ol>`,
}

const indexRow = ({ id, text }: DescribedRequirement): SearchEntry => ({
  ...{ name: id, path: pathOfRequirement(id), text, isRequirement: true },
})

const indexPage = ({ path, title, content }: SitePage): SearchEntry => {
  const words = markup`${content}`.text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  return { name: title, path, text: words.slice(0, 600), isRequirement: false }
}

if (import.meta.main) {
  const [out = 'site'] = process.argv.slice(2)
  await buildSite(out)
  console.log(`written: ${out}/index.html`)
}
