import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { hide } from '../../protocol/sd-jwt/hide-claims.ts'
import { ecosystemNames, findEcosystem } from '../../suites/ecosystems.ts'
import { listFaults } from '../../suites/own/own-suite.ts'
import { makeSample, sampleTime } from '../../suites/sd-jwt/sample.ts'
import { ended } from '../running-vitest.ts'
import { folderWith } from '../temporary-folder.ts'

const run = (folder: string, ...argv: readonly string[]) => ended([resolve('bin/assay.js'), ...argv], { cwd: folder })

const readReport = (folder: string): RunReport => JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8'))

describe.each(ecosystemNames)('the profile %s', (name) => {
  it('is proven: each fault fails its requirement and no other, and each variant none', async () => {
    const { length } = listFaults((await findEcosystem(name)?.()) ?? expect.fail())
    const { code, out } = await run(folderWith(), 'prove', '--suite', name)

    expect([code, out]).toEqual([0, expect.stringContaining(`${length} of ${length} faults detected`)])
  })
})

describe('the profile of EU person identification data', () => {
  it('is played by its name, and judges the PID in both formats', async () => {
    const folder = folderWith()
    const { code } = await run(folder, 'run', '--suite', 'eudi-pid', '--now', `${sampleTime}`)
    const outcomes = Object.fromEntries(readReport(folder).results.map(({ id, outcome }) => [id, outcome]))

    expect([code, outcomes]).toEqual([
      0,
      expect.objectContaining({
        'PID-COMPLETE': 'passed',
        'PID-DISCLOSABLE': 'passed',
        'PIDMDOC-COMPLETE': 'passed',
        'HAIPVC-X5C': 'passed',
      }),
    ])
  })

  it('judges a captured PID, of which hidden claims may be missing', async () => {
    const folder = folderWith()
    const shown = { vct: 'urn:eudi:pid:1', given_name: hide('Asha'), birthdate: hide('23-05-1980') }
    writeFileSync(
      join(folder, 'pid.txt'),
      makeSample({ claims: (all) => ({ ...all, ...shown }), binding: null, decoys: 8 }).text,
    )
    const { out } = await run(folder, 'verify', 'pid.txt', '--suite', 'eudi-pid', '--now', `${sampleTime}`)

    expect(out).toContain('PID-DATES')
    expect(out).not.toMatch(/✖ .*PID-COMPLETE/)
  })

  it('is named by a configuration', async () => {
    const folder = folderWith()
    writeFileSync(join(folder, 'harness.config.json'), JSON.stringify({ suites: ['eudi-pid'], suite: 'eudi-pid' }))
    const { code, out } = await run(folder, 'run', '--now', `${sampleTime}`, '--only', 'PID-*')

    expect([code, out]).toEqual([0, expect.stringContaining('eudi-pid')])
  })
})
