import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder } from '../running-vitest.ts'
import { reportIn, startRun } from './child.ts'

/** How the code of a module throws where nothing catches it, and when. */
const escapes = {
  'in a callback': 'setImmediate(() => { throw new TypeError("escaped") })',
  'in a promise that nothing awaits': 'void Promise.reject(new TypeError("escaped"))',
  'in an event': 'process.nextTick(() => { throw new TypeError("escaped") })',
}
const modules = Object.entries(escapes).flatMap(([how, code]) => [
  [`${how}, instead of an answer`, `export default () => { ${code}; return new Promise(() => {}) }`],
  [`${how}, beside an answer`, `export default () => { ${code}; return new Response("", { status: 404 }) }`],
])

describe('what a module of a target throws', () => {
  it.each([
    ...modules,
    ['when it is loaded', `${escapes['in a callback']}; export default () => new Promise(() => {})`],
  ])('%s, makes the target unavailable, with a report', async (_, code) => {
    const home = folder()
    writeFileSync(join(home, 'issuer.mjs'), code)
    const { code: exit, err } = await startRun(home, { targets: { issuer: 'module:issuer.mjs' } }, '--out', 'out').ended

    expect([exit, err]).toEqual([4, expect.any(String)])
    expect(JSON.stringify(reportIn(home).sessions)).toContain('issuer: its function threw a TypeError')
  })
})
