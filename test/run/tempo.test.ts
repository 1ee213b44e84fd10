import { describe, expect, it } from 'vitest'
import { formatProbeProgress } from '../../src/cli/run-output.ts'
import { createPlaces } from '../../src/wire/client/places.ts'
import { adaptiveConcurrency, createTempo, type Tempo } from '../../src/wire/client/tempo.ts'

const answer = (tempo: Tempo, calls: number, milliseconds: number): void => {
  for (let i = 0; i < calls; i++) tempo.noteCall({ endpoint: 'nonce', milliseconds })
}

describe('the number of probes at a time', () => {
  it('grows to sixteen while calls take as long as before', () => {
    const tempo = createTempo(adaptiveConcurrency)
    expect(tempo.limit()).toBe(3)
    answer(tempo, 6, 50)
    expect(tempo.limit()).toBe(5)
    answer(tempo, 200, 50)

    expect(tempo.limit()).toBe(16)
    expect(tempo.describe(16)).toBe('up to 16 probes were sent at a time')
  })

  it('falls one by one while calls take much longer than the fastest of them', () => {
    const tempo = createTempo(adaptiveConcurrency)
    answer(tempo, 100, 10)
    answer(tempo, 32, 500)

    expect(tempo.limit()).toBe(15)
  })

  it('halves at a sign of overload, once for all probes that began before, and stays below that', () => {
    const tempo = createTempo({ most: 8, isAdaptive: false })
    const turn = tempo.turn()
    tempo.noteOverload('status 429', turn)
    tempo.noteOverload('status 429', turn)
    expect(tempo.limit()).toBe(4)
    answer(tempo, 500, 50)

    expect(tempo.limit()).toBe(7)
    expect(tempo.describe(8)).toBe('up to 8 probes were sent at a time, 7 in the end: slowed down after status 429')
  })

  it('is restored where the sign came when nothing else was sent, too', () => {
    const tempo = createTempo({ most: 8, isAdaptive: false })
    tempo.noteOverload('status 503', tempo.turn())
    tempo.restore()

    expect(tempo.limit()).toBe(8)
    expect(tempo.describe(8)).toBe('up to 8 probes were sent at a time')
  })

  it('is one, and is not described, where one is all that is wanted', () => {
    expect(createTempo({ most: 1, isAdaptive: false }).describe(1)).toBeUndefined()
  })
})

describe('places', () => {
  it('are never more than the limit, and the outcomes of shared runs are in order', async () => {
    const places = createPlaces(() => 3)
    const gates = Array.from({ length: 6 }, () => Promise.withResolvers<number>())
    const shared = places.take(() =>
      places.runTogether(
        gates.map(
          ({ promise }) =>
            () =>
              promise,
        ),
      ),
    )
    for (const [i, gate] of gates.toReversed().entries()) gate.resolve(5 - i)

    expect(await shared).toEqual({ outcome: [0, 1, 2, 3, 4, 5], isAlone: false })
    expect(places.peak()).toBe(3)
  })

  it('are filled as soon as the limit grows, though nothing is over', async () => {
    let limit = 1
    const places = createPlaces(() => limit)
    const begun: number[] = []
    const gate = Promise.withResolvers<void>()
    const filled = places.fill([1, 2, 3], async (entry) => {
      await places.take(() => {
        begun.push(entry)
        return gate.promise
      })
    })
    expect(begun).toEqual([1])
    limit = 2
    places.lookAgain()
    await new Promise(setImmediate)
    expect(begun).toEqual([1, 2])
    gate.resolve()
    await filled

    expect(begun).toEqual([1, 2, 3])
    expect(places.peak()).toBe(2)
  })

  it('say whether something was alone', async () => {
    const places = createPlaces(() => 2)
    const gate = Promise.withResolvers<void>()
    const first = places.take(() => gate.promise)
    const second = places.take(async () => gate.resolve())

    expect([(await first).isAlone, (await second).isAlone]).toEqual([false, false])
    expect((await places.take(async () => {})).isAlone).toBe(true)
  })
})

describe('the progress of probes', () => {
  it.each([
    [23, 263, 12.4, '23 of 263 negative tests, about 12.0 s left'],
    [263, 263, 0, '263 of 263 negative tests'],
    [98, undefined, 0, '98 negative tests so far'],
  ])('after %i of %s, with %d s left, is "%s"', (sent, total, left, text) => {
    expect(formatProbeProgress(sent, total, left)).toBe(text)
  })
})
