import { findSubject } from '../../src/explain/explained.ts'
import { markPaint, restorePaint } from '../../src/explain/stored.ts'

/** An example of a requirement: a pass, or one fault, with its details. */
export interface ExplainedExample {
  readonly passes: boolean
  readonly title: string
  readonly details: readonly (readonly [label: string, text: string])[]
}

/** What `assay explain` prints about a requirement, with marks in place of colours. */
export type Explain = (id: string) => Promise<string>

/** Plays the examples of a requirement. */
export const explain: Explain = async (id) => {
  const lines: string[] = []
  for await (const line of (await findSubject(id)).explain(markPaint)) lines.push(line)
  return lines.join('\n')
}

/** Reads the examples in an explanation: blocks of lines, each with a title and its details. */
export const readExamples = (explanation: string): readonly ExplainedExample[] =>
  explanation
    .split('\n\n')
    .slice(2)
    .flatMap((block) => {
      const [first = '', ...lines] = block.split('\n')
      const details = lines.flatMap(readDetail)
      const title = readTitle(first)
      return details.length === 0 ? [] : [{ passes: title.startsWith('✔'), title: title.slice(2), details }]
    })

/** A label is painted, and its text is not. */
function readDetail(line: string): readonly (readonly [string, string])[] {
  const [before = '', label, text = ''] = splitAt(line, 'quiet')
  return before.trim() === '' && label !== undefined ? [[label.trim(), text.trim()]] : []
}

/** The sign of an example with what happens in it. The id of a fault is in bold before that. */
function readTitle(line: string): string {
  const [before = '', , text] = splitAt(line, 'strong')
  return text === undefined ? before : `✖ ${text.trim()}`
}

/** Divides a line at what is painted in a style; no line has a tab. */
const splitAt = (line: string, style: string): readonly string[] =>
  restorePaint(line, (own, inside) => (own === style ? `\t${inside}\t` : inside)).split('\t')
