import { describe, expect, it } from 'vitest'
import { exchangeVariants } from '../../suites/exchange-variants.ts'
import { variants } from '../../suites/variants.ts'
import { playedAgainst, servedOf } from './bent-targets.ts'
import { withOutcome } from './playing.ts'

const deeds = servedOf([...variants, ...exchangeVariants])

describe('an honest target that surprises', () => {
  it.each(deeds)('is not accused behind an address: $id', { timeout: 20_000 }, async (one) => {
    const report = await playedAgainst(one)

    expect(withOutcome(report, 'harnessError')).toEqual([])
    expect(withOutcome(report, 'failed')).toEqual([])
  })

  it('is there in every way that somebody can be served in', () => {
    expect(deeds.length).toBeGreaterThan(190)
    expect(new Set(deeds.flatMap(({ there }) => Object.keys(there)))).toEqual(
      new Set(['issuer', 'statusService', 'walletBackend', 'verifier']),
    )
  })
})
