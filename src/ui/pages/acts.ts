import { type Markup, markup } from '../../../reporters/html/markup.ts'
import type { ConsoleContext } from './layout.ts'

/** Renders what can be done about a requirement: read what it means, and run it again. */
export const renderRowActs = (id: string, context: ConsoleContext): Markup =>
  markup`<div class="row-acts"><a class="explain" href="${context.base}/explain/${encodeURIComponent(id)}" aria-label="Explain ${id}">Explain</a>${renderRun(id, 'Run it again', context)}</div>`

/** Renders a button that runs one requirement, or one part of it, with its probes. */
export const renderRun = (id: string, label: string, { base }: ConsoleContext): Markup =>
  markup`<form class="inline" method="post" action="${base}/run"><input type="hidden" name="only" value="${id}"><input type="hidden" name="probes" value="yes"><button class="small" aria-label="${label}: ${id}">${label}</button></form>`
