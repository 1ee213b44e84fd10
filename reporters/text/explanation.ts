import type { Profile } from '../../model/decision.ts'
import { documentRules, findDecidingReason, type GateRules } from '../../model/gate.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Paint } from './paint.ts'

/** One line of an explanation: a label and a text. */
export const formatRow = (label: string, text: string, paint: Paint): string =>
  `  ${paint('quiet', label.padEnd(11))} ${text}`

/** One line of an example: a label and a text. */
export const formatDetail = (label: string, text: string, paint: Paint): string =>
  `    ${paint('quiet', label.padEnd(13))} ${text}`

/** What a requirement says, from which text, how firmly, and of whom. */
export function* formatHead(
  { id, text, binds, refusedBy }: Requirement,
  facts: Readonly<Record<string, string>>,
  paint: Paint,
): Generator<string> {
  yield `${paint('strong', id)}  ${text}`
  yield ''
  for (const [label, fact] of Object.entries(facts)) yield formatRow(label, fact, paint)
  yield formatRow('binds', `the ${binds}`, paint)
  if (refusedBy.length > 0) yield formatRow('rejected by', refusedBy.map((role) => `the ${role}`).join(', '), paint)
}

/** What becomes of those who rely on a requirement that is broken. */
export const formatConsequence = ({ consequence: { harm, text } }: Requirement, paint: Paint): string =>
  formatRow('consequence', `${harm}: ${text}`, paint)

/** The profile and the decisions that something needs, in words; empty for the defaults. */
export function describeSetting({
  profile,
  decisions,
}: {
  readonly profile: Profile
  readonly decisions: Readonly<Record<string, string>>
}): string {
  const answers = Object.entries(decisions).map(([key, answer]) => `${key}=${answer}`)
  return [...(profile === 'document' ? [] : [`profile ${profile}`]), ...answers].join(', ')
}

/** A force, what it means, and when it decides the verdict of a run. */
export const describeForce = (row: Requirement): string => `${row.force}: ${forces[row.force]}; ${describeWeight(row)}`

const forces: Readonly<Record<Requirement['force'], string>> = {
  must: 'the document or the standard says MUST',
  'must not': 'the document or the standard says MUST NOT',
  stated: 'the document or the standard states it without a keyword',
  should: 'a recommendation',
  info: 'a description',
  gap: 'the document leaves it undefined',
}

/** Says when a requirement decides the verdict of a run, whose gate is go-live unless a flag says otherwise. */
function describeWeight(row: Requirement): string {
  const agreed = row.agreedBy.map(({ id }) => id)
  return describeWays(row, 'it decides the verdict', [
    [`at the go-live gate, which is the default: its breach is a risk to ${row.consequence.harm}`, { gate: 'go-live' }],
    [
      `once ${agreed.join(' or ')} is answered in the configuration`,
      { answered: new Map(agreed.map((id) => [id, ''])) },
    ],
    ['with --strict', { strict: true }],
  ])
}

/** The same for a command whose gate is the document or the standard alone. */
export const describeForceAlone = (row: Requirement, command: string): string =>
  `${row.force}: ${forces[row.force]}; ${describeWays(row, `it decides the verdict of \`${command}\``, [
    ['with --gate go-live', { gate: 'go-live' }],
    ['with --strict', { strict: true }],
  ])}`

/** Lists the rules under which a requirement counts, as the gate itself applies them. */
function describeWays(
  row: Requirement,
  decides: string,
  ways: readonly (readonly [words: string, rules: Partial<GateRules>])[],
): string {
  const counts = (rules: Partial<GateRules>): boolean =>
    findDecidingReason(row, { ...documentRules, ...rules }) !== undefined
  if (counts({})) return 'it decides the verdict'
  const own = ways.filter(([, rules]) => counts(rules)).map(([words]) => words)
  return own.length === 0 ? 'it never decides the verdict' : `${decides} ${own.join(', or ')}`
}
