import type { ProbeResult } from '../../model/probe.ts'
import { type Markup, type MarkupPart, markup, prose, when } from './markup.ts'

/** The id of a requirement, as a link if the requirement is on the page. */
export const linkRequirement = (id: string, known: ReadonlySet<string>): Markup =>
  known.has(id) ? markup`<a href="#${id}">${id}</a>` : markup`<code>${id}</code>`

const verbs: Readonly<Record<ProbeResult['answer'], string>> = {
  accepted: 'accepted',
  refused: 'rejected',
  inconclusive: 'gave no conclusive response to',
}

/** Describes a probe and what its receiver did: `The issuer accepted an invalid message: the sender leaves out …`. */
export const describeProbe = (
  { receiver, answer, expected, description, breaks, wrong, reason, reproduce, actual, obligation }: ProbeResult,
  known: ReadonlySet<string> = new Set(),
): Markup => {
  if (actual !== undefined)
    return markup`${prose(description)}: <b>${prose(actual)}</b>${when(obligation !== undefined, () => markup` <span class="quiet">${prose(obligation ?? '')}</span>`)}`
  const message = expected === 'refused' ? 'an invalid message' : 'an unusual but valid message'
  const requirement = breaks === undefined ? undefined : markup` (breaks ${linkRequirement(breaks, known)})`
  return markup`The ${receiver} ${verbs[answer]} ${message}: the sender ${prose(description)}${requirement}${appendText(', but ', wrong)}${appendText('. Reason: ', reason)}${when(reproduce !== undefined, () => markup`<code class="line">${reproduce}</code>`)}`
}

const appendText = (before: string, text: string | undefined): MarkupPart =>
  when(text !== undefined, () => markup`${before}${prose(text ?? '')}`)
