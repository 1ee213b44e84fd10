import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// What is printed or kept has texts of others in it: each form has one function that escapes them (reporters/text/sanitize.ts).

const sources = globSync('{src,reporters}/**/*.ts', { exclude: ['**/*.generated.ts'] })

/** A line that prints or writes JSON by itself. */
const raw = /\b(?:out|writeText|writeDurably|append|lines\.push)\([^\n]*JSON\.stringify\(/

describe('JSON that is printed, or written to a file', () => {
  it('is made by `writeJson`, which escapes what a terminal obeys', () => {
    const found = sources.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, i) => (raw.test(line) ? [`${file}:${i + 1}`] : [])),
    )

    expect(found).toEqual([])
  })
})
