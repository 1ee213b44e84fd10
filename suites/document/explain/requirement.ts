import type { Decision } from '../../../model/decision.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { formatExcerpt, removeChanges } from '../../../reporters/text/difference.ts'
import { describeForce, formatHead, formatRow } from '../../../reporters/text/explanation.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { checks } from '../all/checks.ts'
import { probes } from '../all/probes.ts'
import { sampleMembers } from '../kit/family.ts'
import type { Fault } from '../model/fault.ts'
import { loadCatalogue, mergeCatalogue } from '../prove/catalogue.ts'
import { createExampleRunner, type Example, type ExampleRunner } from './examples.ts'
import { formatExample } from './fault.ts'
import { formatProbe } from './part.ts'

/** A requirement: what it requires, of which role, and an example of a pass and of every fault. */
export async function* explainRequirement(requirement: Requirement, paint: Paint): AsyncGenerator<string> {
  const { id, section, standard, dependsOn, seen } = requirement
  const source = standard ? `${standard} (applied to section ${section})` : `section ${section}`
  yield* formatHead(requirement, { source, force: describeForce(requirement) }, paint)
  yield formatRow('seen', describeSight(requirement), paint)
  for (const decision of dependsOn) yield* formatDecision(decision, paint)
  if ('nowhere' in seen || !checks.some((check) => check.requirement.id === id)) {
    yield formatRow('tested', 'no: there is no check', paint)
  } else if ('byProbes' in seen) yield* formatProbes(requirement, paint)
  else yield* formatExamples(requirement, paint)
}

function describeSight({ seen }: Requirement): string {
  if ('in' in seen) return `in one artefact: ${seen.in.join(', ')}`
  if ('nowhere' in seen) return `nowhere: ${seen.nowhere}`
  return `${'byProbes' in seen ? 'in the answers to probes' : 'in a whole exchange'}: ${seen.exchange}`
}

function* formatDecision(
  { id, question, answers, otherText, default: usual }: Decision,
  paint: Paint,
): Generator<string> {
  yield formatRow('depends on', `${paint('strong', id)}: ${question}`, paint)
  for (const [answer, meaning] of Object.entries(answers)) {
    yield formatRow('', `  ${answer}${answer === usual ? ' (default)' : ''}: ${meaning}`, paint)
  }
  if (otherText !== undefined) yield formatRow('', `  any other text: ${otherText}`, paint)
}

/** A pass, and every fault: found by running reference actors without and with it. */
async function* formatExamples(requirement: Requirement, paint: Paint): AsyncGenerator<string> {
  const own = mergeCatalogue(await loadCatalogue()).faults.filter(({ breaks }) => breaks.id === requirement.id)
  const runner = createExampleRunner(requirement)
  const { result, excerpt } = await runPass(requirement, own, runner)
  const reason = result.reason === undefined ? '' : `, ${sanitize(result.reason)}`
  yield ''
  yield `${paint('good', '✔')} reference actors: ${result.outcome}${reason}`
  if (excerpt) yield* formatExcerpt(excerpt, paint)
  if (own.length === 0) yield paint('quiet', '  no fault breaks it')
  for (const fault of own) {
    const [member] = sampleMembers(fault, 1, 1)
    if (!member) continue
    yield ''
    yield* formatExample(fault, member, runner, paint)
  }
}

/** A pass, with the place that the first fault changes, as it is without the fault. */
export async function runPass(row: Requirement, faults: readonly Fault[], runner: ExampleRunner): Promise<Example> {
  const [first] = faults
  const pass = await runner.run({}, first ?? { profile: 'document', decisions: {} })
  if (!isPass(pass)) return (await findPass(row, faults, runner)) ?? pass
  const [member] = first ? sampleMembers(first, 1, 1) : []
  const { excerpt } = first && member ? await runner.run(member.mutation, first) : pass
  return excerpt ? { ...pass, excerpt: removeChanges(excerpt) } : pass
}

const isPass = ({ result }: Example): boolean => result.outcome.startsWith('passed')

/** A pass under the answers that a fault needs, or of a variant: some requirements apply only there. */
async function findPass(
  row: Requirement,
  faults: readonly Fault[],
  { run }: ExampleRunner,
): Promise<Example | undefined> {
  const [prefix = ''] = row.id.split('-')
  const variants = mergeCatalogue(await loadCatalogue()).variants.filter(({ id }) => id.startsWith(prefix))
  for (const each of [...faults, ...variants]) {
    const [member] = 'breaks' in each ? [] : sampleMembers(each, 1, 1)
    const example = await run(member?.mutation ?? {}, each)
    if (isPass(example) && example.excerpt) return example
  }
  return undefined
}

/** Every probe that shows the requirement: what a reference actor answers, and what another answer would lead to. */
async function* formatProbes({ id }: Requirement, paint: Paint): AsyncGenerator<string> {
  for (const probe of probes.filter(({ requirement }) => requirement.id === id)) {
    yield ''
    yield* formatProbe(probe, paint)
  }
}
