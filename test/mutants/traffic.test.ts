import { describe, expect, it } from 'vitest'
import { listLines, numberDrawn } from '../../mutants/traffic.ts'
import type { CertificateDraft } from '../../protocol/x509/certificate-write.ts'
import { chainWith, publicOf } from '../chain.ts'
import { otherEcKey } from '../keys.ts'

const show = (change?: Partial<CertificateDraft>): readonly string[] => {
  const body = JSON.stringify({ x5c: chainWith(change).map((der) => der.toString('base64')) })
  const request = { method: 'POST', url: 'https://issuer.example/credential', headers: {}, body }
  const message = { number: 1, session: 'a', endpoint: 'credential', request }
  const seen = { cases: [], trials: [], notes: [], untested: [], recording: { messages: [message], sessions: [] } }
  return numberDrawn(listLines(seen as never, true), new Set())
}

describe('what a mutant shows', () => {
  it('is the same where its certificates were signed again', () => {
    expect(show()).toEqual(show())
  })

  it('is different where a certificate is for another name or the key of another', () => {
    expect(show({ subject: 'Another key' })).not.toEqual(show())
    expect(show({ publicKey: publicOf(otherEcKey) })).not.toEqual(show())
  })
})
