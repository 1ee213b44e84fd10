import { spawnSync } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import { attempt } from '../protocol/encoding/problem.ts'
import { readAnySdJwt } from '../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../protocol/sd-jwt/processing.ts'
import { verify } from '../src/verify/verify.ts'
import { everyOrder, type Order, orders } from './orders.ts'
import type { IssuedResult, Library } from './page.ts'

/** What a library answers to one order. */
type Issued = { readonly text: string } | { readonly reason: string }

/** Lets a library issue what is ordered, and judges it. */
export function judgeIssuer({ name, profile, adapter }: Library, folder: string): readonly IssuedResult[] {
  const args = [new URL('issue.mjs', import.meta.url).pathname, adapter, folder, name]
  const input = orders.map((order) => `${JSON.stringify({ ...everyOrder, ...order })}\n`).join('')
  const { stdout } = spawnSync(process.execPath, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] })
  const answers: readonly Issued[] = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return orders.map((order, place) => judgeIssued(order, answers[place] ?? { reason: 'no answer' }, profile))
}

function judgeIssued(order: Order, issued: Issued, profile: Library['profile']): IssuedResult {
  const { description } = order
  if ('reason' in issued) return { description, refusal: issued.reason, failed: [], advised: [] }
  const { jwks, now } = everyOrder
  const { conclusion, results } = verify(issued.text, { profile, jwks, now, keyBinding: 'refused' })
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const select = (isAdvice: boolean): readonly string[] =>
    failed
      .filter(({ requirement }) => (requirement.force === 'should') === isAdvice)
      .map(({ requirement }) => requirement.id)
  const read = attempt(() => applyDisclosures(readAnySdJwt(issued.text))?.payload)
  const isLost = !('value' in read) || !hasClaims(order, read.value)
  return {
    description,
    failed: select(false),
    advised: select(true),
    ...(conclusion === 'inconclusive' && { refusal: 'what it issued could not be judged' }),
    ...(isLost && { isLost }),
  }
}

/** Whether a receiver gets every claim that was ordered; an issuer may add some. */
const hasClaims = ({ claims }: Order, payload: unknown): boolean =>
  Object.entries(claims).every(([name, value]) => isDeepStrictEqual(Object(payload)[name], value))
