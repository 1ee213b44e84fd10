import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { AuditReport } from '../../reporters/audit/audit-report.ts'
import { assay } from '../cli/console.ts'
import { flagsIn, folderOf } from './sources.ts'

it('an audit of many credentials names the ten that are wrong and the three that repeat something, and no other', async () => {
  const folder = folderOf({})
  execFileSync(process.execPath, [resolve('tools/issue-credentials.ts'), '1500', folder])
  const expected: readonly { readonly requirement: string; readonly line: number }[] = JSON.parse(
    readFileSync(join(folder, 'expected.json'), 'utf8'),
  )
  await assay(['audit', join(folder, 'credentials.ndjson'), ...flagsIn(folder)])
  const { requirements }: AuditReport = JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8'))
  const failed = requirements.filter(({ decides, outcomes }) => decides && outcomes.failed)

  const named = failed.flatMap(({ id, examples = [], findings = [] }) => [
    ...examples.map(({ place }) => `${id} ${place.split(':').at(-1)}`),
    ...findings.map(({ actual }) => `${id} ${/:(\d+)\) has that of/.exec(actual)?.[1]}`),
  ])
  expect(named.toSorted()).toEqual(expected.map(({ requirement, line }) => `${requirement} ${line}`).toSorted())
})
