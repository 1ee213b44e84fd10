import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { takeScreenshots } from '../../tools/screenshots.ts'

it('takes every screenshot of the documentation, each below 150 kB', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-images-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))

  await takeScreenshots(folder, 0)

  expect(readdirSync(folder)).toEqual(readdirSync('docs/images'))
  for (const name of readdirSync(folder)) {
    expect(statSync(join(folder, name)).size).toBeGreaterThan(5_000)
    expect(statSync(join('docs/images', name)).size).toBeLessThan(150_000)
  }
})
