import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import { fromRoleKey, type TargetRole } from '../../model/role.ts'
import { markup } from '../../reporters/html/markup.ts'
import { policy as reportPolicy } from '../../reporters/html.ts'
import { listAll } from '../../reporters/text/wording.ts'
import type { Settings } from '../../suites/document/model/settings.ts'
import { diffReports } from '../compare/diff.ts'
import { chooseMembers } from '../run/open-run.ts'
import { listPlan, planNames } from '../run/plan-list.ts'
import { readRun, renderForm, type StoredRun } from '../run-folder/read-run.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import { drawToken } from '../runtime/random.ts'
import { serve } from '../wire/server/server.ts'
import { createConsoleGuard } from './guard.ts'
import { type History, openHistory } from './history.ts'
import { createLiveRun, type LiveRun, type RunChoice } from './live-run.ts'
import { makeExplainPage } from './pages/explain-page.ts'
import { renderComparison, renderHistoryPage } from './pages/history-page.ts'
import {
  answerHtml,
  type ConsoleContext,
  type ConsolePage,
  commonHeaders,
  renderPage,
  renderTitle,
} from './pages/layout.ts'
import { renderPlanPage } from './pages/plan-page.ts'
import { describeState, type RunPage, renderRunPage } from './pages/run-page.ts'
import { createUpdates, type Updates } from './updates.ts'

/** What a console needs. */
export interface ConsoleOptions {
  /** The program that makes the runs, as in `RunCommandLine`. */
  readonly program: readonly string[]
  /** The flags of every run, such as `--target`. */
  readonly flags: readonly string[]
  readonly cwd: string
  /** The folder of the runs. */
  readonly folder: string
  /** 0 for any that is free. */
  readonly port: number
  /** Reads the settings, which may change while the console is open. */
  readonly loadSettings: () => Promise<Settings>
}

/** A console that is open. */
export interface RunningConsole {
  /** Its secret address. */
  readonly url: string
  /** Stops the run, and closes the console. */
  readonly close: () => Promise<void>
}

/** What the pages of a console are made from. */
interface ConsoleState {
  readonly options: ConsoleOptions
  readonly base: string
  readonly live: LiveRun
  readonly history: History
  readonly updates: Updates
  /** The settings, or why they cannot be read. */
  settings: Settings | { readonly problem: string }
}

/** Opens a console at a secret address of this machine. */
export async function startConsole(options: ConsoleOptions): Promise<RunningConsole> {
  const { program, flags, cwd, folder, port } = options
  const token = drawToken()
  const settings = await options.loadSettings()
  const live = createLiveRun({ program, flags, cwd }, readFinished)
  const history = await openHistory(folder, [join(cwd, settings.out)])
  const updates: Updates = createUpdates(live, () => describeRun(state))
  const state: ConsoleState = { options, base: `/${token}`, live, history, updates, settings }
  const server = await serve(
    (origin) => createConsoleGuard({ origin, token }, (request, place) => answer(request, place, state)),
    { host: '127.0.0.1', port, origins: 'own' },
  )
  return {
    url: `${server.url}/${token}/`,
    close: async () => {
      await live.close()
      updates.close()
      await server.close()
      history.close()
    },
  }
}

/** Reads a run that is over. One that was killed has no report. */
function readFinished(folder: string): StoredRun | undefined {
  try {
    return readRun(folder)
  } catch (error) {
    if (error instanceof HarnessError) return undefined
    throw error
  }
}

async function answer(request: Request, place: string, state: ConsoleState): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (place === '' && !pathname.endsWith('/')) return redirect(state)
  const [view = '', name = '', form = ''] = place.split('/').map(decodePart)
  if (request.method === 'POST') return answerForm(view, request, state)
  if (view === 'events') return state.updates.follow(readSerial(request))
  await refreshSettings(state)
  if (view === 'runs' && form === 'report') return answerReport(name, state)
  const page = await makePage(view, name, new URL(request.url).searchParams, state)
  return page ? answerHtml(renderPage(describeContext(state), page)) : answerMissing(state)
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The last message that a page has: a connection that was cut names it, a new page has it in its address. */
const readSerial = ({ headers, url }: Request): number =>
  Number(headers.get('last-event-id') ?? new URL(url).searchParams.get('after') ?? 0) || 0

const redirect = ({ base }: ConsoleState): Response =>
  new Response(null, { status: 303, headers: { ...commonHeaders, location: `${base}/` } })

async function makePage(
  view: string,
  name: string,
  query: URLSearchParams,
  state: ConsoleState,
): Promise<ConsolePage | undefined> {
  const context = describeContext(state)
  if (view === '') return makeRunPage(describeRun(state))
  if (view === 'plan') return makePlanPage(query.get('role'), state)
  if (view === 'history') {
    const body = renderHistoryPage(state.history.list(), state.options.folder, context)
    return { title: 'History', view: 'history', body }
  }
  if (view === 'compare') return makeComparePage(query, state)
  return view === 'explain' ? makeExplainPage(name, context) : undefined
}

