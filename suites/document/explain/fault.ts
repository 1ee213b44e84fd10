import { formatExcerpt } from '../../../reporters/text/difference.ts'
import { describeSetting, formatRow } from '../../../reporters/text/explanation.ts'
import { formatFailure } from '../../../reporters/text/failure.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { sampleMembers } from '../kit/family.ts'
import type { Actors } from '../model/actors.ts'
import type { FamilyMember, Fault, Variant } from '../model/fault.ts'
import { createExampleRunner, type ExampleRunner } from './examples.ts'

/** A fault by itself: what the actor does, what breaks, the finding, and how to see it. */
export async function* explainFault(fault: Fault, paint: Paint): AsyncGenerator<string> {
  const [member] = sampleMembers(fault, 1, 1)
  const { id, breaks, alsoBreaks } = fault
  const broken = [breaks, ...alsoBreaks]
  yield `${paint('strong', id)}  a fault`
  yield ''
  if (member) yield* describeBehaviour(fault, member, paint)
  for (const each of broken) yield formatRow('breaks', `${paint('strong', each.id)}  ${each.text}`, paint)
  const receivers = [...new Set(broken.flatMap(({ refusedBy }) => refusedBy))]
  yield formatRow('rejected by', receivers.map((role) => `the ${role}`).join(', ') || 'no receiver', paint)
  if (member) yield formatRow('to serve', describeServing(member, `--fault ${id}`), paint)
  yield formatRow('to prove', `assay prove '${id}'`, paint)
  if (!member) return
  for (const each of broken) {
    yield ''
    yield* formatExample(fault, member, createExampleRunner(each), paint)
  }
}

/** A variant: what the actor does that is legal and unusual. */
export function* explainVariant(variant: Variant, paint: Paint): Generator<string> {
  const [member] = sampleMembers(variant, 1, 1)
  yield `${paint('strong', variant.id)}  a variant: legal and unusual, no requirement fails`
  yield ''
  if (!member) return
  yield* describeBehaviour(variant, member, paint)
  yield formatRow('to serve', describeServing(member, `--variant ${variant.id}`), paint)
  yield formatRow('to prove', `assay prove '${variant.id}'`, paint)
}

function* describeBehaviour(each: Fault | Variant, member: FamilyMember, paint: Paint): Generator<string> {
  yield formatRow(
    'actor',
    listActors(member)
      .map((actor) => `the ${separateWords(actor)}`)
      .join(', ') || 'no actor',
    paint,
  )
  yield formatRow('does', describeMember(each, member), paint)
  if ('members' in each) yield formatRow('family', 'one member of many; --seed chooses another', paint)
  const setting = describeSetting(each)
  if (setting !== '') yield formatRow('under', setting, paint)
}

/** What the fault leads to, as a report shows it, and the message that it changes. */
export async function* formatExample(
  fault: Fault,
  member: FamilyMember,
  { run }: ExampleRunner,
  paint: Paint,
): AsyncGenerator<string> {
  const { result, excerpt } = await run(member.mutation, fault)
  const setting = describeSetting(fault)
  yield `${paint('strong', fault.id)}  ${describeMember(fault, member)}${setting === '' ? '' : ` (under ${setting})`}`
  if (result.outcome === 'failed')
    yield* [...formatFailure({ ...result, findings: result.findings.slice(0, 1) }, paint)].slice(2)
  else yield `    ${result.outcome}${result.reason === undefined ? '' : `: ${sanitize(result.reason)}`}`
  if (excerpt) yield* formatExcerpt(excerpt, paint)
}

/** What an actor does; of a family, what this member does. */
const describeMember = ({ description }: Fault | Variant, member: FamilyMember): string =>
  sanitize(member.description === description ? description : `${description}: ${member.description}`)

const listActors = ({ mutation }: FamilyMember): readonly (keyof Actors)[] => Object.keys(mutation) as (keyof Actors)[] // the keys of a mutation are those of the actors

const servers: readonly (keyof Actors)[] = ['issuer', 'statusService', 'walletBackend', 'verifier']
const driven: readonly (keyof Actors)[] = ['wallet', 'identityApp']

/** The command that serves an actor with the fault. */
function describeServing(member: FamilyMember, flag: string): string {
  const actors = listActors(member)
  if (actors.every((actor) => servers.includes(actor))) return `assay serve ${flag}`
  const [actor] = actors
  if (actors.length === 1 && actor && driven.includes(actor))
    return `assay serve ${separateWords(actor).replace(' ', '-')} ${flag}`
  return 'not alone: several actors have to act together, or one that no caller can reach'
}

const separateWords = (actor: string): string => actor.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
