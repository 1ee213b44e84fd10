import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Statement } from '../../src/claim/statement.ts'
import { renderStatement } from '../../src/claim/statement-page.ts'
import { decisions } from '../../suites/document/all/decisions.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { type Reader, reader } from './chromium.ts'

let browser: Reader
beforeAll(async () => {
  browser = await reader()
})
afterAll(() => browser.close())

const digest = 'a'.repeat(64)

/** A statement about as much as there is. */
const statement: Statement = {
  schemaVersion: 1,
  type: 'assay-conformance-statement',
  statedBySigner: ['that it was Example issuer 1.0.0'],
  claim:
    'Example Industries Identity Issuer 2027.1.3 passed what is required in the plan of the issuer and the status service under the profile document.',
  subject: { vendor: 'Example Industries', product: 'Identity Issuer', version: '2027.1.3' },
  roles: ['issuer', 'status-service'],
  profile: 'document',
  gate: 'go-live',
  statedAt: '2027-01-02T03:04:05.000Z',
  run: { startedAt: '2027-01-02T03:00:05.000Z', milliseconds: 64_000, seed: '7' },
  tool: { name: 'assay', version: '0.2.0' },
  plan: { version: '0.2.0', registry: digest.slice(0, 16) },
  counts: { all: 8, passed: 8, failed: 0, inconclusive: 0, harnessErrors: 0, untested: 0, inapplicable: 2 },
  passed: requirements.map(({ id }) => id),
  notShown: ['CLAIM-EMAIL', 'CLAIM-PHONE'],
  excluded: [{ id: 'SD-RFC9901', reason: 'excluded by sd.digest = parts' }],
  decisions: decisions.map(({ id, answers }) => ({ id, value: Object.keys(answers)[0] ?? '', source: 'configured' })),
  proof: { sessions: 6, calls: 1_540, tampered: 300, detected: 300, probes: 500, handled: 500 },
  digests: { report: digest, record: digest },
  signer: { jwk: {}, thumbprint: 'b'.repeat(43) },
}

it.each(['A4', 'Letter'])('a statement is printed on one page of %s', async (format) => {
  const { page, complaints } = await browser.open(browser.keep('statement.html', renderStatement(statement)))

  const pdf = await page.pdf({ format })

  expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
  expect(complaints).toEqual([])
  await page.close()
})
