import type { Probed } from '../../src/model/probe.ts'
import { type Markup, markup, type Part, prose, when } from './markup.ts'

/** An id, which leads to its requirement if that is on the page. */
export const reference = (id: string, known: ReadonlySet<string>): Markup =>
  known.has(id) ? markup`<a href="#${id}">${id}</a>` : markup`<code>${id}</code>`

const verbs: Readonly<Record<Probed['answer'], string>> = {
  accepted: 'accepted',
  refused: 'refused',
  undecided: 'did not decide on',
}

/** One probe as a sentence: who did what with the message of whom. */
export const deedOf = ({ judge, answer, deed, breaks, amiss, reason }: Probed, known?: ReadonlySet<string>): Markup =>
  markup`The ${judge} ${verbs[answer]} a message of somebody who ${prose(deed)}${when(breaks !== undefined, () => against(breaks ?? '', known))}${when(amiss !== undefined, () => markup`, ${amiss}`)}${when(reason !== undefined, () => markup`: ${reason}`)}`

const against = (breaks: string, known: ReadonlySet<string> = new Set()): Part => markup` (${reference(breaks, known)})`