const makeRunPage = (page: RunPage): ConsolePage => {
  const { messages, phase } = page.state
  const last = messages.at(-1)?.serial ?? 0
  return {
    title: describeState(page),
    view: '',
    body: renderRunPage(page),
    events: `${page.context.base}/events?after=${last}`,
    ...(phase === 'running' && { reload: 3 }),
  }
}

function makePlanPage(role: string | null, state: ConsoleState): ConsolePage {
  const { settings, live } = state
  if ('problem' in settings) {
    const body = markup`${renderTitle('Plan', 'The configuration cannot be read.')}<p class="bad">${settings.problem}</p>`
    return { title: 'Plan', view: 'plan', body }
  }
  const wanted = planNames.find((each) => each === role) ?? listTargetRoles(settings)[0] ?? 'issuer'
  const body = renderPlanPage(listPlan(wanted, settings), describeContext(state), live.read().stored?.report)
  return { title: `Plan of the ${wanted}`, view: 'plan', body }
}

function makeComparePage(query: URLSearchParams, state: ConsoleState): ConsolePage | undefined {
  const [before, after] = ['before', 'after'].map((side) => state.history.find(query.get(side) ?? ''))
  if (!before || !after) return undefined
  const [first, last] = [before, after].map(({ path }) => readFinished(path)?.report)
  if (!first || !last) return undefined
  const body = renderComparison({ before, after, difference: diffReports(first, last) }, describeContext(state))
  return { title: 'Comparison', view: 'history', body }
}

/** Answers with the whole report of a run, under its own policy. */
async function answerReport(name: string, state: ConsoleState): Promise<Response> {
  const run = state.history.find(name)
  const stored = run && readFinished(run.path)
  if (!stored) return answerMissing(state)
  return answerHtml(await renderForm('html', stored), 200, `${reportPolicy}; frame-ancestors 'none'`)
}

const answerMissing = (state: ConsoleState): Response =>
  answerHtml(
    renderPage(describeContext(state), {
      title: 'Not found',
      body: renderTitle('Not found', 'This page, run or id does not exist.'),
    }),
    404,
  )

async function refreshSettings(state: ConsoleState): Promise<void> {
  try {
    state.settings = await state.options.loadSettings()
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    state.settings = { problem: error.message }
  }
}

/** Starts or stops a run, then leads back to its page. */
async function answerForm(view: string, request: Request, state: ConsoleState): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  if (view === 'stop') {
    state.live.stop()
    return redirect(state)
  }
  if (view !== 'run') return answerMissing(state)
  await refreshSettings(state)
  const text = form.get('only') ?? ''
  const only = text.split(/[\s,]+/).filter((id) => id !== '')
  const why = findMistake(only) ?? startRun(only, form.has('probes'), state)
  if (why === undefined) return redirect(state)
  const page = makeRunPage({ ...describeRun(state), refused: { why, only: text.slice(0, 2_000) } })
  return answerHtml(renderPage(describeContext(state), page), 422)
}

const findMistake = (only: readonly string[]): string | undefined => {
  if (only.length > 200) return 'Enter at most 200 ids.'
  return only.every((id) => /^[\w*][\w*./-]{0,79}$/.test(id))
    ? undefined
    : 'An id consists of letters, digits and hyphens.'
}

/** Starts a run; returns why it does not start. */
function startRun(only: readonly string[], isProbing: boolean, state: ConsoleState): string | undefined {
  const { settings, live, options } = state
  if ('problem' in settings) return 'The configuration cannot be read.'
  const name = new Date(readPreciseClock()).toISOString().replaceAll(':', '-').replace('Z', '')
  const hasTargets = Object.keys(settings.targets).length > 0
  const flags = isProbing ? (hasTargets ? [] : ['--probes']) : ['--members', '0']
  const choice: RunChoice = { name, folder: join(options.folder, name), only, flags }
  return live.start(choice) ? undefined : 'Another run is in progress. Wait until it ends, or stop it.'
}

const listTargetRoles = ({ targets }: Settings): readonly TargetRole[] => Object.keys(targets) as TargetRole[] // no others

/** Names what is tested, as the subject of a sentence. */
function nameTested({ settings }: ConsoleState): string {
  if ('problem' in settings) return 'the targets'
  const roles = listTargetRoles(settings).map((role) => `the ${fromRoleKey(role)}`)
  return roles.length === 0 ? 'the reference actors' : listAll(roles)
}

function describeContext(state: ConsoleState): ConsoleContext {
  const { base, settings } = state
  const urls = 'problem' in settings ? [] : Object.values(settings.targets).map(({ url }) => url)
  return { base, subject: [nameTested(state), ...new Set(urls)].join(' · ') }
}

function describeRun(state: ConsoleState): RunPage {
  const { settings, live } = state
  const isReadable = !('problem' in settings)
  return {
    context: describeContext(state),
    state: live.read(),
    tested: nameTested(state),
    isConfigured: isReadable && Object.keys(settings.targets).length > 0,
    sendsProbes: isReadable && (settings.members ?? chooseMembers(settings, settings.probes)) > 0,
    ...(!isReadable && { problem: settings.problem }),
  }
}
