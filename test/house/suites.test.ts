import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { suites } from '../../suites/suites.ts'
import { importsOf, sourcesIn } from './imports.ts'

/** The folder of a suite. */
const folderOf = (suite: string): string => `suites/${suite.replace(/-\d\.\d$/, '')}`

const layers = Object.entries(suites).flatMap(([suite, { on = [] }]) => on.map((below) => [below, suite] as const))

describe.each(layers)('%s', (below, above) => {
  it(`does not name ${above}, which builds on it`, () => {
    const name = new RegExp(folderOf(above).replace('suites/', ''), 'i')

    expect(sourcesIn(folderOf(below)).filter((file) => name.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

describe('the engine', () => {
  it('imports no suite but through what knows all of them', () => {
    const protocols = ['suites/document/', ...Object.keys(suites).map((suite) => `${folderOf(suite)}/`)]
    const files = ['model', 'protocol', 'reporters', 'src'].flatMap(sourcesIn)
    const found = files.filter((file) =>
      importsOf(file).some(({ target }) => protocols.some((folder) => target.startsWith(folder))),
    )

    expect(found).toEqual([])
  })
})

describe('issuance and presentation', () => {
  it('know nothing of each other', () => {
    const [issuance, presentation] = ['suites/openid4vci/', 'suites/openid4vp/'] as const
    const found = [
      ...sourcesIn(issuance.slice(0, -1))
        .flatMap(importsOf)
        .filter(({ target }) => target.startsWith(presentation)),
      ...sourcesIn(presentation.slice(0, -1))
        .flatMap(importsOf)
        .filter(({ target }) => target.startsWith(issuance)),
    ]

    expect(found.map(({ file, target }) => `${file}: ${target}`)).toEqual([])
  })
})

describe('what suites share about OAuth', () => {
  it('knows no suite that is built on it', () => {
    const above = ['openid4vci', 'openid4vp', 'haip'].map((name) => `suites/${name}/`)
    const found = sourcesIn('suites/oauth').filter((file) =>
      importsOf(file).some(({ target }) => above.some((folder) => target.startsWith(folder))),
    )

    expect(found).toEqual([])
  })
})

describe('third-party suites', () => {
  it('are known to no other suite', () => {
    const foreign = sourcesIn('suites')
      .filter((file) => !/^suites\/(?:own\/|ecosystems)/.test(file))
      .flatMap(importsOf)
      .filter(({ target }) => target.startsWith('suites/own/'))

    expect(foreign.map(({ file, target }) => `${file}: ${target}`)).toEqual([])
  })
})
