import { beforeAll, describe, expect, it } from 'vitest'
import { quiet, rehearsed } from '../../src/assembly/live.ts'
import { probingWith } from '../../src/assembly/probes/catalogue.ts'
import { stageFor } from '../../src/assembly/stage.ts'
import { hire } from '../../src/cli/threads/crew.ts'
import type { Share } from '../../src/cli/threads/lies.ts'
import { answersUnder } from '../../src/harness/answers.ts'
import type { Probed } from '../../src/model/probe.ts'

const sampling = { members: 1, seed: 1 }

/** What so many threads make of the same lies. */
async function shared(threads: number, signal = new AbortController().signal, heard = (_: Share): void => {}) {
  const crew = hire<Share>('lies', { settings: rehearsed, sampling }, threads)
  const shares: Share[] = []
  try {
    await crew.work((share) => {
      shares.push(share)
      heard(share)
    }, signal)
  } finally {
    await crew.dismiss()
  }
  return { shares, probes: shares.flatMap(({ told }) => told) }
}

const told = ({ id, judge, deed, answer }: Probed): string => `${judge}: ${id} (${deed}) ${answer}`

describe('threads that share the lies of a run', () => {
  let three: Awaited<ReturnType<typeof shared>>
  beforeAll(async () => {
    three = await shared(3)
  }, 60_000)

  it('hear what one process hears that puts them one after the other', async () => {
    const stage = stageFor(rehearsed, quiet, answersUnder(rehearsed).decide)
    const alone = await probingWith(sampling)(stage)

    expect(three.probes.map(told)).toEqual(alone.map(told))
    expect(alone.length).toBeGreaterThan(500)
  }, 60_000)

  it('keep nothing of what was answered as it has to be', () => {
    expect(three.shares.flatMap(({ hops }) => hops)).toEqual([])
    expect(three.probes.filter(({ session }) => session !== undefined)).toEqual([])
    expect(three.shares.reduce((sum, { effects }) => sum + effects.calls, 0)).toBeGreaterThan(2_000)
  })

  it('stop when the run is interrupted, and what was heard until then counts', async () => {
    const interruption = new AbortController()
    const { probes } = await shared(2, interruption.signal, () => interruption.abort())

    expect(probes.length).toBeGreaterThan(0)
    expect(probes.length).toBeLessThan(three.probes.length)
    expect(probes).toEqual(three.probes.slice(0, probes.length))
  }, 60_000)
})

describe('a crew', () => {
  it('hands on what its listener throws, and does not hang', async () => {
    const crew = hire<Share>('lies', { settings: rehearsed, sampling }, 1)
    const work = crew.work(() => {
      throw new Error('the disk is full')
    }, new AbortController().signal)

    await expect(work.finally(crew.dismiss)).rejects.toThrow('the disk is full')
  })

  it('hands on why a thread could not begin, however late somebody asks', async () => {
    const crew = hire<Share>('lies', undefined, 1)
    const failed = await crew
      .work(() => {}, new AbortController().signal)
      .finally(crew.dismiss)
      .catch((error: unknown) => error)

    expect(failed).toBeInstanceOf(TypeError)
  })

  it('does nothing where it is too late already', async () => {
    const crew = hire<Share>('lies', { settings: rehearsed, sampling }, 1)
    const heard: Share[] = []
    await crew.work((share) => heard.push(share), AbortSignal.abort())
    await crew.dismiss()

    expect(heard).toEqual([])
  })
})
