import { createHash } from 'node:crypto'

const nameSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What runs on a page: its own style, and its own script, if it has one. */
interface PageSources {
  readonly style: string
  readonly script?: string
}

const listSources = ({ style, script }: PageSources): readonly string[] => [
  "default-src 'none'",
  `style-src ${nameSource(style)}`,
  ...(script === undefined ? [] : [`script-src ${nameSource(script)}`]),
]

/** The policy of a page that is a file: it loads and sends nothing. */
export const writeFilePolicy = (sources: PageSources): string =>
  [...listSources(sources), "base-uri 'none'", "form-action 'none'"].join('; ')

/** The policy of a page that is served on this machine: it calls, and posts forms to, nothing but where it comes from. */
export const writeServedPolicy = (sources: PageSources): string =>
  [
    ...listSources(sources),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers of what is served on this machine. The referrer stays: without it, forms would name no origin. */
export const servedHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const
