import type { Decision } from '../../model/decision.ts'
import type { Requirement } from '../../model/requirement.ts'
import { formatFailure } from '../../reporters/text/failure.ts'
import type { Paint } from '../../reporters/text/paint.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import { checks } from '../../suites/all/checks.ts'
import { probes } from '../../suites/all/probes.ts'
import { sampleMembers } from '../../suites/kit/family.ts'
import { loadCatalogue, mergeCatalogue } from '../prove/catalogue.ts'
import { createExampleRunner } from './examples.ts'
import { formatExample } from './fault.ts'
import { runProbeExample } from './probe-examples.ts'
import { describeSetting, formatRow } from './row.ts'

/** A requirement: what it requires, of which role, and an example of a pass and of every fault. */
export async function* explainRequirement(requirement: Requirement, paint: Paint): AsyncGenerator<string> {
  const { id, text, force, section, binds, refusedBy, standard, dependsOn, seen } = requirement
  yield `${paint('strong', id)}  ${text}`
  yield ''
  yield formatRow('source', standard ? `${standard} (applied to section ${section})` : `section ${section}`, paint)
  yield formatRow('force', `${force}: ${forces[force]}`, paint)
  yield formatRow('binds', `the ${binds}`, paint)
  yield formatRow('rejected by', refusedBy.map((role) => `the ${role}`).join(', ') || 'no receiver', paint)
  yield formatRow('seen', describeSight(requirement), paint)
  for (const decision of dependsOn) yield* formatDecision(decision, paint)
  if ('nowhere' in seen || !checks.some((check) => check.requirement.id === id)) {
    yield formatRow('tested', 'no: there is no check', paint)
  } else if ('byProbes' in seen) yield* formatProbes(requirement, paint)
  else yield* formatExamples(requirement, paint)
}

const forces: Readonly<Record<Requirement['force'], string>> = {
  must: 'the document says MUST',
  'must not': 'the document says MUST NOT',
  stated: 'the document or the standard states it without a keyword; it decides the verdict like a must',
  should: 'a recommendation; it decides the verdict only with --strict',
  info: 'a description; it never decides the verdict',
  gap: 'the document leaves it undefined; it is listed and never judged',
}

function describeSight({ seen }: Requirement): string {
  if ('in' in seen) return `in one artefact: ${seen.in.join(', ')}`
  if ('nowhere' in seen) return `nowhere: ${seen.nowhere}`
  return `${'byProbes' in seen ? 'in the answers to probes' : 'in a whole exchange'}: ${seen.exchange}`
}

function* formatDecision({ id, question, answers, default: usual }: Decision, paint: Paint): Generator<string> {
  yield formatRow('depends on', `${paint('strong', id)}: ${question}`, paint)
  for (const [answer, meaning] of Object.entries(answers)) {
    yield formatRow('', `  ${answer}${answer === usual ? ' (default)' : ''}: ${meaning}`, paint)
  }
}

/** A pass, and every fault: found by running reference actors without and with it. */
async function* formatExamples(requirement: Requirement, paint: Paint): AsyncGenerator<string> {
  const own = mergeCatalogue(await loadCatalogue()).faults.filter(({ breaks }) => breaks.id === requirement.id)
  const runner = createExampleRunner(requirement)
  const { result } = await runner.run({}, own[0] ?? { profile: 'document', decisions: {} })
  const reason = result.reason === undefined ? '' : `, ${sanitize(result.reason)}`
  yield ''
  yield `${paint('good', '✔')} reference actors: ${result.outcome}${reason}`
  if (own.length === 0) yield paint('quiet', '  no fault breaks it')
  for (const fault of own) {
    const [member] = sampleMembers(fault, 1, 1)
    if (!member) continue
    yield ''
    yield* formatExample(fault, member, runner, paint)
  }
}

/** Every probe that shows the requirement: what a reference actor answers, and what another answer would lead to. */
async function* formatProbes({ id }: Requirement, paint: Paint): AsyncGenerator<string> {
  for (const probe of probes.filter(({ requirement }) => requirement.id === id)) {
    const example = await runProbeExample(probe)
    const words = { refused: 'must reject it', accepted: 'must accept it' }
    yield ''
    yield `${paint('strong', probe.id)}  ${probe.description}: the ${probe.receiver} ${words[probe.expected]}`
    if (!example) {
      yield '    reference actors do not run this probe'
      continue
    }
    const setting = describeSetting(example.setting)
    const under = setting === '' ? '' : ` (under ${setting})`
    yield `  ${paint('good', '✔')} the reference ${probe.receiver}: ${example.answer.answer}, ${example.pass.outcome}${under}`
    yield `  ${paint('bad', '✖')} any other answer:`
    yield* [...formatFailure({ ...example.failure, findings: example.failure.findings.slice(0, 1) }, paint)].slice(2)
  }
}
