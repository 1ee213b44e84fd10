import { describe, expect, it } from 'vitest'
import type { ProbeAnswer, ProbeResult } from '../../model/probe.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { probes } from '../../suites/document/deeplink/probes.ts'
import type { Message } from '../../suites/document/model/endpoints.ts'
import type { ProbeContext } from '../../suites/document/model/probe.ts'
import { referenceOptions, referenceSettings } from '../../suites/document/prove/live-run.ts'
import { interpretMessages, interpretResponse } from '../../suites/document/run/probes/answers.ts'
import { isControlAccepted, sendBetweenControls } from '../../suites/document/run/probes/controls.ts'
import type { RunProbeSession } from '../../suites/document/run/probes/probe-path.ts'
import { createSideBySide } from '../../suites/document/run/probes/side-by-side/side-by-side.ts'
import { createSessionStore } from '../../suites/document/run/sessions/session-store.ts'

const createMessage = (status: number, body = '{}'): Message => ({
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
  response: { status, headers: {}, body },
})

const createResult = (answer: ProbeAnswer): ProbeResult => ({
  ...{
    id: 'a',
    requirement: 'FLOW-VALIDATES',
    receiver: 'issuer',
    description: 'omits `device_id`',
    expected: 'refused',
    answer,
  },
})

/** Sends probes with these answers, two in a batch, where some controls get a status of 503. */
function sendProbes(isUnavailable: (control: number) => boolean, ...answers: readonly ProbeAnswer[]) {
  let controls = 0
  const runSession: RunProbeSession = async () => [createMessage(isUnavailable(++controls) ? 503 : 200)]
  const sendControl = () => isControlAccepted('issuer', runSession, '4xx')
  return sendBetweenControls(answers, 2, sendControl, async (some) => some.map((answer) => [createResult(answer)]))
}

describe('probes between controls', () => {
  it('keep their answers if all controls are accepted, with one control between two batches', async () => {
    let controls = 0
    const results = await sendProbes(
      (control) => {
        controls = control
        return false
      },
      ...(['refused', 'accepted', 'refused'] as const),
    )

    expect(results.map(({ answer }) => answer)).toEqual(['refused', 'accepted', 'refused'])
    expect(controls).toBe(3)
  })

  it('are inconclusive if they are refused and a control fails; an accepted probe stays accepted', async () => {
    const results = await sendProbes((control) => control === 1, 'refused', 'accepted', 'refused')

    expect(results.map(({ answer }) => answer)).toEqual(['inconclusive', 'accepted', 'refused'])
    expect(results[0]?.reason).toBe('the valid control request before it failed too')
  })
})

describe('controls', () => {
  const accept = { send: async () => 'accepted' as const, isDoubtful: () => false }

  it('count as the one before if less was sent since than a batch has, and are sent after each batch', async () => {
    const store = createSessionStore(referenceSettings, referenceOptions, createDecider(referenceSettings).decide)
    const side = createSideBySide(store)
    const path = {}
    const countOne = async (less: number): Promise<number> => {
      const before = side.countSent()
      await side.sendControl(accept, path, less)
      return side.countSent() - before
    }
    const sent = [await countOne(80), await countOne(80), await countOne(1), await countOne(0)]
    await side.sendAll([accept, accept])

    expect([...sent, await countOne(3), await countOne(1)]).toEqual([1, 0, 0, 1, 0, 1])
  })

  it('that are refused are sent again', async () => {
    const store = createSessionStore(referenceSettings, referenceOptions, createDecider(referenceSettings).decide)
    const side = createSideBySide(store)
    const path = {}
    const refuse = { ...accept, send: async () => 'refused' as const }

    expect([
      await side.sendControl(accept, path, 80),
      await side.sendControl(refuse, path, 0),
      await side.sendControl(refuse, path, 80),
    ]).toEqual(['accepted', 'refused', 'refused'])
  })
})

