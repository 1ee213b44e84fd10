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

/** Where a room of the engine still knows a suite, and why. The list only gets shorter: reach it through a file of `suites`. */
const knowing: Readonly<Record<string, readonly string[]>> = {
  'commands that a suite has to bring whole: what they do for the document has no counterpart in the standards': [
    'src/cli/commands/prove.ts',
    'src/cli/commands/serve.ts',
    'src/cli/commands/vectors.ts',
    'src/remote/campaign.ts',
    'src/init/inspect.ts',
    'src/author/new-requirement.ts',
    'src/author/stubs.ts',
  ],
  'only populations of the credentials of the document are judged': [
    'src/audit/compare/encoding.ts',
    'src/audit/compare/judge-population.ts',
  ],
  '`assay/msw` has functions of its own for each kind of reference actor': ['src/msw.ts'],
  'flags and sessions that one harness alone has': [
    'src/cli/commands/standard/role-flags.ts',
    'src/cli/commands/standard/test.ts',
    'src/cli/commands/verify.ts',
  ],
}

describe('the engine', () => {
  it('imports no suite but through what knows all of them', () => {
    const protocols = ['suites/document/', ...Object.keys(suites).map((suite) => `${folderOf(suite)}/`)]
    const files = ['model', 'protocol', 'reporters', 'src'].flatMap(sourcesIn)
    const found = files.filter((file) =>
      importsOf(file).some(({ target }) => protocols.some((folder) => target.startsWith(folder))),
    )

    expect(found.toSorted()).toEqual(Object.values(knowing).flat().toSorted())
  })
})

describe('third-party suites', () => {
  it('are known to no other suite', () => {
    const foreign = sourcesIn('suites')
      .filter((file) => !file.startsWith('suites/own/'))
      .flatMap(importsOf)
      .filter(({ target }) => target.startsWith('suites/own/'))

    expect(foreign.map(({ file, target }) => `${file}: ${target}`)).toEqual([])
  })
})
