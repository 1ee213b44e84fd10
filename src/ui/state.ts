import { HarnessError } from '../../model/errors.ts'
import { fromRoleKey, type TargetRole } from '../../model/role.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { listAll } from '../../reporters/text/wording.ts'
import { chooseMembers } from '../config/choose-members.ts'
import type { Settings } from '../config/settings.ts'
import type { ConfiguredSuite } from '../config/suite-settings.ts'
import type { History } from './history.ts'
import type { LiveRun } from './live-run.ts'
import { type Refusal, readSettings } from './make-run.ts'
import type { ConsoleContext } from './pages/layout.ts'
import type { RunPage } from './pages/run-page.ts'
import type { StartForm } from './pages/settings-form.ts'
import { findChoice, listPicked, nameChoice, type PickedSuite, readTarget, type TestChoice } from './settings/choice.ts'
import type { Updates } from './updates.ts'

/** What a console needs. */
export interface ConsoleOptions {
  /** The program that makes the runs, as in `RunCommandLine`. */
  readonly program: readonly string[]
  /** The flags of every run of the document, such as `--target`. */
  readonly flags: readonly string[]
  readonly cwd: string
  /** The folder of the runs. */
  readonly folder: string
  /** 0 for any that is free. */
  readonly port: number
  /** The suite that is picked first. */
  readonly suite?: string
  /** The file of the configuration that answers are written to, if there is one. */
  readonly findConfig: () => string | undefined
  /** Reads the settings of the document, which may change while the console is open. */
  readonly loadSettings: () => Promise<Settings>
  /** Reads which suite the configuration is for, and what it says. */
  readonly loadConfigured: () => Promise<ConfiguredSuite>
}

/** What the pages of a console are made from. */
export interface ConsoleState {
  readonly options: ConsoleOptions
  readonly base: string
  readonly live: LiveRun
  readonly history: History
  readonly updates: Updates
  /** The settings of the document, or why they cannot be read. */
  settings: Settings | { readonly problem: string }
  configured: ConfiguredSuite
}

const noConfiguration: ConfiguredSuite = { by: '', suite: 'document', content: {}, owns: [], suiteFiles: [] }

/** Reads the configuration again. */
export async function loadAgain(options: ConsoleOptions): Promise<Pick<ConsoleState, 'settings' | 'configured'>> {
  const describe = ({ message }: HarnessError) => ({ problem: message })
  const configured = await readOr(options.loadConfigured, describe)
  if ('problem' in configured) return { settings: configured, configured: noConfiguration }
  return { settings: await readOr(options.loadSettings, describe), configured }
}

/** What was read, or what is there instead if the user made a mistake. */
async function readOr<T, O>(read: () => Promise<T>, instead: (error: HarnessError) => O): Promise<T | O> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    return instead(error)
  }
}

export const listTargetRoles = ({ targets }: Settings): readonly TargetRole[] => Object.keys(targets) as TargetRole[] // no others

/** Names what the configuration of the document tests, as the subject of a sentence. */
function nameTested({ settings }: ConsoleState): string {
  if ('problem' in settings) return 'the targets'
  const roles = listTargetRoles(settings).map((role) => `the ${fromRoleKey(role)}`)
  return roles.length === 0 ? 'the reference actors' : listAll(roles)
}

/** What is picked: by the address of the page, else by the last run, the command line or the configuration. */
export interface Picked {
  readonly suites: readonly PickedSuite[]
  readonly choice: TestChoice
  /** Whether the address names something else than the last run. */
  readonly isOther: boolean
}

export function pick({ live, options, configured, settings }: ConsoleState, query: URLSearchParams): Picked {
  const suites = listPicked(configured.owns)
  const { choice: last } = live.read()
  const [role] = 'problem' in settings ? [] : listTargetRoles(settings)
  const content = isObject(configured.content) ? configured.content : {}
  const [own] = Object.keys(Object(content.targets))
  const usual =
    findChoice(suites, last?.suite, last?.role) ??
    findChoice(suites, options.suite ?? configured.suite, configured.suite === 'document' ? role : own) ??
    findChoice(suites, 'document', role)
  const choice = findChoice(suites, query.get('suite'), query.get('role')) ?? usual
  if (!choice) throw new TypeError('the document can always be picked')
  const isOther = query.has('suite') && (last?.suite !== choice.suite.name || last.role !== choice.role)
  return { suites, choice, isOther: isOther || query.has('from') }
}

/** Whether the settings of the document come from the configuration, or from flags. */
const isConfigured = ({ settings, configured }: ConsoleState): boolean =>
  configured.file !== undefined || ('targets' in settings && Object.keys(settings.targets).length > 0)

/** What fills the form: the settings of the last run, or those of the configuration. */
export function findBase(state: ConsoleState, { suite, role }: TestChoice, query: URLSearchParams): JsonObject {
  const { configured, live, options } = state
  const content = isObject(configured.content) && configured.suite === suite.name ? configured.content : {}
  const { choice: last } = live.read()
  const isLast = last?.suite === suite.name && last.role === role && query.get('from') !== 'file'
  return (isLast ? readSettings(options.folder, last.name) : undefined) ?? content
}

export function describeContext(state: ConsoleState, query = new URLSearchParams()): ConsoleContext {
  const { base, settings } = state
  const { choice } = pick(state, query)
  if (choice.suite.on !== undefined) return { base, subject: choice.suite.title, standard: choice.suite.on }
  const urls = 'problem' in settings ? [] : Object.values(settings.targets).map(({ url }) => url)
  return { base, subject: [nameTested(state), ...new Set(urls)].join(' · ') }
}

/** Describes the page of the current run, or of what is picked. */
export function describeRun(state: ConsoleState, query = new URLSearchParams(), refused?: Refusal): RunPage {
  const { settings, live } = state
  const { choice, suites, isOther } = pick(state, query)
  const config = refused?.config ?? findBase(state, choice, query)
  const isDocument = choice.suite.on === undefined
  const isPicked = isOther || (refused !== undefined && live.read().phase !== 'running')
  return {
    context: describeContext(state, query),
    state: live.read(),
    tested:
      isDocument && !isExplicit(config, choice) ? nameTested(state) : nameChoice(choice, isExplicit(config, choice)),
    form: { suites, choice, config, ...describeForm(state, choice, query), mistakes: refused?.mistakes ?? {} },
    isPicked,
    ...(isDocument && 'problem' in settings && { problem: settings.problem }),
    ...(refused && { refused: refused.why }),
  }
}

const isExplicit = (config: JsonObject, { role }: TestChoice): boolean =>
  Object.keys(readTarget(config, role)).length > 0

function describeForm(
  state: ConsoleState,
  choice: TestChoice,
  query: URLSearchParams,
): Pick<StartForm, 'isConfigured' | 'file' | 'isOtherThanFile' | 'sendsProbes'> {
  const { settings, configured, options, live } = state
  const { choice: last } = live.read()
  const isOfLast = last !== undefined && readSettings(options.folder, last.name) !== undefined
  const isOfFile = configured.file !== undefined && configured.suite === choice.suite.name
  const isDocument = choice.suite.on === undefined
  const members = 'problem' in settings ? 1 : (settings.members ?? chooseMembers(settings, settings.probes))
  return {
    isConfigured: isConfigured(state),
    ...(configured.file !== undefined && { file: configured.by }),
    isOtherThanFile: isOfFile && !isDocument && isOfLast && query.get('from') !== 'file',
    sendsProbes: !isDocument || !isConfigured(state) ? !isDocument : members > 0,
  }
}
