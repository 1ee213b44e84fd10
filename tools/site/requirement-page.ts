import { type Markup, type MarkupPart, markup, prose, when } from '../../reporters/html/markup.ts'
import type { DescribedRequirement } from '../describe-requirement.ts'
import { type ExplainedExample, readExamples } from './explanation.ts'
import type { SitePage } from './layout.ts'

/** A requirement with where it stands, and what `assay explain` prints about it. */
export interface RequirementOnSite {
  readonly row: DescribedRequirement
  /** The page that lists it, below the root of the site. */
  readonly list: { readonly path: string; readonly title: string }
  readonly explanation: string
}

/** The page of a requirement. Reports link to it, so its path never changes. */
export const pathOfRequirement = (id: string): string => `requirements/${id}.html`

/** Makes the page of a requirement: the sentence, its source, what follows from a violation, examples, and how to fix it. */
export function makeRequirementPage({ row, list, explanation }: RequirementOnSite): SitePage {
  const { id, text, source, force, binds, consequence, seen, mistakes } = row
  const examples = readExamples(explanation)
  const [fault, ...others] = examples.filter(({ passes }) => !passes)
  const facts: readonly (readonly [string, MarkupPart])[] = [
    ['Id', markup`<code>${id}</code>`],
    ['Source', removeLinks(source)],
    ['Force', `${force}; binds ${binds === 'everyone' ? 'all roles' : `the ${binds}`}`],
    ['If it is violated', `${consequence.text} (${consequence.harm})`],
    ['Seen in', prose(seen)],
    ['Depends on', row.dependsOn && row.dependsOn.length > 0 ? removeLinks(row.dependsOn.join(', ')) : undefined],
  ]
  return {
    path: pathOfRequirement(id),
    title: id,
    hasMenu: false,
    content: markup`<p class="way"><a href="../${list.path}">${list.title}</a></p>
<h1>${prose(text)}</h1>
<dl>${facts.map(([name, part]) => when(part !== undefined, () => markup`<div><dt>${name}</dt><dd>${part}</dd></div>`))}</dl>
${renderFix(
  mistakes,
  examples.some(({ passes }) => passes),
)}
${examples.filter(({ passes }) => passes).map((each) => renderExample('A passing example', each))}
${when(fault !== undefined, () => fault && renderExample('A failing example', fault))}
${when(others.length > 0, () => markup`<details><summary>${others.length} more failing examples</summary>${others.map((each) => renderExample('', each))}</details>`)}
<h2>Test it</h2>
<pre tabindex="0"><code>npx assay explain ${id}</code></pre>`,
  }
}

const renderFix = (mistakes: readonly string[], hasExample: boolean): MarkupPart =>
  when(
    mistakes.length > 0,
    () =>
      markup`<h2>How to fix it</h2>${when(hasExample, () => markup`<p>Compare your message with the passing example below.</p>`)}<h3>Common mistakes</h3><p>Each of these fails the requirement. The implementation:</p><ul>${mistakes.map((each) => markup`<li>${prose(each)}</li>`)}</ul>`,
  )

const renderExample = (heading: string, { title, details }: ExplainedExample): Markup =>
  markup`${when(heading !== '', () => markup`<h2>${heading}</h2>`)}<p>${prose(title)}</p>
<dl class="example">${details.map(([label, text]) => markup`<div><dt>${label}</dt><dd><code>${text}</code></dd></div>`)}</dl>`

/** The text of a link of Markdown: what it leads to is linked from the list. */
const removeLinks = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** Makes the list of requirements of a section or of a standard; each has the anchor that its page in the repository has. */
export const makeRequirementList = (
  path: string,
  title: string,
  rows: readonly DescribedRequirement[],
  root: string,
): SitePage => ({
  path,
  title,
  content: markup`<h1>${title}</h1>
<p>${rows.length} requirements.</p>
<ul class="rows">${rows.map(({ id, text }) => markup`<li id="${id.toLowerCase()}"><a href="${root}${pathOfRequirement(id)}">${prose(text)}</a> <code>${id}</code></li>`)}</ul>`,
})
