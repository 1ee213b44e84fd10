import { basename, join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import type { TargetRole } from '../../model/role.ts'
import { markup } from '../../reporters/html/markup.ts'
import { policy as reportPolicy } from '../../reporters/html.ts'
import { plannedSuite } from '../../suites/planned.ts'
import { findObstacles, makeClaim, readSigningKey } from '../claim/claim-files.ts'
import { listProposals } from '../claim/propose-answers.ts'
import { diffReports } from '../compare/diff.ts'
import { listStandardPlan } from '../harness/list-plan.ts'
import { readRun, renderForm, type StoredRun } from '../run-folder/read-run.ts'
import { showTime } from '../runtime/clock.ts'
import { drawToken } from '../runtime/random.ts'
import { tool } from '../runtime/tool.ts'
import { serve } from '../wire/server/server.ts'
import { chooseProfile, writeDecisions } from './decide.ts'
import { createConsoleGuard } from './guard.ts'
import { openHistory, type PastRun } from './history.ts'
import { createLiveRun, type LiveRun } from './live-run.ts'
import { makeRun, type Refusal, readSettings } from './make-run.ts'
import { readStatement, renderClaimPage } from './pages/claim-page.ts'
import { type OpenDecisions, renderDecisionsPage } from './pages/decisions-page.ts'
import { makeExplainPage } from './pages/explain-page.ts'
import { renderComparison, renderHistoryPage } from './pages/history-page.ts'
import { answerHtml, type ConsolePage, commonHeaders, renderPage, renderTitle } from './pages/layout.ts'
import { renderPlanPage } from './pages/plan-page.ts'
import { describeState, type RunPage, renderRunPage } from './pages/run-page.ts'
import {
  type ConsoleOptions,
  type ConsoleState,
  describeContext,
  describeRun,
  findBase,
  listTargetRoles,
  loadAgain,
  pick,
} from './state.ts'
import { createUpdates, nameState, type Updates } from './updates.ts'

export type { ConsoleOptions } from './state.ts'

/** A console that is open. */
export interface RunningConsole {
  /** Its secret address. */
  readonly url: string
  /** Stops the run, and closes the console. */
  readonly close: () => Promise<void>
}

/** Opens a console at a secret address of this machine. */
export async function startConsole(options: ConsoleOptions): Promise<RunningConsole> {
  const { program, cwd, folder, port } = options
  const token = drawToken()
  const loaded = await loadAgain(options)
  const live = createLiveRun({ program, cwd }, readFinished)
  const out = 'problem' in loaded.settings ? 'out' : loaded.settings.out
  const history = await openHistory(folder, [join(cwd, out)])
  const updates: Updates = createUpdates(live, () => describeRun(state))
  const state: ConsoleState = { options, base: `/${token}`, live, history, updates, ...loaded }
  restoreLast(live, history.list()[0], folder)
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

/** Shows the last run of the folder, as it was when the console was closed. */
function restoreLast(live: LiveRun, last: PastRun | undefined, folder: string): void {
  const stored = last && readFinished(last.path)
  if (!last || !stored) return
  const { name, path, profile, only, actors } = last
  const settings = readSettings(folder, name) ?? {}
  const tested = actors.find(({ url }) => url !== undefined) ?? (isDocumentProfile(profile) ? undefined : actors[0])
  const role = settings.role ?? Object.keys(Object(settings.targets))[0] ?? tested?.role.replace(' ', '-')
  const suite = String(settings.suite ?? (isDocumentProfile(profile) ? 'document' : profile))
  const part = { suite, only, tested: 'the target', ...(role !== undefined && { role: String(role) }) }
  live.restore({ ...part, name, folder: path, flags: [], environment: {} }, stored)
}

const isDocumentProfile = (profile: string): boolean => /^document(?:-|$)/.test(profile)

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
  const { pathname, searchParams } = new URL(request.url)
  if (place === '' && !pathname.endsWith('/')) return redirect(state)
  const [view = '', name = '', form = ''] = place.split('/').map(decodePart)
  if (request.method === 'POST') return answerForm(view, request, state)
  if (view === 'events')
    return state.updates.follow({ after: readSerial(request), state: searchParams.get('state') ?? '' })
  Object.assign(state, await loadAgain(state.options))
  if (view === 'runs' && form === 'report') return answerReport(name, state)
  if (view === 'runs' && form === 'statement') return answerStatement(name, state)
  const page = await makePage(view, name, searchParams, state)
  return page ? answerHtml(renderPage(describeContext(state, searchParams), page)) : answerMissing(state)
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

const redirect = ({ base }: ConsoleState, place = ''): Response =>
  new Response(null, { status: 303, headers: { ...commonHeaders, location: `${base}/${place}` } })

async function makePage(
  view: string,
  name: string,
  query: URLSearchParams,
  state: ConsoleState,
): Promise<ConsolePage | undefined> {
  const context = describeContext(state)
  if (view === '') return makeRunPage(describeRun(state, query))
  if (view === 'plan') return makePlanPage(query, state)
  if (view === 'history') {
    const body = renderHistoryPage(state.history.list(), state.options.folder, context)
    return { title: 'History', view: 'history', body }
  }
  if (view === 'compare') return makeComparePage(query, state)
  if (view === 'decisions') return makeDecisionsPage(query, state)
  if (view === 'claim') return makeClaimPage(name, state)
  return view === 'explain' ? makeExplainPage(name, context) : undefined
}

const makeRunPage = (page: RunPage): ConsolePage => {
  const { state, context, isPicked } = page
  const last = state.messages.at(-1)?.serial ?? 0
  return {
    title: describeState(page),
    view: '',
    body: renderRunPage(page),
    ...(!isPicked && { events: `${context.base}/events?after=${last}&state=${nameState(page)}` }),
    ...(state.phase === 'running' && { reload: 3 }),
  }
}

function makePlanPage(query: URLSearchParams, state: ConsoleState): ConsolePage {
  const { settings, live, configured } = state
  const { choice, suites } = pick(state, query)
  const context = describeContext(state, query)
  const { suite, role } = choice
  const { stored, choice: last } = live.read()
  const report = last?.suite === suite.name ? stored?.report : undefined
  if (suite.on !== undefined) {
    const own = configured.owns.find(({ name }) => name === suite.name)
    const { registry, rows } = listStandardPlan(suite.on, role === 'holder' ? 'wallet' : (role as TargetRole), own) // its roles
    const plan = { role, profile: suite.name, version: tool.version, registry, rows, lacks: [] }
    return { title: `Plan of the ${role}`, view: 'plan', body: renderPlanPage(plan, context, report, suites) }
  }
  if ('problem' in settings) {
    const body = markup`${renderTitle('Plan', 'The configuration cannot be read.')}<p class="bad">${settings.problem}</p>`
    return { title: 'Plan', view: 'plan', body }
  }
  const wanted =
    plannedSuite.planNames.find((each) => each === query.get('role')) ?? listTargetRoles(settings)[0] ?? 'issuer'
  const body = renderPlanPage(plannedSuite.listPlan(wanted, settings), context, report, suites)
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

/** Answers with the statement of a run, which loads nothing and has no script. */
function answerStatement(name: string, state: ConsoleState): Response {
  const run = state.history.find(name)
  const page = run && readStatement(run.path)
  return page === undefined ? answerMissing(state) : answerHtml(page, 200, statementPolicy)
}

const statementPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function makeClaimPage(name: string, state: ConsoleState): ConsolePage | undefined {
  const run = state.history.find(name)
  if (!run || !readFinished(run.path)) return undefined
  return { title: 'Claim', view: 'history', body: renderClaimPage(run, describeContext(state)) }
}

/** Signs the statement of a run, and leads to it. */
function signClaim(name: string, state: ConsoleState): Response {
  const run = state.history.find(name)
  if (!run || !readFinished(run.path)) return answerMissing(state)
  if (findObstacles(run.path).obstacles.length === 0)
    makeClaim(run.path, readSigningKey(undefined, state.options.cwd).key, showTime())
  return redirect(state, `claim/${encodeURIComponent(name)}`)
}

/** The last run of the document that has a report. */
function findDecided(name: string | null, { history }: ConsoleState) {
  for (const run of history.list()) {
    const stored = isDocumentProfile(run.profile) && (name === null || run.name === name) && readFinished(run.path)
    if (stored) return { name: run.name, stored }
  }
  return undefined
}

function makeDecisionsPage(
  query: URLSearchParams,
  state: ConsoleState,
  outcome: Pick<OpenDecisions, 'done' | 'problem'> = {},
): ConsolePage {
  const run = findDecided(query.get('run'), state)
  const lead = 'Run the document first: its report says which decisions are open. A standard leaves none.'
  if (!run) return { title: 'Decisions', view: 'decisions', body: renderTitle('Decisions', lead) }
  const profile = chooseProfile(query.get('profile'), run.stored)
  const file = state.options.findConfig()
  const about = { run: run.name, profile, proposals: listProposals(run.stored, profile), ...outcome }
  const open = { ...about, ...(file !== undefined && { file: basename(file) }) }
  return { title: 'Decisions', view: 'decisions', body: renderDecisionsPage(open, describeContext(state)) }
}

/** Writes answers to the configuration, and shows what is left. */
async function answerDecisions(form: URLSearchParams, state: ConsoleState): Promise<Response> {
  const [run, file] = [findDecided(form.get('run'), state), state.options.findConfig()]
  if (!run || file === undefined) return answerMissing(state)
  const show = (outcome: Pick<OpenDecisions, 'done' | 'problem'>, status = 200): Response =>
    answerHtml(renderPage(describeContext(state), makeDecisionsPage(form, state, outcome)), status)
  try {
    return show({ done: await writeDecisions(form, run.stored, file) })
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    return show({ problem: error.message }, 422)
  }
}

const answerMissing = (state: ConsoleState): Response =>
  answerHtml(
    renderPage(describeContext(state), {
      title: 'Not found',
      body: renderTitle('Not found', 'This page, run or id does not exist.'),
    }),
    404,
  )

/** Starts or stops a run, or answers a task of one, then leads back to its page. */
async function answerForm(view: string, request: Request, state: ConsoleState): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  if (view === 'stop') {
    state.live.stop()
    return redirect(state)
  }
  if (view === 'answer') {
    state.live.answer(Number(form.get('number')), form.get('answer') ?? '')
    return redirect(state)
  }
  if (view === 'claim') return signClaim(form.get('run') ?? '', state)
  if (view === 'decisions') return answerDecisions(form, state)
  if (view !== 'run') return answerMissing(state)
  Object.assign(state, await loadAgain(state.options))
  const refused = beginRun(form, state)
  if (!refused) return redirect(state)
  const page = makeRunPage(describeRun(state, form, refused))
  return answerHtml(renderPage(describeContext(state, form), page), 422)
}

/** Starts a run; returns why it does not start. */
function beginRun(form: URLSearchParams, state: ConsoleState): Refusal | undefined {
  const { settings, live, options, configured } = state
  const { choice } = pick(state, form)
  const { tested, form: shown } = describeRun(state, form)
  const base = findBase(state, choice, form)
  const place = { ...options, suiteFiles: configured.suiteFiles }
  const prepared = makeRun({ form, choice, base, isConfigured: shown.isConfigured, settings, tested }, place)
  if ('why' in prepared) return prepared
  if (live.start(prepared)) return undefined
  return { why: 'Another run is in progress. Wait until it ends, or stop it.', config: base, mistakes: {} }
}
