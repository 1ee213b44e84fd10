import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openings, root } from '../../mutants/load.ts'

describe('where what a test sends can be changed', () => {
  it.each(openings)('is in %s', (path, text) => {
    expect(readFileSync(new URL(path, root), 'utf8')).toContain(text)
  })
})
