import { beforeAll, describe, expect, it } from 'vitest'
import { quiet, rehearsed } from '../src/assembly/live.ts'
import { probingWith } from '../src/assembly/probes/catalogue.ts'
import { type Played, playAndJudge } from '../src/assembly/run.ts'
import { stageFor } from '../src/assembly/stage.ts'
import { answersUnder } from '../src/harness/answers.ts'
import type { Preset } from '../src/model/decision.ts'
import type { Probed } from '../src/model/probe.ts'
import { duty } from '../suites/exchange-checks.ts'
import { tricks as models } from '../suites/models/tricks.ts'
import { surprises } from '../suites/surprises.ts'
import { tricks } from '../suites/tricks.ts'

/** The whole cast, with lies put before everybody who has to refuse them. */
const played = (given: Readonly<Record<string, string>> = {}, neglected?: string): Promise<Played> =>
  playAndJudge(
    { ...rehearsed, given },
    {
      clock: () => 1_795_000_000_000,
      tool: { name: 'assay', version: '0' },
      lines: {},
      signal: new AbortController().signal,
      record: () => {},
      progress: () => {},
      probing: probingWith({ members: 1, seed: 1 }),
      ...(neglected !== undefined && { neglected }),
    },
  )

const wrong = ({ probes }: Played): readonly Probed[] => probes.filter(({ answer, expected }) => answer !== expected)

const outcomeOf = ({ results }: Played, id: string) => results.find(({ requirement }) => requirement.id === id)?.outcome

describe('an honest cast that is lied to', () => {
  let honest: Played
  beforeAll(async () => {
    honest = await played({ 'code.presented': 'request' })
  }, 60_000)

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
  ])(
    'of %s = %s are accused of nothing',
    async (name, value) => {
      const settings = name === 'profile' ? { profile: value as Preset } : { given: { [name]: value } }
      const stage = stageFor({ ...rehearsed, ...settings }, quiet, answersUnder({ ...rehearsed, ...settings }).decide)
      const probes = await probingWith({ members: 1, seed: 1 })(stage)

      expect(probes.length).toBeGreaterThan(400)
      expect(probes.filter(({ answer, expected }) => answer !== expected)).toEqual([])
    },
    30_000,
  )
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
    const all = [...tricks, ...models, ...surprises]

    expect(all.filter(({ shows, judge }) => shows.binds !== judge).map(({ id }) => id)).toEqual([])
    expect(all.filter(({ shows }) => !duty.has(shows)).map(({ id }) => id)).toEqual([])
  })
})
