import { createHash, timingSafeEqual } from 'node:crypto'
import type { DriverReply } from '../../../model/driver.ts'
import { servedHeaders, writeServedPolicy } from '../../../reporters/html/page-policy.ts'
import type { FetchHandler } from '../../wire/server/app.ts'
import { type FormProblem, type PageContent, renderPage } from './page-html.ts'
import type { PageUpdates } from './page-updates.ts'
import { readForm } from './read-form.ts'
import { script } from './script.ts'
import { style } from './style.ts'
import type { ManualTask, RunProgress } from './task.ts'

/** What the page shows, and where its answers go. */
export interface PageSource {
  readonly sessions: PageContent['sessions']
  readonly updates: PageUpdates
  readonly readProgress: () => RunProgress
  /** Finds an open task by its number. */
  readonly findTask: (
    number: number,
  ) =>
    | { readonly task: ManualTask; readonly settle: (reply: DriverReply) => void; readonly again: () => void }
    | undefined
}

const headers = {
  ...servedHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': writeServedPolicy({ style, script }),
} as const

/** Serves the page and handles its forms. Any other path is 404. */
export function createPage(path: string, source: PageSource): FetchHandler {
  const { updates, findTask } = source
  function renderResponse(problem?: FormProblem): Response {
    const { sessions, readProgress: progress } = source
    const shown = {
      path,
      sessions,
      ...progress(),
      version: updates.getVersion(),
      over: updates.getFinalWords(),
      problem,
    }
    return new Response(renderPage(shown).text, { status: problem ? 422 : 200, headers })
  }

  async function sendVersion(known: number): Promise<Response> {
    await updates.waitForChange(known)
    const over = updates.getFinalWords()
    return Response.json(
      { version: updates.getVersion(), ...(over !== undefined && { over }) },
      { headers: { 'cache-control': 'no-store' } },
    )
  }

  async function handleForm(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const found = findTask(Number(form.get('task')))
    // An answer to a step that is over leads to the current step.
    const act = found ? readForm(form, found.task.step.wanted) : undefined
    if (act && 'refused' in act) return renderResponse({ ...act, form })
    if (act && 'reply' in act) found?.settle(act.reply)
    else if (act) found?.again()
    updates.noteLeaving()
    return new Response(null, { status: 303, headers: { location: path } })
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const [, , token = '', place = '', ...rest] = pathname.split('/')
    if (!isSame(`/assay/${token}`, path) || rest.length > 0) return new Response(null, { status: 404 })
    if (request.method === 'GET' && place === '') {
      updates.noteShown()
      return renderResponse()
    }
    if (request.method === 'GET' && place === 'news') return sendVersion(Number(searchParams.get('after') ?? 0))
    if (request.method === 'POST' && place === '') return handleForm(request)
    return new Response(null, { status: place === '' ? 405 : 404 })
  }
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
