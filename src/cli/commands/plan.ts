import { HarnessError } from '../../../model/errors.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { formatCount, listSome, wrapText } from '../../../reporters/text/wording.ts'
import type { PlanList, ProbeEstimate, RunPlan } from '../../../suites/planned.ts'
import { settingsFlags } from '../../config/run-flags.ts'
import type { SuiteSettings } from '../../config/suite-settings.ts'
import type { StandardPlanRow } from '../../harness/list-plan.ts'
import type { Arguments } from '../../terminal/arguments.ts'
import type { Command } from '../../terminal/command.ts'
import type { ExitCode } from '../../terminal/exit-codes.ts'
import { writeMessage } from '../../terminal/messages.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { parseChoice } from '../../terminal/values.ts'
import { json, suite } from '../flags.ts'
import { writeDocument } from '../write-document.ts'

/**
 * `assay plan`: what a run would do, found out by running it with reference actors alone. With a role: what it has to pass
 * to claim conformance.
 */
export const plan: Command = {
  usage: 'assay plan [ROLE]',
  flags: { suite: { suite }, ...settingsFlags, 'what to print': { json } },
  examples: {
    'assay plan --target issuer=https://issuer.example': 'before the first run against a target',
    'assay plan issuer': 'what an issuer has to pass to claim conformance, and what is missing from the configuration',
    'assay plan issuer --suite openid4vci-1.0': 'what an issuer has to pass by a standard',
    'assay plan ecosystem --json': 'the plan of all roles, for a program',
  },
  run: async (args, terminal) => {
    const { chooseSuite } = await import('../../config/suite-settings.ts')
    const { settings: standard } = await chooseSuite(args, process.env, process.cwd())
    if (standard) return printStandardPlan(standard, args.positionals, args.has('json'), terminal)
    if (args.positionals.length > 0) return printPlanOfRole(args, terminal)
    const { out, paint } = terminal
    const [{ loadSettings }, { usualParties }, { plannedSuite }, { chooseMembers }, { tool }] = await Promise.all([
      import('../../config/settings.ts'),
      import('../../../suites/usual-parties.ts'),
      import('../../../suites/planned.ts'),
      import('../../config/choose-members.ts'),
      import('../../runtime/tool.ts'),
    ])
    const { settings, warnings } = await loadSettings(args, process.env, process.cwd())
    for (const warning of warnings) writeMessage(terminal, 'warning', warning)
    const { listen: _, ...rest } = settings
    const offline = { ...rest, addresses: usualParties.addresses }
    const members = settings.members ?? chooseMembers(settings, settings.probes)
    const planned = {
      ...(await plannedSuite.planRun(offline, tool)),
      probes: 0,
      ...(members > 0 && (await plannedSuite.estimateProbes(offline, members))),
    }
    if (args.has('json')) out(writeDocument(planned))
    else for (const line of formatPlan(planned, paint)) out(line)
    return planned.judged.length > 0 ? 0 : 3
  },
}

/** Prints what a role has to pass: the rows that need most first, and what the configuration lacks. */
async function printPlanOfRole(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const [[name = '', ...more], { loadFlags }, { plannedSuite }] = [
    args.positionals,
    ...(await Promise.all([import('../../config/settings.ts'), import('../../../suites/planned.ts')])),
  ]
  if (more.length > 0) throw new HarnessError('ERR_USAGE', '`assay plan` takes one role')
  const { settings, warnings } = await loadFlags(args, process.env, process.cwd())
  for (const warning of warnings) writeMessage(terminal, 'warning', warning)
  const list = plannedSuite.listPlan(parseChoice('assay plan', name, plannedSuite.planNames), settings)
  if (args.has('json')) terminal.out(writeDocument(list))
  else for (const line of formatPlanOfRole(list, terminal.paint)) terminal.out(line)
  return list.lacks.length > 0 ? 3 : 0
}

