import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadCommands } from '../src/cli/commands.ts'
import { workflows } from '../src/init/workflow.ts'
import { readArguments } from '../src/terminal/arguments.ts'
import { listFlags } from '../src/terminal/command.ts'
import { nonconformant } from './reporters/small-report.ts'
import { environment } from './running-vitest.ts'
import { folderWith } from './temporary-folder.ts'

const commands = await loadCommands()

/** A step of GitHub, as far as it matters here. */
interface Step {
  readonly id?: string
  readonly run?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

const read = (path: string): string => readFileSync(path, 'utf8')
const files = {
  'ci/github/action.yml': read('ci/github/action.yml'),
  'ci/github/workflow.yml': read('ci/github/workflow.yml'),
  'ci/gitlab.yml': read('ci/gitlab.yml'),
  'assay init --ci github': workflows.github.makeText('issuer'),
  'assay init --ci github, of nobody': workflows.github.makeText(undefined),
}

/** Every text in a document. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)

/** The command lines of assay in a document, without what a pipeline puts in. */
const linesIn = (document: unknown): readonly string[] =>
  textsIn(document).flatMap((text) =>
    [...text.matchAll(/npx --no assay (.*?)(?: \|\|.*)?$/gm)].map(([, line = '']) => line),
  )

describe.each(Object.entries(files))('%s', (_, text) => {
  it('is YAML in which nothing is said twice', () => {
    expect(parse(text, { strict: true, uniqueKeys: true })).toBeTypeOf('object')
  })

  it('calls commands that there are, with flags that they have', () => {
    const isRead = (line: string): boolean => {
      const [name = '', ...words] = line.replaceAll(/\$\{\{.*?\}\}|\$\w+_FLAGS/g, '1').split(' ')
      const command = commands[name]
      return command !== undefined && readArguments(name, listFlags(command), words).positionals !== undefined
    }

    expect(linesIn(parse(text)).filter((line) => !isRead(line))).toEqual([])
  })

  it('keeps what is private where it was made', () => {
    const kept = textsIn(parse(text)).filter(
      (each) => /^(out|shares)\b|inputs\.out \}\}\n/.test(each) && each.includes('\n'),
    )
    for (const paths of kept) expect(paths).toMatch(/^!.*record\.private\.\*$/m)
    expect(text).not.toContain('keep-private')
  })
})

describe('the jobs of a pipeline', () => {
  it('divide the requirements under one seed, and merge all shares', () => {
    const github = linesIn(parse(files['ci/github/workflow.yml']))
    const gitlab = linesIn(parse(files['ci/gitlab.yml']))

    for (const [share, , merge] of [
      [github[0], '', github[1]],
      [gitlab[1], '', gitlab[2]],
    ] as const) {
      expect(share).toMatch(/--shard .* --seed .* --out shares\//)
      expect(merge).toMatch(/^merge shares\/\* --out/)
    }
  })

  it('are as many as the shares', () => {
    const { jobs } = parse(files['ci/github/workflow.yml'])

    expect(jobs.share.strategy.matrix.share).toEqual([1, 2, 3])
    expect(linesIn(jobs)[0]).toContain('/3 ')
    expect(jobs.verdict.needs).toBe('share')
  })

  it('hand JUnit to GitLab', () => {
    expect(parse(files['ci/gitlab.yml'])['.assay'].artifacts).toMatchObject({
      when: 'always',
      reports: { junit: 'out/report.junit.xml' },
    })
  })
})

describe('the action', () => {
  const { inputs, outputs, runs } = parse(files['ci/github/action.yml'])
  const steps: readonly Step[] = runs.steps

  it('uses each of its inputs, and no other', () => {
    const used = [...JSON.stringify(runs).matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name)

    expect([...new Set(used)].toSorted()).toEqual(Object.keys(inputs).toSorted())
    expect(outputs['exit-code'].value).toContain('steps.run.outputs.exit-code')
  })

  it('puts nothing of an input into a script, where a shell would obey it', () => {
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([])
  })

  /** Runs the scripts of the action one after the other, as GitHub does, against a folder. */
  function played(given: Readonly<Record<string, string>>) {
    const folder = folderWith({ summary: '', output: '' })
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(resolve('.'), join(folder, 'node_modules/assay'))
    writeFileSync(join(folder, 'harness.config.json'), '{}')
    const outputsOf = (): Readonly<Record<string, string>> =>
      Object.fromEntries(
        read(join(folder, 'output'))
          .split('\n')
          .map((line) => line.split('=', 2)),
      )
    const filledIn = (text: string): string =>
      text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, name: string) => {
        const last = name.split('.').at(-1) ?? ''
        if (name.startsWith('inputs.')) return given[last] ?? inputs[last].default
        return name === 'github.action_path' ? resolve('ci/github') : (outputsOf()[last] ?? '')
      })
    const ended = steps.flatMap(({ run, env = {} }) => {
      if (run === undefined) return []
      const own = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filledIn(text)]))
      const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
      const path = `${resolve(process.execPath, '..')}:${process.env.PATH}`
      const all = { ...environment({ NO_COLOR: '1', ...files, ...own }), PATH: path }
      return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
        cwd: folder,
        env: all,
        encoding: 'utf8',
      })
    })
    return { ended, folder, summary: read(join(folder, 'summary')) }
  }

  it('runs assay, writes the summary, and ends as assay did', () => {
    const target = `issuer=module:${resolve('examples/typescript-issuer/issuer.ts')}`
    const { ended, folder, summary } = played({
      ...{ target, out: 'my out' },
      flags: '--seed 42 --only SD-DIGEST --members 0',
    })

    expect(ended.map(({ status, stderr }) => ({ status, stderr }))).toEqual(
      ended.map(() => ({ status: 0, stderr: expect.not.stringMatching(/^assay: /m) })),
    )
    expect(summary).toMatch(/^## ✅ PASSED/)
    expect(JSON.parse(read(join(folder, 'my out/report.json'))).selection.only).toEqual(['SD-DIGEST'])
  })

  it('is red where no target is configured', () => {
    const { ended } = played({ flags: '--only SD-DIGEST' })

    expect(ended.at(-1)?.status).toBe(2)
    expect(ended.map(({ stderr }) => stderr).join('')).toContain('no target is configured')
  })

  it('installs a file only with the SHA-256 that is given, and nothing by a name', () => {
    const install = (given: Readonly<Record<string, string>>) => {
      const { ended } = played({ flags: '--only SD-DIGEST', ...given })
      return [ended[0]?.status, `${ended[0]?.stdout}${ended[0]?.stderr}`]
    }

    expect(install({ package: './harness.config.json', sha256: '0'.repeat(64) })).toEqual([
      1,
      expect.stringContaining('./harness.config.json: FAILED'),
    ])
    expect(install({ package: 'assay' })).toEqual([2, expect.stringContaining('not a name: assay')])
  })

  it('takes a target from each line, and nothing in it for a command', () => {
    const { ended, folder } = played({
      target: 'issuer=https://x.invalid/$(touch pwned)\n\nstatus-service=;touch pwned',
    })

    expect(ended.at(-1)?.status).toBe(2)
    expect(ended.map(({ stderr }) => stderr).join('')).toMatch(/^assay: /m)
    expect(spawnSync('ls', [folder], { encoding: 'utf8' }).stdout).not.toContain('pwned')
  })
})

