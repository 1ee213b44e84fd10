import type { HttpRequest } from '../../../../model/wire.ts'
import { isObject, parseJson } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'

/**
 * Finds the smallest message that still does what a message did: members and elements are left out, and texts cut, as long
 * as it does, with `most` requests. `undefined` if it does not do it again as it is: it depends on the session around it.
 */
export async function findSmallest(
  request: HttpRequest,
  doesIt: (request: HttpRequest) => Promise<boolean>,
  most: number,
): Promise<HttpRequest | undefined> {
  if (!(await doesIt(request))) return undefined
  let smallest = request
  let left = most
  for (let candidates = listSmaller(smallest.body); left > 0; left--) {
    const { value: body, done } = candidates.next()
    if (done) break
    const candidate = { ...smallest, body }
    if (!(await doesIt(candidate))) continue
    smallest = candidate
    candidates = listSmaller(body)
  }
  return smallest
}

/** Bodies that are a little smaller, the smallest first. */
function* listSmaller(body = ''): Generator<string, undefined> {
  if (body === '') return
  const read = attempt(() => parseJson(body))
  if ('value' in read) for (const value of reduceValue(read.value)) yield JSON.stringify(value)
  else for (const text of reduceText(body)) yield text
}

function* reduceValue(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield* reduceText(value)
  else if (Array.isArray(value)) yield* reduceList(value)
  else if (isObject(value)) yield* reduceObject(value)
}

function* reduceText(text: string): Generator<string> {
  if (text === '') return
  yield ''
  if (text.length > 1) yield text.slice(0, Math.floor(text.length / 2))
}

function* reduceList(all: readonly unknown[]): Generator<unknown> {
  for (const i of all.keys()) yield all.toSpliced(i, 1)
  for (const [i, each] of all.entries()) for (const less of reduceValue(each)) yield all.with(i, less)
}

function* reduceObject(all: Readonly<Record<string, unknown>>): Generator<unknown> {
  const members = Object.entries(all)
  for (const name of Object.keys(all)) yield Object.fromEntries(members.filter(([other]) => other !== name))
  for (const [name, each] of members) {
    for (const less of reduceValue(each))
      yield Object.fromEntries(members.map(([other, value]) => [other, other === name ? less : value]))
  }
}

/** A command line that sends a message. Only the media type of its header fields is public. */
export function formatCurlCommand({ method, url, headers, body }: HttpRequest): string {
  const fields = Object.entries(headers).map(([name, value]) =>
    name === 'content-type'
      ? `-H ${quote(`${name}: ${value}`)}`
      : `-H "${name}: $${name.toUpperCase().replaceAll(/\W/g, '_')}"`,
  )
  return ['curl -i', `-X ${method}`, ...fields, ...(body === undefined ? [] : [`-d ${quote(body)}`]), quote(url)].join(
    ' ',
  )
}

/** Quotes a word for a shell. */
const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
