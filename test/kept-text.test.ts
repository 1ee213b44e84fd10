import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { keepText } from '../tools/kept-text.ts'

const folder = 'node_modules/.cache/assay-generated'

/** A name that no other text has. */
function newName(): string {
  const name = `test-${randomUUID()}`
  onTestFinished(() => rmSync(`${folder}/${name}`, { force: true }))
  return name
}

it('a generated text that takes seconds is made once from the same sources', () => {
  const name = newName()
  const made = ['first\nwith two lines\n', 'second'].map((text) => keepText(name, () => text))

  expect(made).toEqual(['first\nwith two lines\n', 'first\nwith two lines\n'])
})

it('a generated text is made again where it was made from other sources', () => {
  const name = newName()
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${name}`, `${'0'.repeat(64)}\nold`)

  expect(keepText(name, () => 'new')).toBe('new')
  expect(readFileSync(`${folder}/${name}`, 'utf8')).toMatch(/^[\da-f]{64}\nnew$/)
})
