import { TransportError } from '../../model/errors.ts'
import type { HttpResponse } from '../../model/wire.ts'
import type { Send } from '../../src/harness/calls.ts'
import { stop } from '../../src/harness/obstacle.ts'
import type { Seen } from '../../src/harness/seen.ts'
import { createRandom } from '../../src/runtime/random.ts'
import type { Concurrency } from '../../src/wire/client/tempo.ts'

export const atMost = (most: number): Concurrency => ({ most, isAdaptive: false })

/** What stands before a target. */
export type Front = (handle: Send) => Send

/** A target that answers after some turns of the event loop: which of several requests is answered first is drawn. */
export const unevenly = (seed: string): Front => {
  const random = createRandom(`order ${seed}`)
  return (handle) => async (request, from) => {
    for (let turns = (random(1)[0] ?? 0) % 8; turns > 0; turns--) await new Promise(setImmediate)
    return handle(request, from)
  }
}

/** Counts the requests that are under way. */
function count(front: (active: number) => HttpResponse | undefined) {
  let active = 0
  const rejected = { count: 0 }
  const before: Front = (handle) => async (request, from) => {
    active++
    try {
      await new Promise(setImmediate)
      const response = front(active)
      if (response) rejected.count++
      return response ?? (await handle(request, from))
    } finally {
      active--
    }
  }
  return { front: before, rejected }
}

/** How probes were sent is no result. */
export const isAboutSending = (note: string): boolean => / (?:at a time|one at a time)/.test(note)

/** What a report says: each result, and each message in its session. */
export const describeSeen = ({ cases, trials, notes, obstacle, recording }: Seen) => ({
  obstacle,
  trials: trials.map(({ row, id, outcome, actual, session, message }) =>
    [row.id, id, outcome, actual, session, message].join(' | '),
  ),
  cases: cases.map(({ source, code, message }) => `${source} ${code} ${message}`),
  notes: notes.filter((each) => !isAboutSending(each)),
  messages: recording?.messages.map(({ session, number, request: { method, url, body = '' }, response }) =>
    [number, session, method, readParts(url), readParts(body), response?.status].join(' | '),
  ),
})

/** A body without what the issuer gave: its tokens are read, without nonces and signatures; what is encrypted is left out. */
const readParts = (body: string): string =>
  body
    .replaceAll(/[\w-]{20,}\.[\w-]*\.[\w-]*\.[\w-]+\.[\w-]+/g, '')
    .replaceAll(/[\w-]{20,}\.([\w-]*)\.[\w-]*/g, (_, part: string) =>
      Buffer.from(part, 'base64url')
        .toString('latin1')
        .replace(/"nonce":"[\w-]+"/, ''),
    )
    .replaceAll(/[\w-]{16,}/g, '')
    // Half of a code is in a probe.
    .replaceAll(/=[\w-]{11,}/g, '=')

/** A target that answers one request at a time, and others with a status. */
export const limit = (status: number) => count((active) => (active > 1 ? { status, headers: {}, body: '' } : undefined))

/** A target that closes the connections of all but two. */
export const breaking = () =>
  count((active) => {
    if (active > 2) return stop('it is gone', new TransportError('unreachable', 'it is gone'))
    return undefined
  })
