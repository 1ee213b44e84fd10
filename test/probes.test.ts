import { beforeAll, describe, expect, it } from 'vitest'
import { probes as all } from '../suites/document/all/probes.ts'
import type { JudgedRun } from '../suites/document/run/run-report.ts'
import { listWrong, outcomeOf, runProbes } from './probed-run.ts'

describe('a run of reference actors with probes', () => {
  let judged: JudgedRun
  beforeAll(async () => {
    judged = await runProbes({ 'code.presented': 'request' })
  })

  it('refuses every fault, and accepts every variant', () => {
    expect(judged.probes.length).toBeGreaterThan(500)
    expect(listWrong(judged)).toEqual([])
  })

  it.each([
    'FLOW-VALIDATES',
    'CRED-REFUSED',
    'OFFER-REFUSED',
    'OFFER-SINGLE-USE',
    'CFG-CORRELATES',
    'NONCE-ONCE',
    'NONCE-BOUND',
    'VAL-AUTHENTICATES',
    'VAL-AUTHORIZES',
    'STATUS-OBEYED',
    'ENC-BOUNDED',
  ])('passes %s', (id) => {
    expect(outcomeOf(judged, id)).toBe('passed')
  })
})

describe('a stateful probe', () => {
  it('tests a requirement of its receiver', () => {
    const strays = all.filter(({ requirement, receiver }) => ![receiver, 'everyone'].includes(requirement.binds))
    expect(strays.map(({ id }) => id)).toEqual([])
  })
})
