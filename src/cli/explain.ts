import { blockOf, type Paint } from '../../reporters/blocks.ts'
import { wrap } from '../../reporters/lines.ts'
import { checks } from '../../suites/checks.ts'
import { decisions, requirements } from '../../suites/registry.ts'
import { answersUnder } from '../harness/answers.ts'
import { articlesOf, judge } from '../harness/judge.ts'
import { didYouMean } from '../harness/nearest.ts'
import type { Deviation } from '../model/actors.ts'
import { type Decision, presets } from '../model/decision.ts'
import { HarnessError } from '../model/errors.ts'
import type { Fault, Member, Setting } from '../model/fault.ts'
import type { Result } from '../model/report.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Run } from './arguments.ts'
import { loadDeeds } from './catalogue.ts'
import type { ExitCode } from './exit-codes.ts'

import { stage } from './stage.ts'

/** `assay explain`. */
export const run: Run = async ({ positionals }, { out, paint }): Promise<ExitCode> => {
  if (positionals.length === 0)
    throw new HarnessError('ERR_USAGE', '`assay explain` needs the id of a requirement or a decision')
  const all = [...new Set(positionals.map(named))]
  for (const [i, each] of all.entries()) {
    if (i > 0) out('\n')
    const lines = 'question' in each ? explainDecision(each, paint) : explainRequirement(each, paint)
    for await (const line of lines) out(line)
  }
  return 0
}

/** The requirement or the decision that has an id, whatever the case of its letters. */
function named(id: string): Requirement | Decision {
  const found = [...requirements, ...decisions].find((each) => each.id.toLowerCase() === id.toLowerCase())
  if (found) return found
  throw unknownId(id)
}

const unknownId = (id: string): HarnessError => {
  const ids = [...requirements, ...decisions].map((each) => each.id)
  return new HarnessError(
    'ERR_UNKNOWN_ID',
    `there is neither a requirement nor a decision \`${id}\`${didYouMean(id, ids)}`,
  )
}

async function* explainRequirement(requirement: Requirement, paint: Paint): AsyncGenerator<string> {
  const { id, text, force, section, binds, refusedBy, standard, hangsOn } = requirement
  yield `${paint('strong', id)}  ${text}`
  yield ''
  yield row(
    'stands in',
    standard ? `${standard} (asked where section ${section} applies)` : `section ${section}`,
    paint,
  )
  yield row('force', `${force}: ${forces[force]}`, paint)
  yield row('binds', `the ${binds}`, paint)
  yield row('refused by', refusedBy.length > 0 ? refusedBy.map((role) => `the ${role}`).join(', ') : 'nobody', paint)
  yield row('seen', seenIn(requirement), paint)
  for (const decision of hangsOn) yield* brief(decision, paint)
  if ('in' in requirement.seen) yield* examples(requirement, paint)
}

const forces: Readonly<Record<Requirement['force'], string>> = {
  must: 'the document says MUST',
  'must not': 'the document says MUST NOT',
  stated: 'the document or the standard says so without a keyword; it decides like a must',
  should: 'recommended; it decides only with --strict',
  info: 'it describes, and never decides',
  gap: 'the document is silent; it is reported, and never judged',
}

const row = (label: string, text: string, paint: Paint): string => `  ${paint('quiet', label.padEnd(11))} ${text}`

function seenIn({ seen }: Requirement): string {
  if ('in' in seen) return `in one artefact: ${seen.in.join(', ')}`
  return 'exchange' in seen ? `in an exchange only: ${seen.exchange}` : `nowhere: ${seen.nowhere}`
}

function* brief({ id, question, variants, default: usual }: Decision, paint: Paint): Generator<string> {
  yield row('hangs on', `${paint('strong', id)}: ${question}`, paint)
  for (const [variant, meaning] of Object.entries(variants)) {
    yield row('', `  ${variant}${variant === usual ? ' (default)' : ''}: ${meaning}`, paint)
  }
}

async function* examples(requirement: Requirement, paint: Paint): AsyncGenerator<string> {
  const [{ faults }, { membersOf }] = await Promise.all([loadDeeds(), import('../assembly/members.ts')])
  const own = faults.filter(({ breaks }) => breaks.id === requirement.id)
  const honest = { under: 'document', given: {} } as const
  const judged = judgeUnder(requirement, {}, own[0] ?? honest)
  yield ''
  yield `${paint('good', '✔')} honest parties: ${judged.outcome}${judged.reason ? `, ${judged.reason}` : ''}`
  if (own.length === 0) yield paint('quiet', '  no fault breaks it')
  for (const fault of own) yield* example(requirement, fault, membersOf(fault, 1, 1), paint)
}

function* example(
  requirement: Requirement,
  fault: Fault,
  [member]: readonly Member[],
  paint: Paint,
): Generator<string> {
  if (!member) return
  const result = judgeUnder(requirement, member.deviation, fault)
  const under = [
    fault.under === 'document' ? '' : `--profile ${fault.under}`,
    ...Object.entries(fault.given).map(([k, v]) => `${k} = ${v}`),
  ]
  const setting = under.filter((part) => part !== '').join(', ')
  yield ''
  yield `a party ${fault.deed}${member.what === fault.deed ? '' : `: ${member.what}`}${setting === '' ? '' : `  (under ${setting})`}`
  if (result.outcome !== 'failed') yield `  ${result.outcome}: ${result.reason ?? ''}`
  else for (const line of [...blockOf({ ...result, findings: result.findings.slice(0, 1) }, paint)].slice(2)) yield line
}

function judgeUnder(requirement: Requirement, deviation: Deviation, setting: Setting): Result {
  const { under, given } = setting
  const articles = articlesOf([requirement], checks)
  const { decide } = answersUnder({ profile: under, given })
  const [result] = judge(articles, stage(deviation, setting), decide)
  if (!result) throw new TypeError('one requirement, one result')
  return result
}

function* explainDecision(decision: Decision, paint: Paint): Generator<string> {
  const { id, section, question, arises, variants, default: usual, stake } = decision
  yield `${paint('strong', id)}  ${question}`
  yield ''
  yield row('stands in', `section ${section}; ${arises.map((each) => because[each]).join(', and ')}`, paint)
  if (Object.keys(variants).length === 0) yield row('answer', `any text; default ${usual}`, paint)
  for (const [variant, meaning] of Object.entries(variants)) {
    const chosenBy = presets.filter((preset) => decision.presets[preset as keyof typeof decision.presets] === variant)
    const marks = [...(variant === usual ? ['default'] : []), ...chosenBy.map((preset) => `--profile ${preset}`)]
    yield row(
      'answer',
      `${paint('strong', variant)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}: ${meaning}`,
      paint,
    )
  }
  if (stake) for (const [i, line] of wrap(stake, 100).entries()) yield row(i === 0 ? 'at stake' : '', line, paint)
  const hanging = requirements.filter(({ hangsOn }) => hangsOn.some((each) => each.id === id))
  if (hanging.length === 0) yield row('settles', 'no requirement by itself', paint)
  for (const requirement of hanging)
    yield row('settles', `${paint('strong', requirement.id)}  ${requirement.text}`, paint)
  yield row('say', `--decision ${id}=${Object.keys(variants).find((each) => each !== usual) ?? 'TEXT'}`, paint)
}

const because = { gap: 'the document is silent', ambiguity: 'it can be read in several ways' } as const