describe('a valid message that is refused', () => {
  /** Sends it to a receiver that refuses some of the valid messages. */
  function sendLegal(isRefused: (message: number) => boolean) {
    let sent = 0
    const runSession: RunProbeSession = async () => [createMessage(isRefused(++sent) ? 400 : 200)]
    const sendControl = () => isControlAccepted('issuer', runSession, '4xx')
    return sendBetweenControls([{}], 2, sendControl, async () => {
      const answer = isRefused(++sent) ? 'refused' : 'accepted'
      return [[{ ...createResult(answer), expected: 'accepted' } satisfies ProbeResult]]
    })
  }

  it('counts where it is the only one', async () => {
    expect(await sendLegal((message) => message === 2)).toMatchObject([{ answer: 'refused' }])
  })

  it('is inconclusive where the receiver refuses every other message', async () => {
    expect(await sendLegal((message) => message % 2 === 0)).toMatchObject([
      { answer: 'inconclusive', reason: 'the valid control request after it failed too' },
    ])
  })
})

describe('a response', () => {
  it.each([
    [200, 'accepted'],
    [400, 'refused'],
    [403, 'refused'],
    [429, 'inconclusive'],
    [503, 'inconclusive'],
  ])('with status %i is %s', (status, answer) => {
    expect(interpretResponse(createMessage(status).response, '4xx')).toBe(answer)
  })

  it.each([
    ['{"error":"invalid_request"}', 'refused'],
    ['{"error":null}', 'accepted'],
    ['eyJh.eyJi.c2ln', 'accepted'],
    ['', 'accepted'],
  ])('with status 200 and the body %j is %s where an error is a refusal, by decision', (body, answer) => {
    const { response } = createMessage(200, body)

    expect(interpretResponse(response, 'no-success')).toBe(answer)
    expect(interpretResponse(response, '4xx')).toBe('accepted')
  })

  it('that opens no session is a refusal of the Issuer Config request, by decision', () => {
    const message: Message = { ...createMessage(200, '{"message":"unknown device"}'), endpoint: 'issuerConfig' }

    expect(interpretMessages([message], 'issuer', 'issuer-config-request', 'no-success')).toBe('refused')
  })
})

describe('a deeplink that is opened again', () => {
  const createStep = (number: number, endpoint: Message['endpoint'], body = '{}'): Message => ({
    ...createMessage(200, body),
    number,
    endpoint,
  })
  const again = probes.find(({ description }) => description.includes('after its session has ended'))
  const answerAfter = (body: string) => {
    const steps = [createStep(1, 'deeplink'), createStep(2, 'walletCallback', body), createStep(3, 'deeplink')]
    const messages = [...steps, createStep(4, 'walletCallback')]
    const readAnswer: ProbeContext['readAnswer'] = (response) => interpretResponse(response, 'no-success')
    return again?.run({ runSession: async () => messages, readAnswer } as Partial<ProbeContext> as ProbeContext)
  }

  it('is accepted if it was delivered before, and not where that delivery got an error', async () => {
    expect(await answerAfter('{}')).toBe('accepted')
    expect(await answerAfter('{"error":"try_again"}')).toBe('inconclusive')
  })
})

describe('a session with a path of its own', () => {
  it('has the same addresses after its end', () => {
    const settings = {
      ...referenceSettings,
      targets: { wallet: { url: 'exec:wallet' } },
      listen: { host: '127.0.0.1', port: 4801 },
    }
    const store = createSessionStore(
      settings,
      {
        ...referenceOptions,
        drivers: { wallet: { execute: () => Promise.reject(new Error('not called')), close: async () => {} } },
      },
      createDecider(settings).decide,
    )
    const message = { message: { ...createMessage(200), session: 'probe-7' }, request: [], response: [] }

    expect(store.collectFacts([message]).issuer).toBe('http://127.0.0.1:4801/s/probe-7')
    expect(store.collectFacts([]).issuer).toBe('http://127.0.0.1:4801')
  })
})
