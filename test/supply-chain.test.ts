import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import manifest from '../package.json' with { type: 'json' }
import { commandEntries } from '../src/cli/commands.ts'
import { listFlags } from '../src/terminal/command.ts'
import { readAudit } from '../tools/advisories.ts'
import { makeBillOfMaterials } from '../tools/sbom.ts'

interface Component {
  readonly name: string
  readonly properties?: readonly { readonly name: string }[]
}

describe('the bill of materials', () => {
  const list = (bundled: readonly string[]): readonly Component[] =>
    JSON.parse(makeBillOfMaterials('package-lock.json', bundled)).components

  it('names what is installed, with what that needs', () => {
    expect(list([]).map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
  })

  it('names what is bundled as well, and says so', () => {
    const bundled = list(['/x/src/run.ts', '/x/node_modules/undici/index.js', '\0rolldown/runtime.js']).filter(
      ({ properties }) => properties?.some(({ name }) => name === 'assay:bundled'),
    )

    expect(bundled.map(({ name }) => name)).toEqual(['rolldown', 'undici'])
  })
})

describe('texts and pipelines', () => {
  const texts = execFileSync('git', ['ls-files', '*.md', '*.ts', '*.yml', '*.json', '*.py'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && path !== import.meta.filename.slice(process.cwd().length + 1))

  /** What fetches a package named `assay` from the registry, where anyone may publish one. */
  const fetching = /\bnpx assay@|\b(npm i|npm install|npm exec|pnpm add|yarn add)( -\S+)* (["'])?assay(@|["'`\s)])/

  it('never fetch assay by its name from the registry', () => {
    expect(texts.filter((path) => fetching.test(readFileSync(path, 'utf8')))).toEqual([])
    expect(
      ['npx assay@1', 'npm install --save-dev assay`', 'npm i "assay@1"'].filter((each) => !fetching.test(each)),
    ).toEqual([])
  })
})

describe('advisories', () => {
  const audit = (vulnerabilities: object): string => JSON.stringify({ metadata: { vulnerabilities } })

  it('fail the check, by their severity', () => {
    expect(readAudit(audit({ high: 1, low: 2 }))).toEqual({
      line: 'advisories: 1 high, 2 low; see `npm audit --omit=dev`',
      code: 1,
    })
    expect(readAudit(audit({ high: 0 })).code).toBe(0)
  })

  it.each(['', 'npm error network', '{"message":"connect ECONNREFUSED"}', 'null'])(
    'are not looked up where no registry answers: %j',
    (text) => {
      expect(readAudit(text)).toEqual({ line: expect.stringContaining('not looked up'), code: 0 })
    },
  )
})

describe('a release', () => {
  it('is published with provenance, by a job that may sign and write nothing', () => {
    const { permissions, jobs } = parse(readFileSync('ci/github/release.yml', 'utf8'))

    expect(permissions).toEqual({ contents: 'read' })
    expect(jobs.publish.permissions).toEqual({ contents: 'read', 'id-token': 'write', attestations: 'write' })
    expect(JSON.stringify(jobs.publish.steps)).toContain('npm publish --provenance')
    expect(JSON.stringify(jobs.publish.steps)).toContain('dist/sbom.cdx.json')
  })
})

describe('SECURITY.md', () => {
  const text = readFileSync('SECURITY.md', 'utf8')
  const numbersIn = (source: string, each: RegExp): readonly number[] =>
    [...source.matchAll(each)].map(([, digits]) => Number(digits))

  it('says how many packages are installed', () => {
    const { components } = JSON.parse(makeBillOfMaterials('package-lock.json', []))

    expect(text).toContain(`| ${components.length} packages are installed`)
  })

  it('promises what the tests of memory hold', () => {
    const tests = readFileSync('test/e2e/memory.test.ts', 'utf8')
    const [promise = ''] = /^- No message takes .*$/m.exec(text) ?? []
    const ofRuns = numbersIn(tests, /most: (\d+)/g)
    const ofFiles = numbersIn(tests, /toBeLessThan\((\d+)\)/g)

    expect(numbersIn(promise, /more than (\d+) MB/g)).toEqual([Math.max(...ofRuns), Math.max(...ofFiles)])
    expect(numbersIn(text, /hang, or hold more than (\d+) MB/g)).toEqual([Math.max(...ofRuns), Math.max(...ofFiles)])
    expect(text).toContain(`(a run, ${ofRuns[0]} MB; with probes, ${ofRuns[1]} MB)`)
    expect(text).toContain(
      `\`npm run hostile\` (${/peak > (\d+)/.exec(readFileSync('hostile/run-cell.ts', 'utf8'))?.[1]} MB)`,
    )
  })

  it('names the commands that execute a configuration: those that take one', async () => {
    const commands = await Promise.all(
      Object.entries(commandEntries).map(async ([name, { load }]) => ({ name, flags: listFlags(await load()) })),
    )
    const [named = ''] = /The commands `run`[^.]*\./.exec(text) ?? []

    expect([...named.matchAll(/`([a-z]+)`/g)].map(([, name]) => name).sort()).toEqual(
      commands.flatMap(({ name, flags }) => ('config' in flags ? [name] : [])).sort(),
    )
  })
})