describe('annotations', () => {
  const [required] = nonconformant.results.filter(({ outcome }) => outcome === 'failed')
  const { decides: _, ...advisory } = { ...required, id: 'ADVICE' }

  /** What is printed about a report: by the action, and by the workflow of `assay init`. */
  function annotate(report: object): Readonly<Record<'action' | 'workflow', readonly string[]>> {
    const folder = folderWith({ 'package.json': '{"type":"module"}' })
    mkdirSync(join(folder, 'out'))
    writeFileSync(join(folder, 'out/report.json'), JSON.stringify(report))
    const { steps } = parse(workflows.github.makeText('issuer')).jobs.conformance
    const [line = ''] = (steps as readonly Step[]).flatMap(({ run = '' }) => run.match(/^node .*$/m) ?? [])
    const node = `'${process.execPath}'`
    const print = (command: string): readonly string[] =>
      spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' }).stdout.trimEnd().split('\n')
    return {
      action: print(`${node} '${resolve('ci/github/annotations.mjs')}' out/report.json`),
      workflow: print(line.replace(/^node/, node)),
    }
  }

  it('are one line for each failure, whatever is in it', () => {
    const results = [
      { ...required, id: 'A,B:C', text: 'one\n::error::two %' },
      advisory,
      { ...required, outcome: 'passed' },
    ]

    const { action, workflow } = annotate({ ...nonconformant, results })

    expect(action.slice(1)).toEqual([
      `::error title=A%2CB%3AC (section ${required?.section})::one%0A::error::two %25%0Anpx assay explain A,B:C`,
      `::warning title=ADVICE (section ${required?.section})::${required?.text}%0Anpx assay explain ADVICE`,
    ])
    expect(workflow.slice(1)).toEqual([
      '::error title=A,B:C::one ::error::two   npx assay explain A,B:C',
      `::warning title=ADVICE::${required?.text} npx assay explain ADVICE`,
    ])
  })

  const { verdict } = nonconformant
  const risk = { ...required, force: 'should', decides: 'risk' }
  const inconclusive = { ...verdict, result: 'inconclusive', exitCode: 3 }
  const known = { known: [{ id: required?.id, state: 'matched' }], waiting: [] }

  it.each([
    ['a mandatory failure', { results: [required] }, 1],
    ['a risk at the go-live gate', { results: [risk], verdict: { ...verdict, result: 'unsafe' } }, 1],
    ['nothing but what is inconclusive', { results: [], verdict: inconclusive }, 1],
    ['advice alone', { results: [advisory], verdict: { ...verdict, result: 'conformant', exitCode: 0 } }, 0],
    ['a known failure', { results: [required], baseline: known, verdict: { ...verdict, exitCode: 0 } }, 0],
  ])('are errors exactly where the exit code is not 0: %s', (_, changes, code) => {
    for (const lines of Object.values(annotate({ ...nonconformant, ...changes })))
      expect(lines.some((line) => line.startsWith('::error '))).toBe(code !== 0)
  })
})
