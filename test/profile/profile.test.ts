import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { environment, folder, vitest } from '../running-vitest.ts'
import type { Row } from './reporter.ts'

/** Processor time that each piece of work takes, in milliseconds. */
const work = 200
const script = `while (process.cpuUsage().user < ${1_000 * work});`

// What is profiled below.
describe('work', () => {
  it('is done by the test', () => {
    const end = process.cpuUsage().user + 1_000 * work
    while (process.cpuUsage().user < end);

    expect(process.cpuUsage().user).toBeGreaterThanOrEqual(end)
  })

  it('is done by a child process', async () => {
    expect(await promisify(execFile)(process.execPath, ['-e', script])).toMatchObject({ stdout: '' })
  })

  it('is done by a child process that is waited for', () => {
    expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toBe('')
  })
})

describe('the profile', () => {
  it('names what tests, files and child processes cost', async () => {
    const file = join(folder(), 'profile.json')
    const env = environment({ TEST_PROFILE: '1', TEST_PROFILE_FILE: file })
    const { out } = await vitest(['--project', 'ours', 'test/profile/profile.test.ts', '-t', '^work'], { env })
    const { files, tests, processes } = JSON.parse(readFileSync(file, 'utf8'))
    const find = (rows: readonly Row[], name: string) => rows.find((each) => each.name.includes(name))?.columns ?? []
    const [, own] = find(tests, 'by the test')
    const [, , child] = find(tests, 'by a child process')
    const [all = 0] = find(files, 'profile.test.ts')

    expect([own, child, ...find(processes, '1 × node while')].filter((each = 0) => each < 0.9 * work)).toEqual([])
    expect(find(tests, 'waited for')[2]).toBeGreaterThan(0.9 * work)
    expect(all).toBeGreaterThan(3 * 0.9 * work)
    expect(out).toMatch(/Child processes\n(.*\n)*.* node while/)
  })
})
