import { profiles } from '../../../model/decision.ts'
import { type Markup, type MarkupPart, markup, prose, when } from '../../../reporters/html/markup.ts'
import { formatCount } from '../../../reporters/text/wording.ts'
import type { Proposal } from '../../claim/propose-answers.ts'
import type { WrittenAnswers } from '../decide.ts'
import { type ConsoleContext, renderTitle } from './layout.ts'

/** The decisions that a run left open. */
export interface OpenDecisions {
  /** The name of the run. */
  readonly run: string
  readonly profile: string
  readonly proposals: readonly Proposal[]
  /** The configuration that answers are written to, if there is one. */
  readonly file?: string
  readonly done?: WrittenAnswers
  readonly problem?: string
}

/** Renders a page on which decisions are answered. */
export function renderDecisionsPage(open: OpenDecisions, { base }: ConsoleContext): Markup {
  const { run, profile, proposals, file, done, problem } = open
  const title = renderTitle(
    'Decisions',
    'The document leaves questions open. Answers that the last run showed are proposed; check each of them before you claim conformance.',
  )
  const outcome = markup`${when(done !== undefined, () => markup`<p class="done" role="status"><span class="good">✓</span> ${formatCount(done?.written ?? 0, 'answer')} written to <code>${file}</code>, ${done?.open ?? 0} left open. <a href="${base}/">Run again</a> to judge by them.</p>`)}${when(problem !== undefined, () => markup`<p class="problem" role="alert">${prose(problem ?? '')}</p>`)}`
  return markup`${title}${outcome}
<form method="get" action="${base}/decisions" class="act"><p class="find"><label for="profile">Profile, which answers most decisions</label><select id="profile" name="profile">${profiles.map((each) => markup`<option${when(each === profile, () => markup` selected`)}>${each}</option>`)}</select></p><p><button>Show</button></p></form>
${proposals.length === 0 ? markup`<p class="lead">The last run left no decision open.</p>` : renderQuestions(open, base)}
${when(file === undefined, () => markup`<p class="warning">There is no configuration to write to. Create one with <code>assay init</code>.</p>`)}
${when(file !== undefined && proposals.length === 0, () => markup`<form method="post" action="${base}/decisions">${renderHidden(run, profile)}<p><button>Write the profile to ${file}</button></p></form>`)}`
}

const renderHidden = (run: string, profile: string): Markup =>
  markup`<input type="hidden" name="run" value="${run}"><input type="hidden" name="profile" value="${profile}">`

const renderQuestions = ({ run, profile, proposals, file }: OpenDecisions, base: string): Markup =>
  markup`<form class="settings" method="post" action="${base}/decisions">${renderHidden(run, profile)}
${proposals.map((each) => renderQuestion(each, base))}
${when(file !== undefined, () => markup`<p class="start"><button class="first">Write the answers to ${file}</button></p>`)}</form>`

function renderQuestion({ decision, answer, basis, shownBy }: Proposal, base: string): Markup {
  const { id, question, answers, otherText, stake } = decision
  const isAssumed = basis === 'assumed'
  const known = Object.entries(answers)
  const isFree = otherText !== undefined || known.length === 0
  const all = known.some(([name]) => name === answer) || isFree ? known : [...known, [answer, ''] as const]
  return markup`<fieldset><legend>${question}</legend>
<p class="hint"><a class="explain" href="${base}/explain/${encodeURIComponent(id)}">${id}</a> · ${basis}: ${prose(shownBy)}${when(stake !== undefined, () => markup`<br>${prose(stake ?? '')}`)}</p>
${isFree ? renderText(id, isAssumed ? '' : answer, answer, known) : [...all.map(([name, meaning]) => renderAnswer(id, name, meaning, !isAssumed && name === answer)), renderAnswer(id, '', 'Leave it open.', isAssumed)]}</fieldset>`
}

const renderAnswer = (id: string, name: string, meaning: string, isChosen: boolean): Markup =>
  markup`<p class="check option"><input type="radio" name="${id}" id="${id}-${name}" value="${name}"${when(isChosen, () => markup` checked`)}><label for="${id}-${name}">${when(name !== '', () => markup`<code>${name}</code> `)}${prose(meaning)}</label></p>`

const renderText = (
  id: string,
  value: string,
  usual: string,
  known: readonly (readonly [string, string])[],
): MarkupPart =>
  markup`<p class="field"><label for="${id}-text">Answer</label><input name="${id}" id="${id}-text" value="${value}" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="${id}-help"><span class="hint" id="${id}-help">Leave it empty to leave the decision open. Default: <code>${usual}</code>.${known.map(([name, meaning]) => markup` <code>${name}</code>: ${prose(meaning)}.`)}</span></p>`
