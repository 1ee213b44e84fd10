import { expect, test } from 'vitest'
import { folder } from '../running-vitest.ts'
import { startRun } from './child.ts'

test.each([
  { what: 'a run without probes', flags: [], most: 220 },
  { what: 'a run with all probes', flags: ['--probes'], most: 350 },
])('$what needs less than $most MB', async ({ flags, most }) => {
  const { code, peak } = await startRun(folder(), {}, ...flags).ended
  expect(code).toBe(0)
  expect(peak).toBeLessThan(most)
})
