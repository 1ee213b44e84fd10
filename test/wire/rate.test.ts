import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPace, type Wait } from '../../src/wire/client/pace.ts'
import { readRetryAfter } from '../../src/wire/client/retry-after.ts'
import { ask, lossOf, reaching } from './calls.ts'
import { serving } from './servers.ts'

/** A timer that fake timers can turn. */
const timer: Wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

describe('a pace of four calls a second', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('lets one call go at once, and one more every quarter of a second', async () => {
    const gone: number[] = []
    const pace = createPace(4, timer)

    for (let i = 0; i < 4; i++) pace.waitForTurn().then(() => gone.push(i))

    await vi.advanceTimersByTimeAsync(0)
    expect(gone).toEqual([0])
    await vi.advanceTimersByTimeAsync(249)
    expect(gone).toEqual([0])
    await vi.advanceTimersByTimeAsync(1)
    expect(gone).toEqual([0, 1])
    await vi.advanceTimersByTimeAsync(500)
    expect(gone).toEqual([0, 1, 2, 3])
  })

  it('does not save up what was not used', async () => {
    const gone: number[] = []
    const pace = createPace(4, timer)
    await pace.waitForTurn()
    await vi.advanceTimersByTimeAsync(10_000)

    for (let i = 0; i < 2; i++) pace.waitForTurn().then(() => gone.push(i))
    await vi.advanceTimersByTimeAsync(0)

    expect(gone).toEqual([0])
  })
})

describe('a pace', () => {
  it('of no rate lets everything go', async () => {
    const pace = createPace(undefined, () => expect.unreachable())

    await Promise.all([pace.waitForTurn(), pace.waitForTurn()])

    expect(pace.stop()).toBeUndefined()
  })

  it('that is stopped ends its timer', async () => {
    const pace = createPace(0.001)
    await pace.waitForTurn()
    const next = pace.waitForTurn()

    pace.stop()

    expect(await next).toBeUndefined()
  })
})

describe('a target that says when to call again', () => {
  it.each([
    [429, { 'retry-after': '2' }, 2_000],
    [503, { 'retry-after': '7' }, 7_000],
    [429, { 'retry-after': 'Wed, 25 Nov 2026 10:00:05 GMT', date: 'Wed, 25 Nov 2026 10:00:00 GMT' }, 5_000],
    [429, { 'retry-after': '86400' }, 60_000],
    [429, {}, 0],
    [429, { 'retry-after': 'soon' }, 0],
    [200, { 'retry-after': '2' }, 0],
  ])('with status %i and %j gets no call for %i ms', (status, headers, milliseconds) => {
    expect(readRetryAfter({ status, headers })).toBe(milliseconds)
  })

  it('gets the next call after that time', async () => {
    const waits: number[] = []
    const gate = Promise.withResolvers<void>()
    let calls = 0
    const url = await serving((_, response) => {
      calls += 1
      if (calls === 1) response.writeHead(429, { 'retry-after': '3' })
      response.end(`${calls}`)
    })
    const wait: Wait = (milliseconds) => {
      waits.push(milliseconds)
      return gate.promise
    }
    const transport = await reaching({ url }, { wait })
    await ask(transport, { url })

    const next = ask(transport, { url })
    expect([waits, calls]).toEqual([[3_000], 1])
    gate.resolve()

    expect(await next).toMatchObject({ status: 200, body: '2' })
  })
})

describe('a transport with a rate', () => {
  it('holds back the calls after the first', async () => {
    let calls = 0
    const gate = Promise.withResolvers<void>()
    const url = await serving((_, response) => response.end(`${++calls}`))
    const transport = await reaching({ url, rate: 1 }, { wait: () => gate.promise })

    const bodies = [ask(transport, { url }), ask(transport, { url })]

    expect(await bodies[0]).toMatchObject({ body: '1' })
    expect(calls).toBe(1)
    gate.resolve()
    expect(await bodies[1]).toMatchObject({ body: '2' })
  })

  it('lets a call that waits be interrupted', async () => {
    const stop = new AbortController()
    const url = await serving((_, response) => response.end())
    const transport = await reaching({ url, rate: 1 }, { wait: () => new Promise(() => undefined) })
    await ask(transport, { url })

    const waiting = lossOf(ask(transport, { url, signal: stop.signal }))
    stop.abort()

    expect(await waiting).toMatchObject({ kind: 'interrupted' })
  })

  it('starts the time limit of a call after the wait', async () => {
    const events: string[] = []
    const startLimit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      events.push('limit')
      return new AbortController().signal
    })
    onTestFinished(() => startLimit.mockRestore())
    const url = await serving((_, response) => response.end('fine'))
    const wait: Wait = async () => void events.push('wait')
    const transport = await reaching({ url, rate: 0.001, timeout: 1 }, { wait })

    await ask(transport, { url })
    await ask(transport, { url })

    expect(events).toEqual(['wait', 'limit', 'wait', 'limit'])
  })
})
