import { HarnessError } from '../../../model/errors.ts'
import { type Markup, type MarkupPart, markup, prose, when } from '../../../reporters/html/markup.ts'
import type { Subject } from '../../../reporters/text/explained.ts'
import { plainPaint } from '../../../reporters/text/paint.ts'
import { capitalize } from '../../../reporters/text/wording.ts'
import { suites } from '../../../suites/suites.ts'
import { findSubject } from '../../explain/explained.ts'
import { renderRun } from './acts.ts'
import type { ConsoleContext, ConsolePage } from './layout.ts'

/** A page of what `assay explain` knows; undefined if nothing has this id. */
export async function makeExplainPage(id: string, context: ConsoleContext): Promise<ConsolePage | undefined> {
  const subject = await findKnown(id)
  if (!subject) return undefined
  const text: string[] = []
  for await (const line of subject.explain(plainPaint)) text.push(line)
  const { sentence, facts, examples } = readExplanation(text)
  return {
    title: id,
    body: markup`<h1 class="page-title sentence">${prose(sentence)}</h1>
<p class="lead"><code>${id}</code></p>
${renderFacts(addConsequence(facts, subject))}
${when(isJudged(subject, context), () => markup`<p class="row-acts">${renderRun(id, 'Run this requirement', context)}</p>`)}
${renderExamples(examples)}
${when(examples.some(({ isPass }) => !isPass) && subject.requirement !== undefined, () => markup`<section class="part" aria-labelledby="fix"><h2 id="fix">How to fix it</h2><p class="lead">Compare what your implementation does with each mistake above: the finding in the report shows which of them it is, and what was expected at that place. Then run the requirement again.</p></section>`)}`,
  }
}

async function findKnown(id: string) {
  try {
    return await findSubject(id)
  } catch (error) {
    if (error instanceof HarnessError && error.code === 'ERR_UNKNOWN_ID') return undefined
    throw error
  }
}

/** Whether the next run can judge it: a requirement of what is picked, or a part of one. */
function isJudged({ isRunnable = false, standard }: Subject, context: ConsoleContext): boolean {
  if (standard === undefined || context.standard === undefined) return isRunnable && standard === context.standard
  return [context.standard, ...(suites[context.standard].on ?? [])].includes(standard)
}

/** A line of an explanation: what is said, and what it says. */
type Fact = readonly [label: string, text: string]

/** An example with its lines: a pass, or a mistake and what is found then. */
interface ShownExample {
  readonly title: string
  readonly isPass: boolean
  readonly facts: readonly Fact[]
}

interface Explanation {
  readonly sentence: string
  readonly facts: readonly Fact[]
  readonly examples: readonly ShownExample[]
}

/** Reads the lines that the terminal shows: the sentence, facts that are indented by two, and examples with facts by four. */
function readExplanation([first = '', ...rest]: readonly string[]): Explanation {
  const facts: Fact[] = []
  const examples: (ShownExample & { readonly facts: Fact[] })[] = []
  for (const line of rest) {
    if (line.trim() === '') continue
    const last = examples.at(-1)
    if (!line.startsWith('  ')) examples.push({ title: readTitle(line), isPass: line.startsWith('✔'), facts: [] })
    else if (last) last.facts.push(readFact(line, 4))
    else facts.push(readFact(line, 2))
  }
  return { sentence: first.split(/ {2,}/).slice(1).join(' ') || first, facts, examples }
}

/** An example has its id before its description. */
const readTitle = (line: string): string => capitalize(line.replace(/^[✔✖] /, '').replace(/^\S+\/\S+ {2,}/, ''))

/** A label is followed by two spaces, or fills its column. */
function readFact(line: string, indent: number): Fact {
  const width = indent === 2 ? 12 : 14
  const [label, text] = [line.slice(indent, indent + width), line.slice(indent + width)]
  return [label.trim(), text.trimEnd()]
}

/** The consequence of a requirement, which the terminal shows at each of its examples. */
function addConsequence(facts: readonly Fact[], { requirement }: Subject): readonly Fact[] {
  if (!requirement || facts.some(([label]) => label === 'consequence')) return facts
  const { harm, text } = requirement.consequence
  return [...facts, ['consequence', `${harm}: ${text}`]]
}

const renderFacts = (facts: readonly Fact[]): MarkupPart =>
  when(
    facts.length > 0,
    () =>
      markup`<dl class="facts">${groupFacts(facts).map(([label, texts]) => markup`<div><dt>${capitalize(label)}</dt><dd>${texts.map((each) => markup`<p>${prose(each)}</p>`)}</dd></div>`)}</dl>`,
  )

/** Lines without a label go on with the one before. */
function groupFacts(facts: readonly Fact[]): readonly (readonly [string, readonly string[]])[] {
  const groups: [string, string[]][] = []
  for (const [label, text] of facts) {
    const last = groups.at(-1)
    if (last && (label === '' || label === last[0])) last[1].push(text)
    else groups.push([label, [text]])
  }
  return groups
}

function renderExamples(examples: readonly ShownExample[]): Markup {
  const [passes, failures] = [true, false].map((isPass) => examples.filter((each) => each.isPass === isPass))
  return markup`${renderSection('passes', 'A passing example', passes ?? [])}${renderSection('failures', 'Mistakes that it finds', failures ?? [])}`
}

const renderSection = (id: string, title: string, examples: readonly ShownExample[]): MarkupPart =>
  when(
    examples.length > 0,
    () =>
      markup`<section class="part" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${examples.map(renderExample)}</section>`,
  )

const renderExample = ({ title, isPass, facts }: ShownExample): Markup =>
  markup`<div class="example"><h3><span class="${isPass ? 'good' : 'bad'}" aria-hidden="true">${isPass ? '✓' : '✕'}</span> ${title}</h3>${renderFacts(facts)}</div>`
