import { describe, expect, it } from 'vitest'
import { documentRules, findDecidingReason, type GateRules } from '../model/gate.ts'
import type { Requirement } from '../model/requirement.ts'
import { describeForce, describeForceAlone } from '../reporters/text/explanation.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { requirements as audited } from '../suites/document/audit/requirements.ts'
import { standards } from '../suites/standards.ts'

// What `assay explain` says of the verdict, beside the rules by which the gate decides.

const usual: GateRules = { ...documentRules, gate: 'go-live' }
const decides = (row: Requirement, rules: GateRules): boolean => findDecidingReason(row, rules) !== undefined

/** What an explanation says, as far as it names one of these ways. */
const readWays = (text: string) => ({
  always: /; it decides the verdict$/.test(text),
  never: text.endsWith('; it never decides the verdict'),
  goLive: /at the go-live gate, which is the default|with --gate go-live/.test(text),
  strict: text.includes('with --strict'),
})

const expectWays = (row: Requirement) => {
  const always = decides(row, documentRules)
  const [goLive, strict] = [decides(row, usual), decides(row, { ...documentRules, strict: true })]
  const agreed = decides(row, { ...documentRules, answered: new Map(row.agreedBy.map(({ id }) => [id, ''])) })
  return {
    always,
    never: !always && !goLive && !strict && !agreed,
    goLive: goLive && !always,
    strict: strict && !always,
  }
}

describe('an explanation', () => {
  it('says of every requirement of a run when it decides, as the gate does', () => {
    const told = requirements.map((row) => ({ id: row.id, ...readWays(describeForce(row)) }))

    expect(told).toEqual(requirements.map((row) => ({ id: row.id, ...expectWays(row) })))
  })

  it('names each decision that lets a requirement count, and no other', () => {
    for (const row of requirements) {
      const [, named = ''] = /once (.+) is answered/.exec(describeForce(row)) ?? []
      const ids = decides(row, documentRules) ? [] : row.agreedBy.map(({ id }) => id)
      expect({ id: row.id, named }).toEqual({ id: row.id, named: ids.join(' or ') })
    }
  })

  it.each(['NONCE-ONCE', 'CFG-REDIRECT', 'CLAIMS-CONSISTENT', 'SILENT-NUMBER'])(
    'says that %s decides by default',
    (id) => {
      const [row] = requirements.filter((each) => each.id === id)

      expect(row && describeForce(row)).toContain('at the go-live gate, which is the default')
    },
  )

  it('says of every requirement of a standard, and of an audit, when it decides', () => {
    const rows = [...audited, ...Object.values(standards).flatMap((each) => each.requirements)]

    expect(rows.length).toBeGreaterThan(audited.length)
    for (const row of rows)
      expect({ id: row.id, ...readWays(describeForceAlone(row, 'assay verify')) }).toEqual({
        id: row.id,
        ...expectWays(row),
      })
  })
})
