import { describe, expect, it } from 'vitest'
import { html } from '../../reporters/html.ts'
import { makeStatement } from '../../src/claim/statement.ts'
import { renderStatement } from '../../src/claim/statement-page.ts'
import { specification } from '../../suites/document/specification.ts'
import { listSpecifications } from '../../suites/suites.ts'
import { playWhole } from '../whole-run.ts'

describe('the text that was tested', () => {
  it('is named in a report and its page, in a statement and its page', async () => {
    const { report } = await playWhole()
    const statement = makeStatement(report, {
      digests: { report: '', record: '' },
      signer: { jwk: {}, thumbprint: '' },
      statedAt: report.startedAt,
    })

    expect(report.specifications).toEqual([specification])
    expect(statement.specifications).toEqual([specification])
    expect([...html.render(report)].join('\n')).toContain(specification)
    expect(renderStatement(statement)).toContain(specification)
  })

  it('is that of a standard, and of those below it', () => {
    expect(listSpecifications('haip-1.0').map((each) => each.replace(/,.*/, ''))).toEqual([
      'OpenID4VC High Assurance Interoperability Profile 1.0',
      'OpenID for Verifiable Presentations 1.0',
      'OpenID for Verifiable Credential Issuance 1.0',
    ])
  })
})
