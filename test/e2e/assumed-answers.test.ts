import { describe, expect, it } from 'vitest'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import { playVerifier, sendFaultsOf } from './evading.ts'

const acceptEverything: ActorMutation = { verifier: (original) => ({ ...original, findRefusals: () => [] }) }

describe('a verifier that accepts what is invalid', () => {
  const play = async (decisions = {}) => {
    const { report } = await playVerifier(
      { mutation: acceptEverything },
      {
        settings: { decisions },
        sendProbes: sendFaultsOf('SD-DIGEST/computes-digests-as-under-disclosure', 'CRED-SIGNED'),
      },
    )
    const read = (id: string) => report.results.find((result) => result.id === id)
    return { digest: read('CRED-REFUSED/SD-DIGEST'), signed: read('CRED-REFUSED/CRED-SIGNED'), report }
  }

  it('is not accused of what is right under another answer, as long as ours is a default', async () => {
    const { digest, signed } = await play()

    expect(signed?.outcome).toBe('failed')
    expect(digest?.outcome).toBe('cantTell')
    expect(digest?.reason).toMatch(
      /^would fail with sd\.digest = parts, a default.*would pass with sd\.digest = disclosure/,
    )
  })

  it('is accused once the answer is configured', async () => {
    const { digest } = await play({ 'sd.digest': 'parts' })

    expect(digest?.outcome).toBe('failed')
    expect(digest?.passesUnder).toContain('sd.digest = disclosure')
  })
})
