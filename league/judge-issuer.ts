import { spawnSync } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject } from '../protocol/encoding/json.ts'
import { attempt } from '../protocol/encoding/problem.ts'
import { readAnySdJwt } from '../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../protocol/sd-jwt/processing.ts'
import { verify } from '../src/verify/verify.ts'
import { everyOrder, type Order, orders } from './orders.ts'
import type { IssuedResult, Library } from './page.ts'

/** What a library answers to one order. */
export type Issued = { readonly text: unknown } | { readonly reason: string }

/** Lets a library issue what is ordered, and judges it. */
export const judgeIssuer = (library: Library, folder: string): readonly IssuedResult[] =>
  judgeAll(library, issueAll(library, folder))

/** Lets a library issue what is ordered. */
export function issueAll({ name, adapter }: Library, folder: string): readonly Issued[] {
  const args = [new URL('issue.mjs', import.meta.url).pathname, adapter, folder, name]
  const input = orders.map((order) => `${JSON.stringify({ ...everyOrder, ...order })}\n`).join('')
  return answerLines(args, input) as readonly Issued[] // the program says so
}

/** What a program answers line by line, until it ends or takes too long. */
export function answerLines(args: readonly string[], input: string): readonly unknown[] {
  const { stdout } = spawnSync(process.execPath, args, {
    ...{ input, encoding: 'utf8', timeout: 60_000, maxBuffer: 2 ** 28 },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))
}

/** Judges what a library issued. */
export const judgeAll = ({ profile }: Library, answers: readonly Issued[]): readonly IssuedResult[] =>
  orders.map((order, place) => judgeIssued(order, answers[place] ?? { reason: 'no answer' }, profile))

function judgeIssued(order: Order, issued: Issued, profile: Library['profile']): IssuedResult {
  const { description } = order
  const refuse = (refusal: string): IssuedResult => ({ description, refusal, failed: [], advised: [] })
  if ('reason' in issued) return refuse(issued.reason)
  const { text } = issued
  if (typeof text !== 'string') return refuse('what it issued is no text')
  const { jwks, now } = everyOrder
  const { conclusion, results } = verify(text, { profile, jwks, now, keyBinding: 'refused' })
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const select = (isAdvice: boolean): readonly string[] =>
    failed
      .filter(({ requirement }) => (requirement.force === 'should') === isAdvice)
      .map(({ requirement }) => requirement.id)
  const read = attempt(() => applyDisclosures(readAnySdJwt(text))?.payload)
  const isLost = !('value' in read) || !hasClaims(order, read.value)
  const disclosed = attempt(() => readAnySdJwt(text).disclosures.length)
  const isShown = 'value' in disclosed && disclosed.value < countHidden(order.frame)
  return {
    description,
    failed: select(false),
    advised: select(true),
    ...(conclusion === 'inconclusive' && { refusal: 'what it issued could not be judged' }),
    ...(isLost && { isLost }),
    ...(isShown && { isShown }),
  }
}

/** Whether a receiver gets every claim that was ordered; an issuer may add some. */
const hasClaims = ({ claims }: Order, payload: unknown): boolean =>
  Object.entries(claims).every(([name, value]) => isDeepStrictEqual(Object(payload)[name], value))

/** How many claims and elements are to be hidden, at every depth: each has a disclosure of its own. */
const countHidden = ({ _sd: hidden, ...inner }: JsonObject): number =>
  (Array.isArray(hidden) ? hidden.length : 0) +
  Object.values(inner).reduce<number>((sum, each) => sum + (isObject(each) ? countHidden(each) : 0), 0)
