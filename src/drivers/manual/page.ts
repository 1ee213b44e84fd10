import { createHash, timingSafeEqual } from 'node:crypto'
import type { Deed } from '../../model/driver.ts'
import type { FetchHandler } from '../../wire/app.ts'
import type { Errand, Progress } from '../manual.ts'
import { actIn } from './answer.ts'
import type { Newsroom } from './news.ts'
import { script } from './script.ts'
import { type Mishap, type Shown, sheetOf } from './sheet.ts'
import { style } from './style.ts'

/** What the page shows, and whom it tells. */
export interface Behind {
  readonly sessions: Shown['sessions']
  readonly news: Newsroom
  readonly progress: () => Progress
  /** An errand that waits, by its number. */
  readonly open: (
    number: number,
  ) => { readonly errand: Errand; readonly settle: (deed: Deed) => void; readonly again: () => void } | undefined
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
export function pageAt(path: string, behind: Behind): FetchHandler {
  const { news, open } = behind
  function show(mishap?: Mishap): Response {
    const { sessions, progress } = behind
    const shown = { path, sessions, ...progress(), version: news.version(), over: news.over(), mishap }
    return new Response(sheetOf(shown).text, { status: mishap ? 422 : 200, headers })
  }

  async function tell(known: number): Promise<Response> {
    await news.after(known)
    const over = news.over()
    return Response.json(
      { version: news.version(), ...(over !== undefined && { over }) },
      { headers: { 'cache-control': 'no-store' } },
    )
  }

  async function take(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const found = open(Number(form.get('errand')))
    // Whoever answers a step that is over is shown what there is to do now.
    const act = found ? actIn(form, found.errand.step.wanted) : undefined
    if (act && 'refused' in act) return show({ ...act, form })
    if (act && 'deed' in act) found?.settle(act.deed)
    else if (act) found?.again()
    news.leaving()
    return new Response(null, { status: 303, headers: { location: path } })
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const [, , token = '', place = '', ...rest] = pathname.split('/')
    if (!isSame(`/assay/${token}`, path) || rest.length > 0) return new Response(null, { status: 404 })
    if (request.method === 'GET' && place === '') {
      news.shown()
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
