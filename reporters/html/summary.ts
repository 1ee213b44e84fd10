import { messagesIn } from '../../src/model/probe.ts'
import type { ResultTold, RunReport } from '../../src/model/run-report.ts'
import { counted } from '../lines.ts'
import { reproductionOf } from '../telling.ts'
import { type Markup, markup, type Part, prose, when } from './markup.ts'
import { stepOf, steps } from './steps.ts'
import { type Spoken, spoken } from './verdict.ts'
import { inTheWay, linked } from './way.ts'
import { grouped, isRequired, targetsOf } from './words.ts'

/** The view for whoever decides: the verdict, what is in the way, and what it all rests on. */
export const summary = (report: RunReport): Markup => markup`
${verdict(report, spoken(report))}
${inTheWay(report)}
${overview(report)}
${proof(report)}
${assumptions(report)}
${notTested(report)}
${whence(report)}`

/** Reasons that the sentences tell already. */
const told: readonly string[] = ['failed', 'undecided', 'assumed', 'selection', 'stopped', 'lost']

const verdict = (report: RunReport, { tone, headline, sentences }: Spoken): Markup => {
  const reasons = report.verdict.reasons.filter(({ code }) => !told.includes(code))
  return markup`
<section aria-labelledby="verdict" class="verdict ${tone}">
<h1 id="verdict">${headline}</h1>
<p>${sentences.map((each) => `${each} `)}</p>
${when(reasons.length > 0, () => markup`<ul class="reasons">${reasons.map(({ text, count }) => markup`<li>${text}${when(count > 1, () => ` (${count} times)`)}</li>`)}</ul>`)}
</section>`
}

/** All that decides, by role and by step, in two tables. */
const overview = ({ results, cast }: RunReport): Markup => {
  const tested = new Set(cast.filter(({ url }) => url !== undefined).map(({ role }) => role))
  const deciding = results.filter(isRequired)
  const inOrder = steps.flatMap((step) => {
    const own = deciding.filter((each) => stepOf(each) === step)
    return own.length > 0
      ? [
          [
            markup`<span class="stepped"><span class="mark" aria-hidden="true">${step.mark}</span><span>${step.name}</span></span>`,
            own,
          ] as const,
        ]
      : []
  })
  const byWho = grouped(deciding, ({ binds }) => binds).map(
    ([role, own]) =>
      [
        markup`${role}${when(tested.has(role), () => markup` <span class="tag plain">under test</span>`)}`,
        own,
      ] as const,
  )
  return markup`
<section aria-labelledby="overview" class="part">
<h2 id="overview">How far it is</h2>
<p class="lead">Requirements that decide: what the document demands or states.</p>
${table('By step of the flow', inOrder)}${table('By role', byWho)}
</section>`
}

const table = (caption: string, rows: readonly (readonly [Markup, readonly ResultTold[]])[]): Markup => markup`
<table class="tally"><caption>${caption}</caption>
<thead><tr><th scope="col"><span class="unseen">${caption}</span></th><th scope="col">failed</th><th scope="col">open</th><th scope="col">passed</th><th scope="col" title="not tested, or does not apply">neither</th><td class="bar"></td></tr></thead>
<tbody>${rows.map(([name, own]) => row(name, own))}</tbody></table>`

function row(name: Markup, own: readonly ResultTold[]): Markup {
  const count = (...outcomes: readonly ResultTold['outcome'][]): number =>
    own.filter(({ outcome }) => outcomes.includes(outcome)).length
  const cells = [
    ['bad', count('failed', 'harnessError')],
    ['doubt', count('cantTell')],
    ['good', count('passed', 'passedNonStrict')],
    ['quiet', count('untested', 'inapplicable')],
  ] as const
  return markup`<tr><th scope="row">${name}</th>${cells.map(([tone, many]) => markup`<td class="${many > 0 ? tone : 'zero'}">${many}</td>`)}<td class="bar">${bar(cells)}</td></tr>`
}

/** The same numbers as lengths. */
function bar(cells: readonly (readonly [string, number])[]): Markup {
  const all = cells.reduce((sum, [, many]) => sum + many, 0)
  const starts = cells.map((_, i) => cells.slice(0, i).reduce((sum, [, many]) => sum + many, 0))
  return markup`<svg viewBox="0 0 ${all} 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">${cells.map(([tone, many], i) => when(many > 0, () => markup`<rect class="${tone}" x="${starts[i]}" width="${many}" height="1"/>`))}</svg>`
}

/** How it is known that a pass means something. */
function proof({ results, probes }: RunReport): Markup {
  const proven = results.flatMap((each) => each.proof ?? [])
  const sum = (key: 'tried' | 'caught'): number => proven.reduce((all, each) => all + each[key], 0)
  const weak = results.filter((each) => each.proof && each.proof.caught < each.proof.tried)
  return markup`
<section aria-labelledby="proof" class="part">
<h2 id="proof">Would it have been noticed?</h2>
${proven.length === 0 ? markup`<p>In this run no pass was put to the test with copies of what the target said.</p>` : markup`<p>${counted(proven.length, 'requirement')} that passed: copies of what the target itself said were tampered with and judged once more. <strong>${sum('caught')} of ${sum('tried')}</strong> were caught.</p>`}
${when(weak.length > 0, () => markup`<p>Not every copy was caught: ${weak.map(({ id, proof: own }) => markup`<a href="#${id}">${id}</a> (${own?.caught ?? 0} of ${own?.tried ?? 0}) `)}</p>`)}
${probes.length === 0 ? markup`<p>No lies were put before anybody.</p>` : markup`<ul class="figures">${grouped(probes, ({ judge }) => judge).map(([judge, own]) => refusals(judge, own))}</ul><p><a href="#probes">What was put before whom</a></p>`}
</section>`
}

