import { HarnessError } from '../../../model/errors.ts'
import { lines, markup } from '../../../reporters/html/markup.ts'
import { plainPaint } from '../../../reporters/text/paint.ts'
import { explainSubject } from '../../explain/explain.ts'
import { findSubject, type Subject } from '../../explain/subjects.ts'
import { renderRun } from './acts.ts'
import type { ConsoleContext, ConsolePage } from './layout.ts'

/** A page of what `assay explain` prints; undefined if nothing has this id. */
export async function makeExplainPage(id: string, context: ConsoleContext): Promise<ConsolePage | undefined> {
  const subject = await findKnown(id)
  if (!subject) return undefined
  const text: string[] = []
  for await (const line of explainSubject(subject, plainPaint)) text.push(line)
  return {
    title: id,
    body: markup`<h1 class="page-title">${id}</h1>
<pre class="explained" tabindex="0" role="group" aria-label="Explanation of ${id}">${lines(text.join('\n'))}</pre>
${isJudged(subject) ? markup`<p>${renderRun(id, 'Run this requirement', context)}</p>` : undefined}`,
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

/** Whether a run can judge it: a requirement of the document, or a part of one. */
const isJudged = (subject: Subject): boolean =>
  ('requirement' in subject && !('standard' in subject)) || 'whole' in subject
