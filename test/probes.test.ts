import { beforeAll, describe, expect, it } from 'vitest'
import type { Profile } from '../model/decision.ts'
import type { ProbeResult } from '../model/probe.ts'
import { createDecider } from '../src/judge/decisions.ts'
import { referenceOptions, referenceSettings } from '../src/prove/live-run.ts'
import { createProbing } from '../src/run/probes/catalogue.ts'
import { runAndJudge } from '../src/run/run.ts'
import type { JudgedRun } from '../src/run/run-report.ts'
import { createSessionStore } from '../src/run/sessions/session-store.ts'
import { probes as all } from '../suites/all/probes.ts'

/** The whole cast, with lies put before everybody who has to refuse them. */
const played = (given: Readonly<Record<string, string>> = {}, neglected?: string): Promise<JudgedRun> =>
  runAndJudge(
    { ...referenceSettings, decisions: given },
    {
      clock: () => 1_795_000_000_000,
      tool: { name: 'assay', version: '0' },
      routes: {},
      signal: new AbortController().signal,
      record: () => {},
      progress: () => {},
      sendProbes: createProbing({ members: 1, seed: 1 }),
      ...(neglected !== undefined && { disabledValidation: neglected }),
    },
  )

const wrong = ({ probes }: JudgedRun): readonly ProbeResult[] =>
  probes.filter(({ answer, expected }) => answer !== expected)

const outcomeOf = ({ results }: JudgedRun, id: string) =>
  results.find(({ requirement }) => requirement.id === id)?.outcome

describe('an honest cast that is lied to', () => {
  let honest: JudgedRun
  beforeAll(async () => {
    honest = await played({ 'code.presented': 'request' })
  })

  it('refuses every lie, and accepts what is only surprising', () => {
    expect(honest.probes.length).toBeGreaterThan(500)
    expect(wrong(honest)).toEqual([])
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
  ])('shows that %s is kept', (id) => {
    expect(outcomeOf(honest, id)).toBe('passed')
  })
})

describe('honest judges, whatever was agreed', () => {
  it.each([
    ['profile', 'rfc9901'],
    ['profile', 'sd-jwt-vc'],
    ['profile', 'openid4vci-1.0'],
    ['sd.digest', 'parts-json-value'],
    ['nonce.singleUse', 'until-expiry'],
    ['times.skew', '0'],
    ['encryption.keyAlg', 'sibling'],
    ['encryption.requestSerialization', 'json'],
    ['callback.credentialForm', 'encrypted'],
  ])('of %s = %s are accused of nothing', async (name, value) => {
    const settings = name === 'profile' ? { profile: value as Profile } : { decisions: { [name]: value } }
    const stage = createSessionStore(
      { ...referenceSettings, ...settings },
      referenceOptions,
      createDecider({ ...referenceSettings, ...settings }).decide,
    )
    const probes = await createProbing({ members: 1, seed: 1 })(stage)

    expect(probes.length).toBeGreaterThan(400)
    expect(probes.filter(({ answer, expected }) => answer !== expected)).toEqual([])
  })
})

// That every other one is exposed as well stands in `negligence.test.ts`.
describe('a run before judges that neglect one validation', () => {
  it.each([
    ['ATT-SIGNED', 'FLOW-VALIDATES'],
    ['OFFER-SINGLE-USE', 'OFFER-SINGLE-USE'],
  ])('of %s is exposed by %s', async (neglected, exposed) => {
    const result = await played({ 'code.presented': 'request' }, neglected)

    expect(wrong(result).length).toBeGreaterThan(0)
    expect(outcomeOf(result, exposed)).toBe('failed')
  })
})

describe('a trick', () => {
  it('shows something that whoever it is played on has to do: of others nothing is judged', () => {
    expect(all.filter(({ requirement, receiver }) => requirement.binds !== receiver).map(({ id }) => id)).toEqual([])
    expect(all.filter(({ requirement }) => !('byProbes' in requirement.seen)).map(({ id }) => id)).toEqual([])
  })
})