function refusals(judge: string, own: RunReport['probes']): Markup {
  const lies = own.filter(({ expected }) => expected === 'refused')
  const count = (answer: string): number => messagesIn(lies.filter((each) => each.answer === answer))
  const accepted = count('accepted')
  const undecided = count('undecided')
  return markup`<li>The ${judge} refused <strong>${count('refused')} of ${messagesIn(lies)}</strong> lies.${when(accepted > 0, () => markup` <span class="tag bad">✕ ${accepted} accepted</span>`)}${when(undecided > 0, () => markup` <span class="tag doubt">? ${undecided} undecided</span>`)}</li>`
}

/** Answers that nobody gave, and silences of the document. */
function assumptions({ decisions, results }: RunReport): Markup {
  const resting = (id: string): number => results.filter(({ hangsOn }) => hangsOn.includes(id)).length
  const rows = decisions
    .filter(({ source }) => source === 'assumed')
    .map((each) => ({ ...each, many: resting(each.id) }))
    .toSorted((a, b) => b.many - a.many)
  const gaps = results.filter(({ force }) => force === 'gap')
  return markup`
<section aria-labelledby="assumed" class="part">
<h2 id="assumed">What was assumed</h2>
${
  rows.length === 0
    ? markup`<p>Nothing: every open question was answered.</p>`
    : markup`<p class="lead">The document leaves these questions open, and nobody answered them. Confirm each, or give another answer with <code>--decision</code>.</p>
${decisionTable('assumed answers', rows.slice(0, 8))}${when(rows.length > 8, () => markup`<details><summary>${rows.length - 8} more</summary>${decisionTable('further assumed answers', rows.slice(8))}</details>`)}`
}
${when(gaps.length > 0, () => markup`<details><summary>${counted(gaps.length, 'silence')} of the document, that nobody fills</summary><ul class="plain">${gaps.map(({ id, text }) => markup`<li><a href="#${id}">${id}</a> ${prose(text)}</li>`)}</ul></details>`)}
</section>`
}

const decisionTable = (
  label: string,
  rows: readonly { readonly id: string; readonly value: string; readonly many: number }[],
): Markup =>
  markup`<table class="decisions" aria-label="${label}"><thead><tr><th scope="col">Question</th><th scope="col">Answer assumed</th><th scope="col">Rests on it</th></tr></thead><tbody>${rows.map(({ id, value, many }) => markup`<tr><th scope="row"><code>${id}</code></th><td><code>${value}</code></td><td>${many}</td></tr>`)}</tbody></table>`

/** What this run says nothing about, by its reason. */
function notTested({ results, sessions, selection }: RunReport): Markup {
  const untested = results.filter(
    ({ outcome, force }) => (outcome === 'untested' || outcome === 'inapplicable') && force !== 'gap',
  )
  const groups = grouped(untested, ({ reason = 'no reason was given' }) => reason).toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  return markup`
<section aria-labelledby="untested" class="part">
<h2 id="untested">What was not tested, and why</h2>
<p class="lead">${untested.length === 0 ? 'Everything was.' : `${counted(untested.length, 'requirement')}, of which ${untested.filter(isRequired).length} would decide.`}${when(!selection.complete, () => ' Only a part of the requirements was asked for.')} ${counted(sessions.length, 'session')} were played.</p>
<ul class="whys">${groups.slice(0, 6).map(why)}</ul>
${when(groups.length > 6, () => markup`<details><summary>${counted(groups.length - 6, 'further reason')}</summary><ul class="whys">${groups.slice(6).map(why)}</ul></details>`)}
</section>`
}

const why = ([reason, some]: readonly [string, readonly ResultTold[]]): Markup =>
  some.length === 1
    ? markup`<li><p>${prose(reason)} <a href="#${some[0]?.id}">${some[0]?.id}</a></p></li>`
    : markup`<li><details><summary><strong>${some.length}</strong> ${prose(reason)}</summary><p>${some.map(linked)}</p></details></li>`

/** What it takes to check this report, or to make it again. */
function whence(report: RunReport): Markup {
  const { tool, startedAt, milliseconds, profile, record, effects } = report
  const rows: readonly (readonly [string, Part])[] = [
    ...targetsOf(report).map(({ role, url }) => [`Target, ${role}`, url] as const),
    ['Made with', `${tool.name} ${tool.version}, ${tool.registry}`],
    ['Played', markup`<time datetime="${startedAt}">${startedAt}</time>, in ${Math.round(milliseconds)} ms`],
    ['Answers of', `profile ${profile}`],
    [
      'Effects',
      `${counted(effects.calls, 'call')}, at most ${effects.peak} a second; ${counted(effects.nonces, 'nonce')} taken; ${counted(effects.credentials, 'credential')} issued`,
    ],
    [
      'Record',
      record ? markup`${counted(record.messages, 'message')}, SHA-256 <code>${record.sha256}</code>` : 'none was kept',
    ],
    ...(report.selection.complete
      ? [['Again', markup`<code class="line">${reproductionOf(report, '*')}</code>`] as const]
      : []),
  ]
  return markup`
<section aria-labelledby="whence" class="part">
<h2 id="whence">How this report came about</h2>
<dl class="about">${rows.map(([name, told]) => markup`<div><dt>${name}</dt><dd>${told}</dd></div>`)}</dl>
</section>`
}
