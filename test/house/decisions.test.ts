import { describe, expect, it } from 'vitest'
import { decisions } from '../../suites/document/all/decisions.ts'
import { productSources, type Source } from './sources.ts'

/** The file of each decision, and its name there. */
const exported = new Map(
  await Promise.all(
    productSources
      .filter(({ file }) => file.endsWith('/decisions.ts'))
      .map(async ({ file }) => {
        const module: Readonly<Record<string, unknown>> = await import(
          /* @vite-ignore */ new URL(`../../${file}`, import.meta.url).href
        )
        return Object.entries(module).map(([name, value]) => [value, `${file} ${name}`] as const)
      }),
  ).then((lists) => lists.flat()),
)

/** What a file reads of the decisions that it imports. A row only names what it depends on. */
function listRead({ file, text }: Source): readonly string[] {
  const imports = [...text.matchAll(/import (?:\{([^}]*)\}|\* as (\w+)) from '([^']*decisions\.ts)'/g)]
  return imports.flatMap(([, names = '', space, path = '']) => {
    const from = new URL(path, `file:///${file}`).pathname.slice(1)
    const inSpace = space === undefined ? [] : [...text.matchAll(new RegExp(`\\b${space}\\.(\\w+)`, 'g'))]
    return [...names.split(/[\s,]+/), ...inSpace.map(([, name]) => name)].map((name) => `${from} ${name}`)
  })
}

describe('a decision', () => {
  it('is read by code: an answer that changes nothing is not an answer', () => {
    const readers = productSources.filter(({ file }) => !/\/(decisions|requirements)\.ts$/.test(file))
    const read = new Set(readers.flatMap(listRead))
    const unread = decisions.filter((each) => !read.has(exported.get(each) ?? ''))

    expect(unread.map(({ id }) => id)).toEqual([])
  })
})
