import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createModuleDriver, loadExport } from '../../src/drivers/module-driver.ts'
import { folder } from '../running-vitest.ts'
import { lossOf, offering, waiting } from './orders.ts'

/** A module with this text. */
function moduleOf(text: string): string {
  const path = join(folder(), 'driven.mjs')
  writeFileSync(path, text)
  return path
}

describe('a module', () => {
  it('is driven by what it exports by default', async () => {
    const path = moduleOf('export default ({ verb, session }) => ({ refused: [verb, session].join(" in ") })')

    const driver = createModuleDriver(await loadExport(path, 'wallet'), 'wallet', 10)

    expect(await driver.execute(offering('first'), waiting())).toEqual({ refused: 'offer in first' })
  })

  it.each([
    ['exports nothing', ''],
    ['exports no function', 'export default {}'],
    ['exports a function by another name', 'export const wallet = () => {}'],
    ['cannot be loaded', 'export default ('],
  ])('that %s is refused before anything is played', async (_, text) => {
    await expect(loadExport(moduleOf(text), 'wallet')).rejects.toThrow(/^wallet: the module /)
  })

  it.each([
    ['a TypeError; the reason given: no', 'new TypeError("no")'],
    ['an AggregateError', 'new AggregateError([])'],
    ['an error; the reason given: no', 'new (class NameOfAPerson extends Error {})("no")'],
    ['an error; the reason given: \\u{1b}[2J', 'Object.assign(new Error("\u001b[2J"), { name: "NameOfAPerson" })'],
    ['no error; the reason given: no', '"no"'],
    ['no error', '{ toString: 5 }'],
    ['no error', 'undefined'],
  ])('that throws is told by what it threw: %s', async (what, thrown) => {
    const driver = createModuleDriver(
      await loadExport(moduleOf(`export default () => { throw ${thrown} }`), 'wallet'),
      'wallet',
      5,
    )

    const { kind, message } = await lossOf(driver.execute(offering(), waiting()))

    expect({ kind, message: message.replace(/ at \S+driven\.mjs:1/, '') }).toEqual({
      kind: 'protocol',
      message: `wallet: its function threw ${what}`,
    })
  })

  it('names the line of its own code that threw, below which are libraries', async () => {
    const path = moduleOf("\n\nexport default () => JSON.parse('{')")
    const driver = createModuleDriver(await loadExport(path, 'wallet'), 'wallet', 5)

    const { message } = await lossOf(driver.execute(offering(), waiting()))

    expect(message).toMatch(/threw a SyntaxError at \S+driven\.mjs:3; the reason given: /)
  })

  it.each([
    ['imports what is not there', "import './missing.mjs'", /cannot be loaded: Cannot find module .*missing.mjs/],
    [
      'throws while it is loaded',
      "\nthrow new Error('no database')",
      /cannot be loaded: no database at \S+driven\.mjs:2$/,
    ],
  ])('says why it cannot be loaded: it %s', async (_, text, why) => {
    await expect(loadExport(moduleOf(text), 'wallet')).rejects.toThrow(why)
  })

  it.each([
    ['throws', 'protocol', 'export default () => { throw new Error("no") }'],
    ['gives back no deed', 'protocol', 'export default () => 5'],
    ['does not come to an end', 'timeout', 'export default () => new Promise(() => {})'],
  ])('that %s loses the order, and nobody is judged: %s', async (_, kind, text) => {
    const driver = createModuleDriver(await loadExport(moduleOf(text), 'wallet'), 'wallet', 0.05)

    expect(await lossOf(driver.execute(offering(), waiting()))).toMatchObject({ kind })
  })
})
