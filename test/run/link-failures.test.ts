import { describe, expect, it } from 'vitest'
import type { ReportedResult } from '../../model/run-report.ts'
import { html } from '../../reporters/html.ts'
import { junit } from '../../reporters/junit.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { sharedMistakes } from '../../suites/document/all/shared-mistakes.generated.ts'
import { linkFailures } from '../../suites/document/kit/link-failures.ts'
import { failed, nonconformant, passed } from '../reporters/small-report.ts'

const fail = (...ids: readonly string[]): readonly ReportedResult[] => ids.map((id) => ({ ...failed, id }))

const links = (results: readonly ReportedResult[]) =>
  linkFailures(results).flatMap(({ id, followsFrom }) => (followsFrom ? [[id, followsFrom.id]] : []))

describe('failures that one mistake is known to cause', () => {
  it('refer to the one that the mistake is about', () => {
    expect(links(fail('LINK-ONE', 'ENC-REQUEST', 'LINK-CLOSED', 'META-TIME'))).toEqual([
      ['LINK-ONE', 'ENC-REQUEST'],
      ['LINK-CLOSED', 'ENC-REQUEST'],
    ])
  })

  it('stand alone where one of them passed', () => {
    expect(links([...fail('ENC-REQUEST', 'LINK-ONE'), { ...passed, id: 'LINK-CLOSED' }])).toEqual([])
  })

  it('follow from one other, by the mistake that explains most', () => {
    const all = fail('REQ-COVERED', 'ENC-REQUEST', 'LINK-ONE', 'LINK-CLOSED', 'LINK-OPAQUE')

    expect(links(all)).toEqual(all.slice(1).map(({ id }) => [id, 'REQ-COVERED']))
  })

  it('name the mistake where only one is known', () => {
    const [, iss] = linkFailures(fail('CNF-HOLDER', 'ATT-BOUND'))
    const [, sealed] = linkFailures(fail('ATT-ALG', 'ATT-SIGNED'))

    expect(iss?.followsFrom?.mistake).toBe('the issuer binds to a key that the wallet does not have')
    expect(sealed?.followsFrom).toEqual({ id: 'ATT-ALG' })
  })

  it('are linked again when a run is judged again', () => {
    const [first, second] = linkFailures(fail('CNF-HOLDER', 'ATT-BOUND'))

    expect(links([first, { ...passed, id: second?.id }] as readonly ReportedResult[])).toEqual([])
  })

  it('are requirements that there are', () => {
    const ids = new Set(requirements.map(({ id }) => id))

    expect(sharedMistakes.flatMap(({ fails }) => fails.filter((id) => !ids.has(id)))).toEqual([])
  })
})

describe('what is shown of them', () => {
  const report = { ...nonconformant, results: linkFailures(fail('ATT-BOUND', 'CNF-HOLDER')) }

  it('is the first in full, and the others below it', () => {
    const text = [...createTerminalReporter(plainPaint).render(report)].join('\n')

    expect(text.match(/a digest over one array/g)).toHaveLength(1)
    expect(text).toMatch(
      /✖ CNF-HOLDER[^✖]*✖ ATT-BOUND.*\n.*one mistake can cause all of these failures, such as: the issuer binds/,
    )
  })

  it('is everything, with a reference, in files', () => {
    expect([...junit.render(report)].join('\n')).toMatch(/may follow\s+from CNF-HOLDER: one mistake can fail both/)
    expect([...html.render(report)].join('\n')).toMatch(/It may follow from <a href="#CNF-HOLDER">/)
  })
})
