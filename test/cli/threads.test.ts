import { beforeAll, describe, expect, it } from 'vitest'
import type { ProbeResult } from '../../model/probe.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { startWorkers, type WorkerChoice } from '../../src/workers/pool.ts'
import { referenceOptions, referenceSettings } from '../../suites/document/prove/live-run.ts'
import { createProbing } from '../../suites/document/run/probes/catalogue.ts'
import { createSessionStore } from '../../suites/document/run/sessions/session-store.ts'
import { createProbeJobs, type ProbeJobResult } from '../../suites/document/run/workers/probe-jobs.ts'

const sampling = { members: 1, seed: 1 }

/** What so many threads make of the same lies. */
async function shared(threads: number, signal = new AbortController().signal, heard = (_: ProbeJobResult): void => {}) {
  const crew = startWorkers<ProbeJobResult>(
    new URL('../../suites/document/run/workers/probe-worker.ts', import.meta.url),
    { settings: referenceSettings, sampling },
    { count: threads },
  )
  const shares: ProbeJobResult[] = []
  try {
    await crew.run((share) => {
      shares.push(share)
      heard(share)
    }, signal)
  } finally {
    await crew.stop()
  }
  return { shares, probes: shares.flatMap(({ results: told }) => told) }
}

const told = ({ id, receiver, description, answer }: ProbeResult): string =>
  `${receiver}: ${id} (${description}) ${answer}`

describe('threads that share the probes of a run', () => {
  let three: Awaited<ReturnType<typeof shared>>
  beforeAll(async () => {
    three = await shared(3)
  })

  it('hear what one process hears that puts them one after the other', async () => {
    const stage = createSessionStore(referenceSettings, referenceOptions, createDecider(referenceSettings).decide)
    const alone = await createProbing(sampling)(stage)

    expect(three.probes.map(told)).toEqual(alone.map(told))
    expect(alone.length).toBeGreaterThan(500)
  })

  it('keep nothing of what was answered as it has to be', () => {
    expect(three.shares.flatMap(({ messages: hops }) => hops)).toEqual([])
    expect(three.probes.filter(({ session }) => session !== undefined)).toEqual([])
    expect(three.shares.reduce((sum, { traffic }) => sum + traffic.calls, 0)).toBeGreaterThan(2_000)
  })

  it('stop when the run is interrupted, and what was received until then counts', async () => {
    const interruption = new AbortController()
    const { probes } = await shared(2, interruption.signal, () => interruption.abort())

    expect(probes.length).toBeGreaterThan(0)
    expect(probes.length).toBeLessThan(three.probes.length)
    expect(probes).toEqual(three.probes.slice(0, probes.length))
  })
})

describe('a crew', () => {
  it('has this thread in it, if it is given the jobs, and hears the same', async () => {
    const input = {
      settings: referenceSettings,
      sampling: { ...sampling, selection: { only: ['CRED-REFUSED', 'OFFER-REFUSED'], skip: [] } },
    }
    const run = async (who: WorkerChoice<ProbeJobResult>): Promise<readonly string[]> => {
      const all: string[] = []
      const pool = startWorkers<ProbeJobResult>(
        new URL('../../suites/document/run/workers/probe-worker.ts', import.meta.url),
        input,
        who,
      )
      await pool.run(({ results }) => all.push(...results.map(told)), new AbortController().signal)
      return all
    }
    const apart = await run({ count: 1 })
    const createJobs = () => createProbeJobs(input)

    expect(apart.length).toBeGreaterThan(10)
    expect(await run({ count: 1, createJobs })).toEqual(apart)
    expect(await run({ count: 2, createJobs })).toEqual(apart)
  })

  it('ends where a job of this thread fails', async () => {
    const pool = startWorkers(new URL('data:text/javascript,'), undefined, {
      count: 1,
      createJobs: async () => [() => Promise.reject(new TypeError('a defect'))],
    })

    await expect(pool.run(() => {}, new AbortController().signal)).rejects.toThrow('a defect')
  })

  it('hands on what its listener throws, and does not hang', async () => {
    const crew = startWorkers<ProbeJobResult>(
      new URL('../../suites/document/run/workers/probe-worker.ts', import.meta.url),
      { settings: referenceSettings, sampling },
      { count: 1 },
    )
    const work = crew.run(() => {
      throw new Error('the disk is full')
    }, new AbortController().signal)

    await expect(work.finally(crew.stop)).rejects.toThrow('the disk is full')
  })

  it('hands on why a thread could not begin, however late somebody asks', async () => {
    const crew = startWorkers<ProbeJobResult>(
      new URL('../../suites/document/run/workers/probe-worker.ts', import.meta.url),
      undefined,
      { count: 1 },
    )
    const failed = await crew
      .run(() => {}, new AbortController().signal)
      .finally(crew.stop)
      .catch((error: unknown) => error)

    expect(failed).toBeInstanceOf(TypeError)
  })

  it('does nothing where it is too late already', async () => {
    const crew = startWorkers<ProbeJobResult>(
      new URL('../../suites/document/run/workers/probe-worker.ts', import.meta.url),
      { settings: referenceSettings, sampling },
      { count: 1 },
    )
    const heard: ProbeJobResult[] = []
    await crew.run((share) => heard.push(share), AbortSignal.abort())
    await crew.stop()

    expect(heard).toEqual([])
  })
})
