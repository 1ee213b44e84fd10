import type { StandardProfile } from '../../model/decision.ts'
import type { Requirement } from '../../model/requirement.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import { isObject, type JsonValue } from '../../protocol/encoding/json.ts'
import type { Paint } from '../../reporters/text/paint.ts'
import { presentationRequirements } from '../../suites/haip/requirements.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { standards } from '../../suites/standards.ts'
import type { Sample } from '../../suites/suite.ts'
import { checkSample } from '../prove/prove-standard.ts'
import { compareArtefacts, type Excerpt } from './difference.ts'
import { formatExcerpt } from './fault.ts'
import { removeChanges } from './requirement.ts'
import { describeForceAlone, formatDetail, formatReceivers, formatRow } from './row.ts'

/** A requirement of a standard: what it requires, of which role, and how every fault is found. */
export function* explainStandardRow(profile: StandardProfile, row: Requirement, paint: Paint): Generator<string> {
  const { id, text, standard = '', binds, refusedBy, seen, consequence } = row
  yield `${paint('strong', id)}  ${text}`
  yield ''
  yield formatRow('source', standard, paint)
  yield formatRow('profile', `${profile}: ${standards[profile].title} alone`, paint)
  yield formatRow('force', describeForceAlone(row, 'assay verify'), paint)
  yield formatRow('binds', `the ${binds}`, paint)
  yield* formatReceivers(refusedBy, paint)
  yield formatRow('consequence', `${consequence.harm}: ${consequence.text}`, paint)
  if ('nowhere' in seen) yield formatRow('tested', `no: ${seen.nowhere}`, paint)
  const { faults, makeSample, exchange } = standardProofs[profile]
  const played = exchange?.faults.filter(({ breaks }) => breaks.id === id) ?? []
  const command = nameTest(profile, { id, binds })
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
export function* formatFinding(profile: StandardProfile, sample: Sample, id: string, paint: Paint): Generator<string> {
  const found = checkSample(profile, sample).find(({ requirement }) => requirement.id === id)
  for (const { at, expected, actual, diagnosis } of found?.findings.slice(0, 1) ?? []) {
    yield formatDetail('at', at, paint)
    yield formatDetail('expected', expected, paint)
    yield formatDetail('actual', actual, paint)
    if (diagnosis !== undefined) yield formatDetail('diagnosis', diagnosis, paint)
  }
}

/** The command that tests a role by a standard. A profile is named where it is not the default of the role. */
export function nameTest(profile: StandardProfile, { id, binds: role }: Pick<Requirement, 'id' | 'binds'>): string {
  if (profile === 'sd-jwt') return 'assay test holder'
  const isPresented = role === 'wallet' && presentationRequirements.some((row) => row.id === id)
  if (profile === 'haip-1.0' && isPresented) return 'assay test wallet --profile haip-1.0 --presents'
  const isDefault = profile === 'openid4vci-1.0' || (profile === 'openid4vp-1.0' && role === 'verifier')
  return `assay test ${role}${isDefault ? '' : ` --profile ${profile}`}`
}
