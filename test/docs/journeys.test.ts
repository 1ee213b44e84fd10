import { readFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readCommandsOf } from './pages.ts'
import { elsewhere, listDifferences, playCommands } from './play-commands.ts'
import { makeSurroundings } from './surroundings.ts'

const page = readFileSync('docs/journeys.md', 'utf8')

/** Each journey with its commands, in their order. */
const journeys = page
  .split('\n## ')
  .slice(1)
  .map((section) => {
    const commands = readCommandsOf(section).filter(({ line }) => elsewhere[line] === undefined)
    return { name: section.split('\n')[0] ?? '', commands }
  })

describe.concurrent('the journey of', { timeout: 180_000 }, () => {
  it.for(journeys)('$name reaches its end from an empty folder', async ({ commands }, { onTestFinished }) => {
    const folder = makeSurroundings()
    onTestFinished(() => rmSync(folder, { recursive: true }))

    const results = await playCommands(commands, folder)

    expect(listDifferences(results)).toEqual([])
    expect(results.length).toBeGreaterThan(1)
  })
})

it('there are six of them', () => {
  expect(journeys).toHaveLength(6)
})
