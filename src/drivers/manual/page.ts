import { createHash, timingSafeEqual } from 'node:crypto'
import type { DriverReply } from '../../../model/driver.ts'
import type { FetchHandler } from '../../wire/server/app.ts'
import { type FormProblem, type PageContent, renderPage } from './page-html.ts'
import type { PageUpdates } from './page-updates.ts'
import { readForm } from './read-form.ts'
import { script } from './script.ts'
import { style } from './style.ts'
import type { ManualTask, RunProgress } from './task.ts'

/** What the page shows, and whom it tells. */
export interface PageSource {
  readonly sessions: PageContent['sessions']
  readonly updates: PageUpdates
  readonly readProgress: () => RunProgress
  /** An errand that waits, by its number. */
  readonly findTask: (
    number: number,
  ) =>
    | { readonly errand: ManualTask; readonly settle: (deed: DriverReply) => void; readonly again: () => void }
    | undefined
}

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing is loaded from anywhere; only the very style and script of the page are obeyed, and forms come back to it. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${digest(style)}`,
    `script-src ${digest(script)}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** Serves the page for a person, and takes what they paste into it. Whoever does not know its path finds nothing. */
export function createPage(path: string, behind: PageSource): FetchHandler {
  const { updates: news, findTask: open } = behind
  function show(mishap?: FormProblem): Response {
    const { sessions, readProgress: progress } = behind
    const shown = {
      path,
      sessions,
      ...progress(),
      version: news.getVersion(),
      over: news.getFinalWords(),
      problem: mishap,
    }
    return new Response(renderPage(shown).text, { status: mishap ? 422 : 200, headers })
  }

  async function tell(known: number): Promise<Response> {
    await news.waitForChange(known)
    const over = news.getFinalWords()
    return Response.json(
      { version: news.getVersion(), ...(over !== undefined && { over }) },
      { headers: { 'cache-control': 'no-store' } },
    )
  }

  async function take(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const found = open(Number(form.get('errand')))
    // Whoever answers a step that is over is shown what there is to do now.
    const act = found ? readForm(form, found.errand.step.wanted) : undefined
    if (act && 'refused' in act) return show({ ...act, form })
    if (act && 'deed' in act) found?.settle(act.deed)
    else if (act) found?.again()
    news.noteLeaving()
    return new Response(null, { status: 303, headers: { location: path } })
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const [, , token = '', place = '', ...rest] = pathname.split('/')
    if (!isSame(`/assay/${token}`, path) || rest.length > 0) return new Response(null, { status: 404 })
    if (request.method === 'GET' && place === '') {
      news.noteShown()
      return show()
    }
    if (request.method === 'GET' && place === 'news') return tell(Number(searchParams.get('after') ?? 0))
    if (request.method === 'POST' && place === '') return take(request)
    return new Response(null, { status: place === '' ? 405 : 404 })
  }
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
