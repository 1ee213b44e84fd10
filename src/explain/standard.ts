import { type StandardProfile, standardProfiles } from '../../model/decision.ts'
import type { Requirement } from '../../model/requirement.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import { isObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { compareArtefacts, type Excerpt, formatExcerpt, removeChanges } from '../../reporters/text/difference.ts'
import type { Explained, Subject } from '../../reporters/text/explained.ts'
import {
  describeForceAlone,
  formatConsequence,
  formatDetail,
  formatHead,
  formatRow,
} from '../../reporters/text/explanation.ts'
import type { Paint } from '../../reporters/text/paint.ts'
import type { SampleFault, SampleVariant } from '../../suites/kit/samples.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { standards } from '../../suites/standards.ts'
import type { Sample, TestedRole } from '../../suites/suite.ts'
import { listStandards } from '../config/tested-roles.ts'
import { checkSample } from '../prove/prove-standard.ts'

const isAboutOwnKind = ({ seen }: Requirement, profile: StandardProfile): boolean =>
  'in' in seen && seen.in.some((kind) => standards[profile].kinds.includes(kind))

/** The standard of each row: where several have it, the first whose kinds it is about. */
const homes = new Map<string, StandardProfile>()
for (const isWanted of [isAboutOwnKind, () => true])
  for (const profile of standardProfiles)
    for (const row of standards[profile].requirements)
      if (!homes.has(row.id) && isWanted(row, profile)) homes.set(row.id, profile)

/** What can be listed and explained of a standard: its rows, and what proves them. */
export function explainStandard(standard: StandardProfile): Explained {
  const { requirements, checks } = standards[standard]
  const { exchange = { faults: [], variants: [] }, ...samples } = standardProofs[standard]
  const toSubject = (change: Change, isPlayed: boolean): Subject => ({
    id: change.id,
    explain: (paint) => explainChange(standard, { change, isPlayed }, paint),
  })
  return {
    ...{ requirements, checks, decisions: [] },
    loadChanges: async () => ({
      faults: [...samples.faults, ...exchange.faults],
      variants: [...samples.variants, ...exchange.variants],
    }),
    loadProbes: async () =>
      requirements.flatMap((row) =>
        'exchange' in row.seen && row.seen.byProbes
          ? [{ id: row.id, receiver: row.binds, description: row.seen.exchange, obligedBy: row, about: row }]
          : [],
      ),
    subjects: requirements
      .filter(({ id }) => homes.get(id) === standard)
      .map((requirement) => ({
        ...{ id: requirement.id, requirement, standard, isRunnable: true },
        explain: (paint) => explainRow(standard, requirement, paint),
      })),
    loadSubjects: async () => [
      ...[...samples.faults, ...samples.variants].map((each) => toSubject(each, false)),
      ...[...exchange.faults, ...exchange.variants].map((each) => toSubject(each, true)),
    ],
  }
}

/** A requirement: what it requires, of which role, and how every fault is found. */
function* explainRow(profile: StandardProfile, row: Requirement, paint: Paint): Generator<string> {
  const { id, standard = '', seen } = row
  const facts = {
    source: standard,
    profile: describeProfile(profile),
    force: describeForceAlone(row, 'assay verify'),
  }
  yield* formatHead(row, facts, paint)
  yield formatConsequence(row, paint)
  if ('nowhere' in seen) yield formatRow('tested', `no: ${seen.nowhere}`, paint)
  const { faults, makeSample, exchange } = standardProofs[profile]
  const played = exchange?.faults.filter(({ breaks }) => breaks.id === id) ?? []
  const command = nameTest(profile, row)
  if ('exchange' in seen && played.length > 0)
    yield formatRow('tested', `by \`${command}${seen.byProbes ? ' --probes' : ''}\`: ${seen.exchange}`, paint)
  else if ('exchange' in seen) yield formatRow('tested', `no: one would have to ${seen.exchange}`, paint)
  for (const { description, id: fault } of played) {
    yield ''
    yield `${paint('bad', '✖')} ${description}`
    yield formatDetail('see', `${command} --probes --fault ${fault}`, paint)
  }
  const own = faults.filter(({ breaks }) => breaks.id === id)
  const examples = own.map(({ description, change }) => {
    const faulty = makeSample(change)
    return { description, faulty, excerpt: compareSamples(makeSample(removeFault(change)), faulty) }
  })
  const pass = examples.find(({ excerpt }) => excerpt)?.excerpt
  const valid = pass || own[0] === undefined ? undefined : findValid(profile, id, own[0].change)
  if (pass) yield* formatPass(pass, paint)
  else if (valid) yield* formatValid(valid, paint)
  for (const { description, faulty, excerpt } of examples) {
    yield ''
    yield `${paint('bad', '✖')} ${description}`
    yield* formatFinding(profile, faulty, id, paint)
    if (excerpt) yield* formatExcerpt(excerpt, paint)
  }
}

/** What passes: the sample without the fault, at the places that the fault changes. */
function* formatPass(excerpt: Excerpt, paint: Paint): Generator<string> {
  yield ''
  yield `${paint('good', '✔')} a valid message`
  yield* formatExcerpt(removeChanges(excerpt), paint)
}

/**
 * A valid message of the kind in which a fault shows, where the fault is around the message or in what is known beside it:
 * a legal variant, or the message with the header of another response.
 */
