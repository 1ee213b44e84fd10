import { beforeAll, describe, expect, it } from 'vitest'
import type { Profile } from '../model/decision.ts'
import type { ProbeResult } from '../model/probe.ts'
import { createDecider } from '../src/judge/decisions.ts'
import { probes as all } from '../suites/document/all/probes.ts'
import { referenceOptions, referenceSettings } from '../suites/document/prove/live-run.ts'
import { createProbing } from '../suites/document/run/probes/catalogue.ts'
import { runAndJudge } from '../suites/document/run/run.ts'
import type { JudgedRun } from '../suites/document/run/run-report.ts'
import { createSessionStore } from '../suites/document/run/sessions/session-store.ts'
import { sample } from './sample.ts'

/** Runs the reference actors and sends them all probes. */
const runProbes = (decisions: Readonly<Record<string, string>> = {}, disabledValidation?: string): Promise<JudgedRun> =>
  runAndJudge(
    { ...referenceSettings, decisions },
    {
      clock: () => 1_795_000_000_000,
      tool: { name: 'assay', version: '0' },
      routes: {},
      signal: new AbortController().signal,
      record: () => {},
      progress: () => {},
      sendProbes: createProbing({ members: 1, seed: 1 }),
      ...(disabledValidation !== undefined && { disabledValidation }),
    },
  )

const listWrong = ({ probes }: JudgedRun): readonly ProbeResult[] =>
  probes.filter(({ answer, expected }) => answer !== expected)

const outcomeOf = ({ results }: JudgedRun, id: string) =>
  results.find(({ requirement }) => requirement.id === id)?.outcome

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

describe('reference actors under other decisions', () => {
  it.each(
    sample(
      [
        ['profile', 'document-rfc9901'],
        ['profile', 'document-sd-jwt-vc'],
        ['profile', 'document-openid4vci'],
        ['sd.digest', 'parts-json-value'],
        ['nonce.singleUse', 'until-expiry'],
        ['times.skew', '0'],
        ['encryption.keyAlg', 'sibling'],
        ['encryption.requestSerialization', 'json'],
        ['callback.credentialForm', 'encrypted'],
      ],
      4,
    ),
  )('handle every probe correctly under %s = %s', async (name, value) => {
    const settings = name === 'profile' ? { profile: value as Profile } : { decisions: { [name]: value } }
    const store = createSessionStore(
      { ...referenceSettings, ...settings },
      referenceOptions,
      createDecider({ ...referenceSettings, ...settings }).decide,
    )
    const probes = await createProbing({ members: 1, seed: 1 })(store)

    expect(probes.length).toBeGreaterThan(400)
    expect(probes.filter(({ answer, expected }) => answer !== expected)).toEqual([])
  })
})

// The others are in `disabled-validations.test.ts`.
describe('a run of reference actors with one disabled validation', () => {
  it.each([
    ['ATT-SIGNED', 'FLOW-VALIDATES'],
    ['OFFER-SINGLE-USE', 'OFFER-SINGLE-USE'],
  ])('of %s fails %s', async (disabled, failed) => {
    const judgedRun = await runProbes({ 'code.presented': 'request' }, disabled)

    expect(listWrong(judgedRun).length).toBeGreaterThan(0)
    expect(outcomeOf(judgedRun, failed)).toBe('failed')
  })
})

describe('a stateful probe', () => {
  it('tests a requirement of its receiver', () => {
    const strays = all.filter(({ requirement, receiver }) => ![receiver, 'everyone'].includes(requirement.binds))
    expect(strays.map(({ id }) => id)).toEqual([])
  })
})
