import { describe, expect, it } from 'vitest'
import type { ProbeAnswer, ProbeResult } from '../../model/probe.ts'
import type { Message } from '../../model/wire.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { referenceOptions, referenceSettings } from '../../src/prove/live-run.ts'
import { interpretResponse } from '../../src/run/probes/answers.ts'
import { sendBetweenControls } from '../../src/run/probes/controls.ts'
import type { RunProbeSession } from '../../src/run/probes/session-runner.ts'
import { createSessionStore } from '../../src/run/sessions/session-store.ts'

const hop = (status: number): Message => ({
  ...{
    number: 1,
    session: 'probe-1',
    endpoint: 'validate',
    from: 'identity app',
    to: 'issuer',
    sentAt: 0,
    milliseconds: 0,
  },
  request: { method: 'POST', url: 'https://issuer.example/validate', headers: {} },
  response: { status, headers: {}, body: '{}' },
})

const lie = (answer: ProbeAnswer): ProbeResult => ({
  ...{ id: 'a', requirement: 'FLOW-VALIDATES', receiver: 'issuer', description: 'lies', expected: 'refused', answer },
})

/** What is told of lies, two to a batch, where one of the honest twins meets a server on a bad day. */
function toldWhere(isBad: (twin: number) => boolean, ...answers: readonly ProbeAnswer[]) {
  let twins = 0
  const play: RunProbeSession = async () => [hop(isBad(++twins) ? 503 : 200)]
  return sendBetweenControls(answers, 2, 'issuer', play, '4xx', async (answer) => [lie(answer)])
}

describe('lies between honest twins', () => {
  it('count as they were answered where all goes well, with one twin between two batches', async () => {
    let twins = 0
    const told = await toldWhere(
      (twin) => {
        twins = twin
        return false
      },
      ...(['refused', 'accepted', 'refused'] as const),
    )

    expect(told.map(({ answer }) => answer)).toEqual(['refused', 'accepted', 'refused'])
    expect(twins).toBe(3)
  })

  it('count for nothing where they were refused on a bad day; what was accepted was accepted', async () => {
    const told = await toldWhere((twin) => twin === 1, 'refused', 'accepted', 'refused')

    expect(told.map(({ answer }) => answer)).toEqual(['inconclusive', 'accepted', 'refused'])
    expect(told[0]?.reason).toBe('the valid control request before it failed too')
  })
})

describe('an answer', () => {
  it.each([
    [200, 'accepted'],
    [400, 'refused'],
    [403, 'refused'],
    [429, 'inconclusive'],
    [503, 'inconclusive'],
  ])('of %i means that it is %s', (status, meaning) => {
    expect(interpretResponse(hop(status).response, '4xx')).toBe(meaning)
  })
})

describe('a session behind a door', () => {
  it('has the addresses that it had after it is over as well', () => {
    const settings = {
      ...referenceSettings,
      targets: { wallet: { url: 'exec:wallet' } },
      listen: { host: '127.0.0.1', port: 4801 },
    }
    const stage = createSessionStore(
      settings,
      {
        ...referenceOptions,
        drivers: { wallet: { execute: () => Promise.reject(new Error('nobody')), close: async () => {} } },
      },
      createDecider(settings).decide,
    )
    const passage = { message: { ...hop(200), session: 'probe-7' }, request: [], response: [] }

    expect(stage.collectFacts([passage]).issuer).toBe('http://127.0.0.1:4801/s/probe-7')
    expect(stage.collectFacts([]).issuer).toBe('http://127.0.0.1:4801')
  })
})
