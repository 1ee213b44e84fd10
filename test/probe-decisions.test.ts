import { describe, expect, it } from 'vitest'
import type { Profile } from '../model/decision.ts'
import { createDecider } from '../src/judge/decisions.ts'
import { referenceOptions, referenceSettings } from '../suites/document/prove/live-run.ts'
import { createProbing } from '../suites/document/run/probes/catalogue.ts'
import { createSessionStore } from '../suites/document/run/sessions/session-store.ts'
import { listWrong, outcomeOf, runProbes } from './probed-run.ts'

describe('reference actors under other decisions', () => {
  it.each([
    ['profile', 'document-rfc9901'],
    ['profile', 'document-sd-jwt-vc'],
    ['profile', 'document-openid4vci'],
    ['sd.digest', 'parts-json-value'],
    ['nonce.singleUse', 'until-expiry'],
    ['times.skew', '0'],
    ['encryption.keyAlg', 'sibling'],
    ['encryption.requestSerialization', 'json'],
    ['callback.credentialForm', 'encrypted'],
  ])('handle every probe correctly under %s = %s', async (name, value) => {
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
