import { describe, expect, it } from 'vitest'
import { writeHeadline } from '../../reporters/html/headline.ts'
import { conformant } from './small-report.ts'

describe('the headline of a run with a risk', () => {
  const { verdict } = conformant
  const reason = {
    code: 'risk',
    text: '1 security requirement failed that the document does not make mandatory',
    count: 1,
  } as const
  const { text, sentences } = writeHeadline({
    ...conformant,
    verdict: { ...verdict, result: 'unsafe', exitCode: 1, claimable: false, reasons: [reason] },
  })

  it('names the gate that was not passed', () => {
    expect(text).toBe('The issuer did not pass the go-live gate.')
  })

  it('says that no mandatory requirement failed, and does not say that the target conforms', () => {
    expect(sentences).toContain('No mandatory requirement failed.')
    expect(sentences.join(' ')).not.toMatch(/conforms/)
  })
})
