import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeBeforeAfter } from '../../tools/before-after.ts'
import { takeScreenshots } from '../../tools/screenshots.ts'

it('takes every screenshot of the documentation, each below 150 kB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-images-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))

  await takeScreenshots(folder, 0)

  expect(readdirSync(folder)).toEqual(readdirSync('docs/images'))
  for (const name of readdirSync(folder)) {
    expect(statSync(join(folder, name)).size).toBeGreaterThan(5_000)
    expect(statSync(join('docs/images', name)).size).toBeLessThan(150_000)
  }
})

it('makes a page of before and after, with a picture of every screen of the console', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-images-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))

  const sides = await makeBeforeAfter(folder)

  expect(sides).toEqual({ after: {} })
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const pictures = [...page.matchAll(/src="(after\/[\w-]+\.png)"/g)].map(([, file = '']) => file)
  expect(pictures.length).toBeGreaterThanOrEqual(9 * 3)
  expect(pictures.filter((file) => statSync(join(folder, file)).size < 5_000)).toEqual([])
  expect(page.match(/<tr>/g)?.length).toBeGreaterThan(30 + pictures.length)
})
