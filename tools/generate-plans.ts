import { mkdirSync, writeFileSync } from 'node:fs'
import { type Profile, profiles } from '../model/decision.ts'
import { findDecidingReason } from '../model/gate.ts'
import type { Result } from '../model/report.ts'
import { getWhole, type Requirement } from '../model/requirement.ts'
import { fromRoleKey, type Role, targetRoles } from '../model/role.ts'
import type { Settings } from '../model/settings.ts'
import type { PlanNeed, PlanRow, Plans } from '../plans/plan.ts'
import { makeDefaultLayer } from '../src/config/defaults.ts'
import { tool } from '../src/runtime/tool.ts'
import { decisions } from '../suites/document/all/decisions.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { placeholderAddresses } from '../suites/document/reference/usual-parties.ts'
import { createProbing } from '../suites/document/run/probes/catalogue.ts'
import { runAndJudge } from '../suites/document/run/run.ts'
import { digestRegistry, makeStandardPlans } from './generate-standard-plans.ts'

// A plan has the requirements that count and that the reference actor of the role passes: what it cannot be seen to pass,
// no target can be asked for.

/** A time at which everything in the fixtures is valid. */
const now = 1_795_000_000

const settings: Settings = { ...(makeDefaultLayer().choices as Settings), addresses: placeholderAddresses, now } // all but the addresses

/** What counts if every decision is answered, as a claim demands. */
const rules = { gate: 'go-live', strict: false, answered: new Map(decisions.map(({ id }) => [id, ''])) } as const

/** Runs the reference actors, of which some are tested, and returns the ids of what passed. */
async function listPassed(
  more: Partial<Settings>,
  tested: readonly Role[],
  isProbed: boolean,
): Promise<ReadonlySet<string>> {
  const { results } = await runAndJudge(
    { ...settings, ...more },
    {
      clock: () => 1000 * now,
      tool,
      routes: {},
      signal: new AbortController().signal,
      record: () => {},
      progress: () => {},
      tested: new Set(tested),
      ...(isProbed && { sendProbes: createProbing({ members: 1, seed: 1 }) }),
    },
  )
  const byRow = Map.groupBy(results, ({ requirement }) => getWhole(requirement.id))
  return new Set([...byRow].filter(([, parts]) => hasPassed(parts)).map(([id]) => id))
}

/** Whether a requirement passed, or everything into which it is divided. */
const hasPassed = (parts: readonly Result[]): boolean =>
  parts.some(({ outcome }) => outcome === 'passed') &&
  parts.every(({ outcome }) => outcome === 'passed' || outcome === 'inapplicable')

type PassedByProfile = ReadonlyMap<Profile, ReadonlySet<string>>

async function listPassedByProfile(role: Role): Promise<PassedByProfile> {
  const passed = new Map<Profile, ReadonlySet<string>>()
  for (const profile of profiles) passed.set(profile, await listPassed({ profile }, [role], true))
  return passed
}

function makeRow(requirement: Requirement, passed: PassedByProfile, needs: readonly PlanNeed[]): readonly PlanRow[] {
  const counts = findDecidingReason(requirement, rules)
  const own = profiles.filter((profile) => passed.get(profile)?.has(requirement.id))
  if (counts === undefined || counts === 'strict' || own.length === 0) return []
  return [
    {
      id: requirement.id,
      counts,
      shows: describeSight(requirement),
      ...(needs.length > 0 && { needs }),
      ...(isOptional(requirement) && { optional: true }),
      ...(own.length < profiles.length && { profiles: own }),
    },
  ]
}

const describeSight = ({ seen }: Requirement): string => {
  if ('in' in seen) return seen.in.join(', ')
  return 'exchange' in seen ? seen.exchange : seen.nowhere
}

/**
 * What the document lets a target leave out, so that its requirements may have nothing to look at: a legal variant shows
 * none of it. It is judged where it is shown.
 */
const optional: readonly RegExp[] = [
  /^CLAIM-/, // a credential has the claims that its holder has
  /^CLAIMS-(ADDRESS|ID-TYPE|MASKED)$/,
  /^SD-SHUFFLED$/, // it takes several claims
  /^META-(SIGNED|STRONG)$/, // the key may come from a ceremony
  /^CRE-(POINT|STRONG)$/, // an EC key or an RSA key
  /^ENC-(DEFLATED|EPHEMERAL|EPHEMERAL-ONCE)$/, // compression, and key agreement
  /^ATT-(BOOTED|DESCRIBED|GENERATED|LEVEL)$/, // a certificate may lack a key description
  /^STATUS-(ISSUER|TIMES)$/,
]

const isOptional = ({ id }: Requirement): boolean => optional.some((pattern) => pattern.test(id))

/** What each requirement cannot be judged without. */
async function listNeeds(): Promise<(id: string) => readonly PlanNeed[]> {
  const tested = targetRoles.map(fromRoleKey)
  const whole = await listPassed({}, tested, true)
  const lack = (passed: ReadonlySet<string>) => (id: string) => whole.has(id) && !passed.has(id)
  const [needsProbes, needsSecond] = [
    lack(await listPassed({}, tested, false)),
    lack(await listPassed({ accounts: settings.accounts.slice(0, 1) }, tested, true)),
  ]
  return (id) => [
    ...(needsProbes(id) ? (['probes'] as const) : []),
    ...(needsSecond(id) ? (['second account'] as const) : []),
    ...(id === 'STATUS-CHANGED' ? (['status change'] as const) : []),
  ]
}

/** Makes the plans of this version. */
export async function makePlans(listStandards = makeStandardPlans): Promise<Plans> {
  const findNeeds = await listNeeds()
  const roles: Partial<Record<(typeof targetRoles)[number], readonly PlanRow[]>> = {}
  for (const role of targetRoles) {
    const passed = await listPassedByProfile(fromRoleKey(role))
    roles[role] = requirements
      .filter(({ binds }) => binds === fromRoleKey(role) || binds === 'everyone')
      .flatMap((each) => makeRow(each, passed, findNeeds(each.id)))
  }
  return {
    ...{ version: tool.version, registry: digestRegistry(requirements) },
    roles: roles as Plans['roles'], // every role was added
    standards: await listStandards(),
  }
}

/** One line for each row, so that a change of the plan is a change of a line. */
export const formatPlans = ({ version, ...plans }: Plans): string => `${formatValue({ version, ...plans }, '')}\n`

/** A list has one line for each of its rows, an object one for each of its members. */
function formatValue(value: object | string, indent: string): string {
  const inner = `${indent}  `
  if (typeof value === 'string') return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((each) => JSON.stringify(each))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${formatValue(each, inner)}`)
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

/** The files of the plans, with their texts: those of this version, and the module that names them. */
export const plansOfRequirements = async (listStandards = makeStandardPlans): Promise<ReadonlyMap<string, string>> =>
  new Map([
    [`plans/${tool.version}.json`, formatPlans(await makePlans(listStandards))],
    ['plans/current.generated.ts', `export { default as plans } from './${tool.version}.json' with { type: 'json' }\n`],
  ])

if (import.meta.main) {
  mkdirSync('plans', { recursive: true })
  for (const [path, text] of await plansOfRequirements()) writeFileSync(path, text)
}
