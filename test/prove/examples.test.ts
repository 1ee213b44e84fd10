import { describe, expect, it } from 'vitest'
import { plainPaint } from '../../reporters/text/paint.ts'
import { findSubject } from '../../src/explain/explained.ts'
import { checks } from '../../suites/document/all/checks.ts'
import { faults } from '../../suites/document/all/faults.ts'
import { probes } from '../../suites/document/all/probes.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { variants } from '../../suites/document/all/variants.ts'
import { createExampleRunner } from '../../suites/document/explain/examples.ts'
import { runProbeExample } from '../../suites/document/explain/probe-examples.ts'
import { runPass } from '../../suites/document/explain/requirement.ts'
import { sampleMembers } from '../../suites/document/kit/family.ts'

const checked = new Set(checks.map(({ requirement }) => requirement.id))
const rows = requirements.filter(({ id, seen }) => checked.has(id) && !('byProbes' in seen))
const faultsByRow = Map.groupBy(faults, ({ breaks }) => breaks.id)

/** Reference actors have no example of these: they need a hook, or a target that calls over TLS (test/e2e). */
const needsTarget = new Set(['JWKS-ROTATED', 'BODY-CERTIFICATE'])
const exemplary = probes.filter(({ requirement }) => !needsTarget.has(requirement.id))

describe('a requirement', () => {
  it.each(rows)('has an example of a pass and of every fault: $id', async (row) => {
    const own = faultsByRow.get(row.id) ?? []
    const runner = createExampleRunner(row)
    const pass = await runPass(row, own, runner)

    expect(pass.result.outcome).toMatch(/^passed/)
    expect(pass.excerpt?.differences[0]).toMatchObject({ at: expect.stringMatching(/./), valid: expect.any(String) })
    for (const fault of own) {
      const [member] = sampleMembers(fault, 1, 1)
      const { result, excerpt } = await runner.run(member?.mutation ?? {}, fault)
      const [change] = excerpt?.differences ?? []

      expect({ id: fault.id, outcome: result.outcome }).toEqual({ id: fault.id, outcome: 'failed' })
      expect({ id: fault.id, at: change?.at }).toEqual({ id: fault.id, at: expect.stringMatching(/./) })
      expect(change?.changed).not.toBe(change?.valid)
    }
  })

  it.each(exemplary)('has an example of the answer to every probe: $id', async (probe) => {
    const example = await runProbeExample(probe)

    expect(example?.pass.outcome).toMatch(/^passed/)
    expect(example?.failure.findings.length).toBeGreaterThan(0)
  })

  it('that an exchange shows has the step and what differs in it', async () => {
    const subject = await findSubject('nonce-uncached')
    const lines: string[] = []
    for await (const line of subject.explain(plainPaint)) lines.push(line)

    expect(lines.join('\n')).toMatch(
      /shown in .*POST .*\/nonce from wallet to issuer.*\n.*valid .*cache-control: "no-store"\n.*with fault .*: absent/,
    )
  })
})

describe('an id', () => {
  it.each([...faults, ...variants])('of a fault or a variant is found: $id', async ({ id }) => {
    expect(await findSubject(id.toUpperCase())).toMatchObject({ id })
  })
})
