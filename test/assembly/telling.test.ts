import { describe, expect, it } from 'vitest'
import { quiet, rehearsed } from '../../src/assembly/live.ts'
import type { Player } from '../../src/assembly/probes/player.ts'
import { inBatches } from '../../src/assembly/probes/twins.ts'
import { stageFor } from '../../src/assembly/stage.ts'
import { answersUnder } from '../../src/harness/answers.ts'
import { meaningOf } from '../../src/harness/answers-to-probes.ts'
import type { Answer, Probed } from '../../src/model/probe.ts'
import type { Hop } from '../../src/model/wire.ts'

const hop = (status: number): Hop => ({
  ...{ number: 1, session: 'probe-1', endpoint: 'validate', from: 'identity app', to: 'issuer', sent: 0, took: 0 },
  asked: { method: 'POST', url: 'https://issuer.example/validate', headers: {} },
  replied: { status, headers: {}, body: '{}' },
})

const lie = (answer: Answer): Probed => ({
  ...{ id: 'a', shows: 'FLOW-VALIDATES', judge: 'issuer', deed: 'lies', expected: 'refused', answer },
})

/** What is told of lies, two to a batch, where one of the honest twins meets a server on a bad day. */
function toldWhere(isBad: (twin: number) => boolean, ...answers: readonly Answer[]) {
  let twins = 0
  const play: Player = async () => [hop(isBad(++twins) ? 503 : 200)]
  return inBatches(answers, 2, 'issuer', play, '4xx', async (answer) => [lie(answer)])
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

    expect(told.map(({ answer }) => answer)).toEqual(['undecided', 'accepted', 'refused'])
    expect(told[0]?.reason).toBe('the honest twin before it was not accepted either')
  })
})

describe('an answer', () => {
  it.each([
    [200, 'accepted'],
    [400, 'refused'],
    [403, 'refused'],
    [429, 'undecided'],
    [503, 'undecided'],
  ])('of %i means that it is %s', (status, meaning) => {
    expect(meaningOf(hop(status).replied, '4xx')).toBe(meaning)
  })
})

describe('a session behind a door', () => {
  it('has the addresses that it had after it is over as well', () => {
    const settings = {
      ...rehearsed,
      targets: { wallet: { url: 'exec:wallet' } },
      listen: { host: '127.0.0.1', port: 4801 },
    }
    const stage = stageFor(
      settings,
      { ...quiet, drivers: { wallet: { order: () => Promise.reject(new Error('nobody')), close: async () => {} } } },
      answersUnder(settings).decide,
    )
    const passage = { hop: { ...hop(200), session: 'probe-7' }, asked: [], replied: [] }

    expect(stage.known([passage]).issuer).toBe('http://127.0.0.1:4801/s/probe-7')
    expect(stage.known([]).issuer).toBe('http://127.0.0.1:4801')
  })
})
