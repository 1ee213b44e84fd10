import { describe, expect, it } from 'vitest'
import { isObject } from '../../protocol/encoding/json.ts'
import { variants } from '../../suites/document/all/variants.ts'
import { changeResult } from '../../suites/document/kit/mutations.ts'
import { variant } from '../../suites/document/model/fault.ts'
import { createProbing } from '../../suites/document/run/probes/catalogue.ts'
import { playedAgainst, servedOf } from './bent-targets.ts'
import { withOutcome } from './playing.ts'

/** The reference issuer answers one method: it cannot be asked by POST after a GET. */
const notServed = 'META/returns-404-to-get-where-no-method-was-agreed-on'

const deeds = servedOf(variants).filter(({ id }) => id !== notServed)

/** Lies are put before these as well: what they do otherwise must not look like a wrong answer to a lie. */
const lyingTo = new Set([
  'CRED/has-many-digests-that-belong-to-no-disclosure',
  'NONCE/returns-any-string',
  'STATUS/has-an-unknown-header-parameter',
  'BODY/accepts-a-callback-with-an-empty-response',
  'SD/includes-a-member-of-the-payload-in-its-answer',
])

const probing = createProbing({ members: 1, seed: 1 })

describe('a target with a legal variant', () => {
  it.each(deeds)('is not accused behind an address: $id', async (one) => {
    const report = await playedAgainst(one)

    expect(withOutcome(report, 'harnessError')).toEqual([])
    expect(withOutcome(report, 'failed')).toEqual([])
  })

  it('is there in every way in which somebody can be served', () => {
    expect(deeds.length).toBeGreaterThan(190)
    expect(new Set(deeds.flatMap(({ there }) => Object.keys(there)))).toEqual(
      new Set(['issuer', 'statusService', 'walletBackend', 'verifier']),
    )
  })
})

describe('a target with a legal variant that gets probes', () => {
  const chosen = deeds.filter(({ id }) => lyingTo.has(id))

  it('is each of the chosen ones', () => {
    expect(new Set(chosen.map(({ id }) => id))).toEqual(lyingTo)
  })

  it.each(chosen)('is not accused behind an address: $id', async (one) => {
    const report = await playedAgainst(one, { sendProbes: probing })

    expect(report.sessions.map(({ ended }) => ended)).not.toContain('unavailable')
    expect(withOutcome(report, 'harnessError')).toEqual([])
    expect(withOutcome(report, 'failed')).toEqual([])
  })
})

describe('a target that is too strict', () => {
  const tooStrict = variant(
    'SD',
    'wants to see a photo',
    changeResult('verifier', 'decide', (made, [claims]) =>
      // What the usual sessions show, whole and in parts, is left alone: they find it already.
      Object.keys(claims).length > 1 && !isObject(claims.ResidentImage) && claims.ResidentImage === undefined
        ? { accepted: false, refused: ['CLAIM-ResidentImage'] }
        : made,
    ),
  )

  it('is found by what is legal', async () => {
    const [one] = servedOf([tooStrict])
    const report = one && (await playedAgainst(one, { sendProbes: probing }))
    const found = report?.results.find(({ id }) => id === 'SD-ANY-SUBSET')

    expect(found?.outcome).toBe('failed')
    expect(found?.findings.map(({ expected, actual }) => `${expected}, ${actual}`)).toContain('accepted, refused')
  })
})