/** Prints what a role has to pass by a standard. */
async function printStandardPlan(
  { suite: profile, role: tested, hasTarget, own }: SuiteSettings,
  [given, ...more]: readonly string[],
  isJson: boolean,
  { out, paint }: Terminal,
): Promise<ExitCode> {
  const [{ listStandardPlan }, { listRoles }, { tool }] = await Promise.all([
    import('../../harness/list-plan.ts'),
    import('../../config/tested-roles.ts'),
    import('../../runtime/tool.ts'),
  ])
  if (more.length > 0) throw new HarnessError('ERR_USAGE', '`assay plan` takes one role')
  const role = given === undefined ? tested : parseChoice('assay plan', given, listRoles(profile))
  const { registry, rows } = listStandardPlan(profile, role === 'holder' ? 'wallet' : role, own)
  const isLacking = !hasTarget || role !== tested
  const lacks = isLacking ? [{ what: `a target: \`targets: { ${role}: … }\``, rows: rows.map(({ id }) => id) }] : []
  const list = { role, profile, version: tool.version, registry, rows, lacks }
  if (isJson) out(writeDocument(list))
  else for (const line of formatPlanOfRole(list, paint)) out(line)
  return isLacking ? 3 : 0
}

/** A plan of the document, or of a standard. */
interface ShownPlan extends Pick<PlanList, 'profile' | 'version' | 'registry' | 'lacks'> {
  readonly role: string
  readonly rows: readonly StandardPlanRow[]
}

function* formatPlanOfRole(
  { role, profile, version, registry, rows, lacks }: ShownPlan,
  paint: Paint,
): Generator<string> {
  yield `${paint('strong', `plan of the ${role}`)}  profile ${profile}, assay ${version}, registry ${registry.slice(0, 12)}`
  yield ''
  const lacking = new Set(lacks.flatMap((lack) => lack.rows))
  for (const { id, counts, text, shows, needs = [], optional } of rows) {
    const mark = optional ? paint('quiet', '(optional)') : lacking.has(id) ? paint('doubt', '[lacks]') : '[ ]'
    yield `${mark} ${paint('strong', id)}  ${paint('quiet', counts)}`
    for (const line of wrapText(text, 100)) yield `      ${line}`
    yield `      ${paint('quiet', `seen in: ${[shows, ...needs].join('; ')}`)}`
  }
  yield ''
  const optional = rows.filter((row) => row.optional).length
  yield `${formatCount(rows.length - optional, 'requirement')} to pass, and ${optional} optional ones, judged if the target has the feature`
  if (lacks.length === 0) return yield paint('good', 'nothing is missing from the configuration')
  yield paint('doubt', 'missing from the configuration:')
  for (const { what, rows: concerned } of lacks) {
    yield `  ${what}`
    for (const line of wrapText(listSome(concerned, 6), 100)) yield `    ${paint('quiet', line)}`
  }
}

/** A plan with its negative tests. */
interface WholePlan extends RunPlan, ProbeEstimate {}

function* formatPlan(
  { actors, sessions, judged, excluded, traffic, probes }: WholePlan,
  paint: Paint,
): Generator<string> {
  for (const { role, url } of actors) {
    yield `${paint('strong', role.padEnd(18))} ${url === undefined ? paint('quiet', 'reference actor') : sanitize(url)}`
  }
  yield ''
  for (const { session, purpose } of sessions) yield `${paint('strong', session.padEnd(18))} ${purpose}`
  if (probes > 0)
    yield `${paint('strong', 'negative tests'.padEnd(18))} ${formatCount(probes, 'message')} to be rejected`
  yield ''
  yield judged.length > 0
    ? `${formatCount(judged.length, 'requirement')} will be judged; these will not:`
    : paint('bad', 'nothing can be judged (exit 3)')
  for (const [reason, ids] of Object.entries(excluded).sort(([, a], [, b]) => b.length - a.length)) {
    yield `  ${String(ids.length).padStart(4)}  ${reason}`
    for (const line of wrapText(listSome(ids, 6), 100)) yield `        ${paint('quiet', line)}`
  }
  yield ''
  yield `effects on targets, about: ${describeTraffic(traffic)}`
}

function describeTraffic({ calls, sessions, nonces, credentialRequests, credentials }: WholePlan['traffic']): string {
  const counts = {
    call: calls,
    session: sessions,
    nonce: nonces,
    'credential request': credentialRequests,
    credential: credentials,
  }
  return Object.entries(counts)
    .map(([what, count]) => formatCount(count, what))
    .join(', ')
}
