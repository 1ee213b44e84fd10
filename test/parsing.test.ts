import { beforeAll, describe, expect, it } from 'vitest'
import { createRecorder } from '../src/privacy/redact-message.ts'
import type { Message } from '../suites/document/model/endpoints.ts'
import { createMessageParser } from '../suites/document/model/parse-message.ts'
import { decryptionKeys } from '../suites/document/reference/actors.ts'
import { createProbeCatalogue } from '../suites/document/run/probes/catalogue.ts'
import { sendProbes } from '../suites/document/run/probes/send-probes.ts'
import { createRecording } from '../suites/document/run/recording/recording.ts'
import { run } from '../suites/document/run/run.ts'
import type { SessionStore } from '../suites/document/run/sessions/session-store.ts'
import { settings } from './whole-run.ts'

/** Counts how often each side of each message is parsed. */
function countParses() {
  const counts = new Map<string, number>()
  const onParse = ({ session, number }: Message, side: string): void => {
    const key = `${session} ${number} ${side}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return { counts, onParse }
}

/** Sends the probes of one section, so that the test is short. */
const sendSomeProbes = (store: SessionStore) => {
  const catalogue = createProbeCatalogue(store, { members: 1, seed: 1 })
  const isInSection = ({ id }: { readonly id: string }): boolean => /^(ATT|NONCE)-/.test(id)
  return sendProbes(store, {
    ...catalogue,
    faults: catalogue.faults.filter(isInSection),
    statefulProbes: catalogue.statefulProbes.filter(isInSection),
  })
}

describe('a run with a record, probes and tamperings', () => {
  const { counts, onParse } = countParses()
  let messages: readonly Message[] = []
  let probes = 0
  beforeAll(async () => {
    const record = createRecorder(createRecording(settings))
    const completed = await run(settings, {
      clock: () => 1000 * (settings.now ?? 0),
      tool: { name: 'assay', version: '0.0.0' },
      routes: {},
      signal: new AbortController().signal,
      record: (message) => void record(message),
      progress: () => {},
      sendProbes: sendSomeProbes,
      onParse,
    })
    messages = completed.messages
    probes = completed.report.probes.length
  })

  it('parses each side of a message once', () => {
    expect([...counts].filter(([, count]) => count !== 1)).toEqual([])
  })

  it('parses every message of its planned sessions that has a kind', () => {
    const expected = messages.filter(({ endpoint }) => endpoint === 'validate' || endpoint === 'walletCallback')
    const keys = expected.map(({ session, number }) => `${session} ${number} request`)

    expect(keys.length).toBeGreaterThan(5)
    expect(keys.filter((key) => !counts.has(key))).toEqual([])
  })

  it('parses the messages of its probes as well', () => {
    const ofProbes = [...counts.keys()].filter((key) => key.startsWith('probe-'))

    expect(probes).toBeGreaterThan(20)
    expect(ofProbes.length).toBeGreaterThan(probes)
  })
})

describe('a message parser', () => {
  const message: Message = {
    ...{ number: 1, session: 'first', endpoint: 'nonce', from: 'wallet', to: 'issuer', sentAt: 0, milliseconds: 0 },
    request: { method: 'POST', url: 'https://issuer.example/nonce', headers: {} },
    response: { status: 200, headers: {}, body: '{"c_nonce":"x"}' },
  }

  it('parses no side that is not read', () => {
    const { counts, onParse } = countParses()
    createMessageParser(decryptionKeys, onParse)(message)

    expect(counts.size).toBe(0)
  })

  it('parses a side once, however often it is read', () => {
    const { counts, onParse } = countParses()
    const parse = createMessageParser(decryptionKeys, onParse)
    const artefacts = [parse(message).response, parse(message).response]

    expect([...counts]).toEqual([['first 1 response', 1]])
    expect(artefacts[0]).toBe(artefacts[1])
  })

  it('has no artefact in a side that has no kind', () => {
    const { counts, onParse } = countParses()

    expect(createMessageParser(decryptionKeys, onParse)(message).request).toEqual([])
    expect(counts.size).toBe(0)
  })
})
