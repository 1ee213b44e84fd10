import { describe, expect, it } from 'vitest'
import { artefactProfiles } from '../model/decision.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { standards } from '../suites/standards.ts'
import { assay } from './cli/console.ts'

describe('the explanation of a profile', () => {
  it.each(artefactProfiles)('counts its requirements, and the texts that they come from: %s', async (profile) => {
    const { code, out } = await assay(['explain', '--profile', profile])
    const [, all, ...parts] = /requirements +(\d+): (\d+) mandatory, (\d+) recommended, (\d+) others/.exec(out) ?? []
    const from = /\n {2}from +([\s\S]*?)\n {2}\w/.exec(out)?.[1] ?? ''
    const byText = [...from.matchAll(/\((\d+)\)/g)].map(([, count]) => Number(count))
    const rows = profile in standards ? standards[profile as keyof typeof standards].requirements : requirements

    expect(code).toBe(0)
    expect(Number(all)).toBe(rows.length)
    expect(parts.map(Number).reduce((sum, each) => sum + each)).toBe(rows.length)
    expect(byText.reduce((sum, each) => sum + each)).toBe(rows.length)
  })

  it('says what it answers otherwise than the document', async () => {
    const { out } = await assay(['explain', '--profile', 'document-sd-jwt-vc'])

    expect(out).toContain('status.form = object')
    expect(out).not.toContain('callback.')
  })

  it('is not given together with those of ids, nor for a profile that does not exist', async () => {
    const [both, none] = [
      await assay(['explain', 'SD-DIGEST', '--profile', 'sd-jwt']),
      await assay(['explain', '--profile', 'sdjwt']),
    ]

    expect([both.code, none.code]).toEqual([2, 2])
    expect(both.err).toContain('pass either ids or --profile')
    expect(none.err).toContain('sd-jwt')
  })
})
