import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getWhole } from '../model/requirement.ts'
import type { RunReport } from '../model/run-report.ts'
import { formatFailure } from '../reporters/text/failure.ts'
import { plainPaint } from '../reporters/text/paint.ts'
import { resolveSettings } from '../src/config/settings.ts'
import { sortByOutcome } from '../src/judge/merge-results.ts'
import { listTags } from '../src/tags.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { completeRun, openRun } from '../suites/document/run/open-run.ts'
import { ended, environment, folder, type Told, told, vitest } from './running-vitest.ts'

const suites = ['--project', 'suites']

/** How each requirement came out, by its id. */
const outcomesIn = (tests: readonly Told[]): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    tests.flatMap(({ meta: { requirement, outcome } }) => (requirement ? [[requirement, outcome]] : [])),
  )

const outcomesOf = ({ results }: RunReport): Readonly<Record<string, string>> =>
  Object.fromEntries(
    sortByOutcome(results)
      .map(({ id, outcome }) => [getWhole(id), outcome] as const)
      .toReversed(),
  )

/** The run that the configuration of this checkout describes. */
const rehearsal = play()

async function play(): Promise<RunReport> {
  const { settings } = await resolveSettings(undefined, {}, process.cwd())
  const quiet = { signal: new AbortController().signal, record: () => {}, progress: () => {} }
  return (await completeRun(await openRun(settings), { members: 0, ...quiet })).report
}

describe('the suite in this checkout', () => {
  it('comes to the same as a run, requirement by requirement', async () => {
    const report = await rehearsal

    const tests = await told(suites)

    expect(outcomesIn(tests)).toEqual(outcomesOf(report))
    expect(tests.filter(({ status }) => status === 'failed')).toEqual([])
    for (const { status, meta } of tests) expect(status === 'passed').toBe(/^passed|undefined/.test(`${meta.outcome}`))
  })

  it('has one test for each requirement, named, tagged and described like it', async () => {
    const tests = await told([...suites, '--testNamePattern', 'nothing is called so'])

    const described = tests.filter(({ meta }) => meta.requirement !== undefined)
    expect(described.map(({ title }) => title).sort()).toEqual(
      requirements.map(({ id, text }) => `${id} ${text}`).sort(),
    )
    for (const requirement of requirements) {
      const { id, section, force } = requirement
      const test = described.find(({ meta }) => meta.requirement === id)
      expect(test?.meta).toEqual({ requirement: id, section, force })
      expect(test?.tags).toEqual(listTags(requirement))
    }
  })

  it('is the same when it is shared out and put together again', async () => {
    const blobs = folder()
    const shards = [1, 2, 3].map((i) => [
      `--shard=${i}/3`,
      '--reporter=blob',
      `--outputFile=${join(blobs, `${i}.json`)}`,
    ])

    await Promise.all(shards.map((shard) => vitest([...suites, ...shard])))
    const merged = await told([...suites, `--merge-reports=${blobs}`])

    expect(outcomesIn(merged)).toEqual(outcomesOf(await rehearsal))
  })

  it('is not run by those who do not ask for it', async () => {
    const { out } = await ended(['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'])

    const projects = JSON.parse(out).map(({ projectName }: { projectName: string }) => projectName)
    expect(new Set(projects)).toEqual(new Set(['ours']))
  })
})

describe('a target that does something wrong', () => {
  it('fails the same tests as it fails requirements, each with the same block', async () => {
    const url = await served('issuer', 'status-service', '--fault', 'SD-DIGEST/joins-the-parts-with-dots')
    const env = environment({ ASSAY_TARGET_ISSUER: url, ASSAY_TARGET_STATUS_SERVICE: url, ASSAY_SEED: '5' })
    const { code, out } = await ended(['bin/assay.js', 'run', '--json', '--out', folder()], { env })
    const report: RunReport = JSON.parse(out)

    const tests = await told(suites, { env })

    expect(code).toBe(1)
    expect(outcomesIn(tests)).toEqual(outcomesOf(report))
    for (const result of report.results.filter(({ outcome }) => outcome === 'failed')) {
      const test = tests.find(({ meta }) => meta.requirement === result.id)
      expect(test).toMatchObject({
        status: 'failed',
        failureMessages: [[...formatFailure(result, plainPaint)].join('\n')],
      })
    }
  })

  it('is red nowhere where a run ends with 0: what is only advice is left out', async () => {
    const url = await served(
      'issuer',
      'status-service',
      '--fault',
      'ATT-BATCH/issues-a-credential-for-the-first-key-only',
    )
    const env = environment({ ASSAY_TARGET_ISSUER: url, ASSAY_TARGET_STATUS_SERVICE: url, ASSAY_MEMBERS: '0' })

    const { code } = await ended(['bin/assay.js', 'run', '--quiet', '--out', folder()], { env })
    const tests = await told(suites, { env })

    expect(code).toBe(0)
    expect(tests.filter(({ status }) => status === 'failed')).toEqual([])
    expect(tests.find(({ meta }) => meta.requirement === 'ATT-BATCH')).toMatchObject({
      status: 'skipped',
      meta: { outcome: 'failed' },
    })
  })

  it('gets no verdict if it is not there', async () => {
    const tests = await told(suites, { env: environment({ ASSAY_TARGET_ISSUER: 'http://127.0.0.1:9' }) })

    expect(tests.find(({ meta }) => meta.requirement === undefined)).toMatchObject({
      title: 'the run comes to a verdict',
      status: 'failed',
    })
    expect(tests.find(({ meta }) => meta.requirement === 'SD-DIGEST')?.status).toBe('failed')
  })
})

describe('the suite in another project', () => {
  it('judges what it is given, and needs no tags', async () => {
    const root = folder()
    writeFileSync(join(root, 'vitest.config.mjs'), "export default { test: { include: ['own.ts'] } }")
    writeFileSync(
      join(root, 'own.ts'),
      `import { conformance } from '${resolve('src/suite.ts')}'; conformance({ only: ['SD-*'], decisions: {} })`,
    )

    const tests = await told(['--root', root])

    expect(tests).toHaveLength(requirements.length + 1)
    expect(tests.find(({ meta }) => meta.requirement === 'SD-DIGEST')).toMatchObject({ status: 'passed', tags: [] })
    expect(tests.find(({ meta }) => meta.requirement === 'ATT-TYP')).toMatchObject({ status: 'skipped' })
  })
})

/** Serves reference actors in a process of their own until the test is over, and tells where. */
async function served(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['bin/assay.js', 'serve', ...args, '--port', '0', '--quiet'], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  for await (const line of createInterface(child.stdout)) return line
  throw new Error('nothing is served')
}
