import type { RunReport } from '../../model/run-report.ts'
import { defaultSuite } from '../../suites/default-suite.ts'

const { edges } = defaultSuite

/** One reason why parties are not compatible. */
export interface Incompatibility {
  readonly edge: string
  readonly what: 'decision' | 'failure' | 'profile' | 'registry' | 'role'
  readonly text: string
}

/** Compares reports of several parties, and lists what does not match, in the order of the flow. */
export function findIncompatibilities(reports: readonly RunReport[]): readonly Incompatibility[] {
  const found = [
    ...compareDecisions(reports),
    ...listFailures(reports),
    ...compareVersions(reports),
    ...findRepeatedRoles(reports),
  ]
  const findPlace = ({ edge }: Incompatibility): number => edges.findIndex((each) => each.edge === edge)
  return found.toSorted((a, b) => findPlace(a) - findPlace(b))
}

/** The party of a report: the roles that were tested, and the product. */
export const describeParty = ({ actors, subject }: RunReport): string => {
  const roles = actors.flatMap(({ role, url }) => (url === undefined ? [] : [role]))
  const party = roles.length === 0 ? 'reference actors' : roles.join(', ')
  return subject.product === undefined ? party : `${party} (${subject.product})`
}

function* compareDecisions(reports: readonly RunReport[]): Generator<Incompatibility> {
  const answers = Map.groupBy(
    reports.flatMap((report) => report.decisions.map((decision) => ({ ...decision, party: describeParty(report) }))),
    ({ id }) => id,
  )
  for (const [id, own] of answers) {
    if (new Set(own.map(({ value }) => value)).size < 2) continue
    const values = own.map(
      ({ value, source, party }) => `${value} for the ${party}${source === 'default' ? ' (default)' : ''}`,
    )
    const { edge } = edges.find(({ decisions }) => decisions.test(id)) ?? last
    yield { edge, what: 'decision', text: `${id} is ${values.join('; ')}` }
  }
}

const last = { edge: 'everywhere' }

function* listFailures(reports: readonly RunReport[]): Generator<Incompatibility> {
  for (const report of reports) {
    const failed = report.results.filter(
      ({ outcome, force }) => outcome === 'failed' && (force === 'must' || force === 'must not' || force === 'stated'),
    )
    for (const { id, text } of failed) {
      const { edge } = edges.find(({ ids }) => ids.test(id)) ?? last
      yield { edge, what: 'failure', text: `the ${describeParty(report)} fails ${id}: ${text}` }
    }
  }
}

/** Reports are comparable only if profile and suite are the same. */
function* compareVersions(reports: readonly RunReport[]): Generator<Incompatibility> {
  const describeEach = (of: (report: RunReport) => string): string =>
    reports.map((report) => `${of(report)} for the ${describeParty(report)}`).join('; ')
  const isSame = (of: (report: RunReport) => string): boolean => new Set(reports.map(of)).size < 2
  const profile = ({ profile: name }: RunReport): string => name
  const registry = ({ tool }: RunReport): string =>
    `${tool.version}, ${tool.requirements} requirements, ${tool.decisions} decisions`
  if (!isSame(profile)) yield { ...last, what: 'profile', text: `the profile is ${describeEach(profile)}` }
  if (!isSame(registry)) yield { ...last, what: 'registry', text: `the suite is ${describeEach(registry)}` }
}

/** Two implementations of one role do not exchange messages. */
function* findRepeatedRoles(reports: readonly RunReport[]): Generator<Incompatibility> {
  const roles = reports.flatMap(({ actors }) => actors.flatMap(({ role, url }) => (url === undefined ? [] : [role])))
  for (const role of new Set(roles.filter((each, i) => roles.indexOf(each) < i))) {
    yield { ...last, what: 'role', text: `several reports are about the ${role}: give one report for each role` }
  }
}
