import { expect, it } from 'vitest'
import { json } from '../../reporters/json.ts'
import { nonconformant } from './small-report.ts'

const hostile = { ...nonconformant, seed: '\u001b[2J\u009b31m\u202e\u2066\u{e0041}\ud800\n"\\' }

it('holds the whole report, whatever is in it', () => {
  expect(JSON.parse([...json.render(hostile)].join('\n'))).toEqual(hostile)
})

it('has nothing in it that a terminal obeys', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect([...json.render(hostile)].filter((line) => /[\u0000-\u001f\u007f-\u009f\u202e\u2066]/.test(line))).toEqual([])
})
