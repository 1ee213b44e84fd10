import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { tool } from '../src/runtime/tool.ts'

// The plan of a released version never changes: a claim names the plan that it follows. `npm run release:freeze` notes the
// digest of the current one.

const file = 'plans/released.json'

/** SHA-256 of the plans of released versions, by version. */
export type ReleasedPlans = Readonly<Record<string, string>>

export const readReleasedPlans = (): ReleasedPlans => JSON.parse(readFileSync(file, 'utf8'))

export const digestPlan = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What to do about the released plans that have changed. */
export const explainChangedPlans = (released: ReleasedPlans, read: (path: string) => string): readonly string[] =>
  Object.entries(released)
    .filter(([version, digest]) => digestPlan(read(`plans/${version}.json`)) !== digest)
    .map(
      ([version]) =>
        `plans/${version}.json has changed, but ${version} is released: set the next version in package.json`,
    )

if (import.meta.main) {
  const { version } = tool
  const digest = digestPlan(readFileSync(`plans/${version}.json`, 'utf8'))
  writeFileSync(file, `${JSON.stringify({ ...readReleasedPlans(), [version]: digest }, null, 2)}\n`)
}
