import { readFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBlocksOf, readCommandsOf } from './pages.ts'
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

describe.concurrent('the journey of', () => {
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

describe('the table of what each journey takes', () => {
  const table = [...page.matchAll(/^\| (.*?) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(([, name, ...counts]) => ({
    name,
    counts: counts.map(Number),
  }))

  /** Commands, flags, and lines of configuration that the reader writes. */
  const count = (section: string): readonly number[] => {
    const blocks = readBlocksOf(section)
    const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
    const others = blocks.filter(({ language }) => !['sh', 'text'].includes(language)).map(({ text }) => text.trim())
    return [
      commands.join('').match(/^\S/gm)?.length ?? 0,
      commands.join('').match(/\s--[a-z]/g)?.length ?? 0,
      others
        .filter((text) => text !== '')
        .join('\n')
        .split('\n')
        .filter((line) => line !== '').length,
    ]
  }

  it('has the numbers of the page', () => {
    const sections = page
      .split('\n## ')
      .slice(1)
      .filter((section) => readCommandsOf(section).length > 0)

    expect(table).toEqual(
      sections.map((section) => ({ name: section.split(':')[0]?.split('\n')[0], counts: count(section) })),
    )
  })

  it('has fewer than nine commands to a claim, and no configuration that is written by hand', () => {
    expect(table[0]?.counts[0]).toBeLessThan(9)
    expect(table.map(({ counts }) => counts[2])).toEqual(table.map(() => 0))
  })
})