function findValid(profile: StandardProfile, id: string, change: object): Sample | undefined {
  const { faults, variants, makeSample } = standardProofs[profile]
  const { kind } = makeSample(change)
  const usual = removeFault(change)
  const heads = [...faults, ...variants].flatMap(({ change: { http } }: { change: { http?: object } }) => http ?? [])
  const around = heads.flatMap((http) => [
    { ...usual, http },
    { ...change, http },
  ])
  const changes = [usual, ...around, ...variants.map((each) => each.change)]
  for (const each of changes) {
    const sample = makeSample(each)
    if (sample.kind === kind && isValid(profile, sample, id)) return sample
  }
  return undefined
}

function isValid(profile: StandardProfile, sample: Sample, id: string): boolean {
  const results = checkSample(profile, sample)
  const own = results.find(({ requirement }) => requirement.id === id)
  return own?.outcome === 'passed' && !results.some(({ outcome }) => outcome === 'failed')
}

/** A whole message: of a response, its status, its header fields and its body. */
function* formatValid({ kind, text }: Sample, paint: Paint): Generator<string> {
  yield ''
  yield `${paint('good', '✔')} a valid message`
  yield formatDetail('where', kind, paint)
  const [, status, fields = '', body = ''] = /^HTTP\/1\.1 (\d+)(.*?)\r\n\r\n(.*)$/s.exec(text) ?? []
  if (status === undefined) return yield formatDetail('message', shorten(text), paint)
  yield formatDetail('status', status, paint)
  for (const field of fields.split('\r\n').filter((each) => each !== '')) {
    const [name = '', value = ''] = field.split(/: (.*)/s)
    yield formatDetail(name, value, paint)
  }
  if (body !== '') yield formatDetail('body', shorten(body), paint)
}

const shorten = (text: string): string => (text.length > 400 ? `${text.slice(0, 400)}…` : text)

/** A change that changes nothing, and is about the same message: its functions return what they get. */
const removeFault = (change: object): object =>
  Object.fromEntries(
    Object.entries(change).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      if (typeof value === 'function') return [[name, (given: unknown) => given]]
      if (name === 'about' || name === 'format') return [[name, value]]
      const inside = isObject(value as JsonValue) ? removeFault(Object(value)) : {}
      return Object.keys(inside).length > 0 ? [[name, inside]] : []
    }),
  )

/** The first places in which a faulty sample differs from the valid one; nothing, if that one is about something else. */
function compareSamples(valid: Sample, faulty: Sample): Excerpt | undefined {
  if (valid.kind !== faulty.kind) return undefined
  const [one, other] = [valid, faulty].map(({ kind, text, facts }) => openArtefact(kind, text, facts.keys))
  const differences = compareArtefacts(one?.[0], other?.[0])
  return differences.length > 0 ? { where: faulty.kind, differences } : undefined
}

/** What is found in a sample that breaks a requirement. */
function* formatFinding(profile: StandardProfile, sample: Sample, id: string, paint: Paint): Generator<string> {
  const found = checkSample(profile, sample).find(({ requirement }) => requirement.id === id)
  for (const { at, expected, actual, diagnosis } of found?.findings.slice(0, 1) ?? []) {
    yield formatDetail('at', at, paint)
    yield formatDetail('expected', expected, paint)
    yield formatDetail('actual', actual, paint)
    if (diagnosis !== undefined) yield formatDetail('diagnosis', diagnosis, paint)
  }
}

/** The command that tests a role by a standard. A profile is named where it is not the default of the role. */
function nameTest(profile: StandardProfile, row: Requirement): string {
  const roles: readonly string[] = standards[profile].roles ?? []
  // What an issuer refers to is tested with the issuer.
  const own = roles.includes(row.binds) ? row.binds : roles[0]
  const role = roles.includes('holder') ? 'holder' : (own ?? row.binds)
  const [usual] = listStandards(role as TestedRole) // of another role there is none
  const presented = standardProofs[profile].exchange?.presented ?? []
  const flags = role === 'wallet' && presented.includes(row) ? ' --presents' : ''
  return `assay test ${role}${profile === usual ? '' : ` --profile ${profile}`}${flags}`
}

type Change = SampleFault<unknown> | SampleVariant<unknown>

/** A fault or a variant: what is done, what it breaks, and how to see it in a sample, or if it is played in an exchange. */
function* explainChange(
  standard: StandardProfile,
  { change, isPlayed }: { readonly change: Change; readonly isPlayed: boolean },
  paint: Paint,
): Generator<string> {
  const { id, description } = change
  const broken = 'breaks' in change ? [change.breaks, ...change.alsoBreaks] : []
  const [first] = broken
  yield `${paint('strong', id)}  ${first ? 'a fault' : 'a variant: legal and unusual, no requirement fails'}`
  yield ''
  yield formatRow('does', description, paint)
  yield formatRow('profile', describeProfile(standard), paint)
  for (const each of broken) yield formatRow('breaks', `${paint('strong', each.id)}  ${each.text}`, paint)
  yield formatRow('to prove', `assay prove --profile ${standard}`, paint)
  if (!first) return
  if (isPlayed) yield formatRow('to see', `${nameTest(standard, first)} --probes --fault ${id}`, paint)
  else yield* formatFinding(standard, standardProofs[standard].makeSample(Object(change.change)), first.id, paint)
}

const describeProfile = (profile: StandardProfile): string => `${profile}: ${standards[profile].title} alone`
