import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditReport } from '../../reporters/audit/audit-report.ts'

/** What an audit accuses: each requirement with the line of the credential. */
export function listNamed(folder: string): readonly string[] {
  const { requirements }: AuditReport = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  const failed = requirements.filter(({ decides, outcomes }) => decides && outcomes.failed)
  return failed.flatMap(({ id, examples = [], findings = [] }) => [
    ...examples.map(({ place }) => `${id} ${place.split(':').at(-1)}`),
    ...findings.map(({ actual }) => `${id} ${/:(\d+)\) has that of/.exec(actual)?.[1]}`),
  ])
}

/** Everything that an audit has written that has no time in it. */
export const readSettled = (folder: string): string =>
  readFileSync(join(folder, 'report.json'), 'utf8').replaceAll(/"(started|ended)At": "[^"]*"/g, '') +
  readFileSync(join(folder, 'failures.ndjson'), 'utf8')
