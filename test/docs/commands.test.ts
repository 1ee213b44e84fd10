import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listPages, type PageCommand, parseCommand, readCommands } from './pages.ts'
import { elsewhere, listDifferences, playCommands } from './play-commands.ts'
import { makeSurroundings } from './surroundings.ts'

/** The page that `walk.test.ts` plays: its commands depend on one another. */
const walk = 'docs/guide/first-claim.md'

/** The page whose sections `journeys.test.ts` plays, each in a folder of its own. */
const journeys = 'docs/journeys.md'

const pages = listPages().filter((page) => page !== walk)

const commandsOf = (page: string): readonly PageCommand[] =>
  readCommands(page).filter(({ line }) => elsewhere[line] === undefined)

describe('the commands of the README and the guide', () => {
  it('are all commands of assay, or run by another test', () => {
    const unknown = pages.flatMap(commandsOf).filter(({ line }) => parseCommand(line) === undefined)

    expect(unknown.map(({ line }) => line)).toEqual([])
  })

  it('are run by another test only while they are on a page', () => {
    const lines = pages.flatMap(readCommands).map(({ line }) => line)

    expect(Object.keys(elsewhere).filter((line) => !lines.includes(line))).toEqual([])
  })
})

describe.concurrent('the commands of', () => {
  it.for(pages.filter((page) => page !== journeys && commandsOf(page).length > 0))(
    '%s',
    async (page, { onTestFinished }) => {
      const folder = makeSurroundings()
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const results = await playCommands(commandsOf(page), folder)

      expect(listDifferences(results)).toEqual([])
      expect(results).toHaveLength(commandsOf(page).length)
    },
  )
})
