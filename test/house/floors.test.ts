import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Each floor, the floors that it may stand on, and the packages that it owns. Anything not listed is forbidden. */
const floors: Readonly<Record<string, { readonly on: readonly string[]; readonly owns?: readonly string[] }>> = {
  schemas: { on: [] },
  'src/protocol': { on: ['schemas'] },
  'src/model': { on: ['src/protocol'], owns: ['fast-check'] },
  'src/actors': { on: ['src/model', 'src/protocol'] },
  'src/harness': { on: ['src/model', 'src/protocol'] },
  'src/wire': { on: ['src/model', 'src/protocol'], owns: ['undici', 'hono/quick', '@hono/node-server', 'msw'] },
  suites: { on: ['src/model', 'src/protocol'], owns: ['fast-check'] },
  reporters: { on: ['src/model'] },
}

const sourcesOf = (floor: string): readonly string[] =>
  existsSync(floor)
    ? readdirSync(floor, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.suite.ts'))
        .map((name) => join(floor, name))
    : []

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^;]*?from '([^']+)'/gms)].map(([, path = '']) => path)

const isRelative = (path: string): boolean => path.startsWith('.')

describe.each(Object.entries(floors))('%s', (floor, { on, owns = [] }) => {
  const imports = sourcesOf(floor).flatMap((file) => importsOf(file).map((path) => ({ file, path })))

  it('stands only on the floors below it', () => {
    const allowed = [floor, ...on].map((home) => `${home}/`)
    const trespasses = imports
      .filter(({ path }) => isRelative(path))
      .map(({ file, path }) => `${file}: ${join(dirname(file), path)}`)
      .filter((each) => !allowed.some((home) => each.split(': ')[1]?.startsWith(home)))

    expect(trespasses).toEqual([])
  })

  it('imports no package that it does not own', () => {
    const foreign = imports.filter(({ path }) => !isRelative(path) && !path.startsWith('node:') && !owns.includes(path))

    expect(foreign).toEqual([])
  })
})

describe('the model', () => {
  it('takes nothing but types from the floors below it', () => {
    const values = sourcesOf('src/model').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^import (?!type)[^;]*?from '\.\.\/protocol[^']*'/gms)].map(
        ([line]) => `${file}: ${line}`,
      ),
    )

    expect(values).toEqual([])
  })
})

/** Where the outer world may be touched, and by what. */
const rights = [
  { what: 'the wall clock', pattern: /Date\.now\(|new Date\(\)|performance\.now\(/, only: ['src/harness/clock.ts'] },
  { what: 'chance', pattern: /Math\.random|randomBytes|randomUUID|getRandomValues/, only: ['src/harness/random.ts'] },
  { what: 'the terminal', pattern: /console\.|process\.stdout|process\.stderr/, only: ['src/cli/'] },
  { what: 'files', pattern: /from 'node:fs/, only: ['src/cli/'] },
  { what: 'the end of the process', pattern: /process\.exit\b|process\.exitCode/, only: ['src/cli/main.ts'] },
]

describe.each(rights)('$what', ({ pattern, only }) => {
  it('is touched in its own place only', () => {
    const sources = ['src', 'suites', 'reporters'].flatMap(sourcesOf)
    const elsewhere = sources.filter(
      (file) => !only.some((home) => file.startsWith(home)) && pattern.test(readFileSync(file, 'utf8')),
    )

    expect(elsewhere).toEqual([])
  })
})

describe('every source', () => {
  const sources = ['src', 'suites', 'reporters', 'test', 'tools', 'bench']
    .flatMap(sourcesOf)
    .filter((file) => !file.endsWith('.generated.ts'))

  it('is a file with a name that tells something', () => {
    const vague = sources.filter(
      (file) => !/credential-manager/.test(file) && /\b(utils?|helpers?|common|manager|misc|data|info)\b/.test(file),
    )

    expect(vague).toEqual([])
  })

  it('has no index below src', () => {
    const indices = sources.filter((file) => /^src\/.+\/index\.ts$/.test(file))

    expect(indices).toEqual([])
  })

  it('has no unfinished business', () => {
    const marks = sources.filter(
      (file) => file !== 'test/house/floors.test.ts' && /\bFIXME\b|\bTODO\b/.test(readFileSync(file, 'utf8')),
    )

    expect(marks).toEqual([])
  })
})
