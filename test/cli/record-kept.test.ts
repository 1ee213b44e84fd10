import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RecordHead } from '../../model/record.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { WriteOctets } from '../../src/files/durable.ts'
import { readPrivateRecord, readRecord } from '../../src/privacy/read-record.ts'
import { runFiles } from '../../src/run-folder/run-files.ts'
import { openRunFolder } from '../../src/run-folder/run-folder.ts'
import type { RunFolderOptions } from '../../src/run-folder/run-folder-options.ts'
import { runToFolder } from '../../src/run-folder/run-to-folder.ts'
import type { Message } from '../../suites/document/model/endpoints.ts'
import { parseMessage } from '../../suites/document/model/parse-message.ts'
import { time } from '../e2e/playing.ts'
import { conformant } from '../reporters/small-report.ts'
import { environment } from '../running-vitest.ts'
import { folderWith } from '../temporary-folder.ts'
import { head, recorderFor, settings } from '../whole-run.ts'
import { assay } from './console.ts'

// Whatever happens to the disk, what was recorded is kept.

const textIn = (folder: string, name: string): string => fs.readFileSync(join(folder, name), 'utf8')
const linesIn = (folder: string, name: string): readonly string[] => textIn(folder, name).trim().split('\n')
const reportIn = (folder: string): RunReport => JSON.parse(textIn(folder, runFiles.report))

const flags = ['--quiet', '--now', String(time), '--seed', '1']

/** A whole run whose messages are kept. */
async function keptRun(): Promise<string> {
  const out = folderWith()
  await assay(['run', '--out', out, '--keep-private', ...flags])
  return out
}

const resume = (out: string, ...argv: readonly string[]) => assay(['run', '--resume', '--out', out, ...flags, ...argv])

/** Changes one line of the private record. */
function damage(out: string, change: (lines: string[]) => void): void {
  const lines = textIn(out, runFiles.private).split('\n')
  change(lines)
  fs.writeFileSync(join(out, runFiles.private), lines.join('\n'))
}

const findLine = (lines: readonly string[], session: string): number =>
  lines.findIndex((line) => line.includes(`"session":"${session}"`)) + 1

describe('a damaged line of a record', () => {
  const damages: readonly (readonly [string, (line: string) => string])[] = [
    ['is cut in the middle', (line) => line.slice(0, line.length / 2)],
    ['consists of zeros', () => '\0'.repeat(80)],
    ['has a member of another type', (line) => line.replace(/"request":\{/, '"request":7,"x":{')],
    ['has no time', (line) => line.replace(/"sentAt":"[^"]*"/, '"sentAt":"never"')],
  ]

  it.each(damages)('that %s is set apart with its session, and all others are kept', async (_, change) => {
    const out = await keptRun()
    const before = linesIn(out, runFiles.private)
    damage(out, (lines) => {
      const at = findLine(lines, 'second')
      lines[at] = change(lines[at] ?? '')
    })
    const damaged = linesIn(out, runFiles.private)

    const { code, err } = await resume(out)

    expect(code).toBe(0)
    expect(err).toContain('first, last were complete and will not be run again')
    expect(err).toContain(
      `1 damaged line of ${out}/record.private.ndjson is set apart in ${out}/record.private.replaced`,
    )
    const after = [...linesIn(out, runFiles.private), ...linesIn(out, runFiles.replaced)]
    expect(damaged.slice(1).filter((line) => !after.includes(line))).toEqual([])
    expect(before.filter((line) => line.includes('"session":"first"')).every((line) => after.includes(line))).toBe(true)
    expect(fs.statSync(join(out, runFiles.replaced)).mode & 0o777).toBe(0o600)
    expect(reportIn(out).sessions.every(({ ended }) => ended === 'completed')).toBe(true)
  })

  it('that is the first one leaves everything as it is', async () => {
    const out = await keptRun()
    damage(out, (lines) => lines.splice(0, 1, '{'))
    const before = fs.readdirSync(out).map((name) => [name, textIn(out, name)])

    expect(await resume(out)).toMatchObject({ code: 2 })
    expect(fs.readdirSync(out).map((name) => [name, textIn(out, name)])).toEqual(before)
  })

  it('in the report of the earlier run is no reason to forget its sessions', async () => {
    const out = await keptRun()
    fs.writeFileSync(join(out, runFiles.report), textIn(out, runFiles.report).slice(0, 400))

    const { code, err } = await resume(out)

    expect(code).toBe(0)
    expect(err).toContain('first, second were complete')
  })
})

describe('a run that is resumed', () => {
  it('keeps a private record that was to be kept, however often it is resumed', async () => {
    const out = await keptRun()
    const before = linesIn(out, runFiles.private).slice(1)

    await resume(out)
    await resume(out)

    expect(linesIn(out, runFiles.private)).toEqual(expect.arrayContaining(before))
  })

  it('remembers which sessions were complete where its own report is missing', async () => {
    const out = await keptRun()
    await resume(out)
    fs.rmSync(join(out, runFiles.report))

    expect((await resume(out)).err).toContain('first, second, last were complete')
  })
})

const message = (number: number): Message => ({
  number,
  session: 'first',
  endpoint: 'nonce',
  from: 'wallet',
  to: 'issuer',
  sentAt: 1_790_000_000_000,
  milliseconds: 3,
  request: { method: 'POST', url: 'https://issuer.example/nonce', headers: {} },
  response: { status: 200, headers: {}, body: '{"c_nonce":"nonce-of-nobody-at-all"}' },
})

const parsed = (number: number) => parseMessage(message(number), [])

/** A disk that is full after so many writes: the one after them is written in half, and every other one fails. */
function fullAfter(writes: number): WriteOctets {
  let left = writes
  return (descriptor, octets) => {
    if (left > 0) {
      left--
      return fs.writeSync(descriptor, octets)
    }
    if (left-- === 0) return fs.writeSync(descriptor, octets.subarray(0, Math.ceil(octets.length / 2)))
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  }
}

const writing = (more: Partial<RunFolderOptions> = {}): RunFolderOptions => ({
  head,
  lineOf: ({ message: each }) => recorderFor()(each as Message),
  privately: 'kept',
  ...more,
})

describe('a full disk', () => {
  const fullDisk = expect.objectContaining({ code: 'ERR_DISK' })

  it.each([0, 1, 2, 3])('leaves the earlier run as it was where a resumed run cannot begin: write %i', (writes) => {
    const out = folderWith()
    const first = openRunFolder(out, writing())
    for (const number of [1, 2, 3]) first.record(parsed(number))
    first.finish(conformant)
    first.close()
    const names = [runFiles.record, runFiles.private, runFiles.report]
    const before = names.map((name) => textIn(out, name))
    const continued = { messages: [parsed(1)], replaced: linesIn(out, runFiles.private).slice(2) }

    const open = (): unknown => openRunFolder(out, writing({ continued, write: fullAfter(Math.floor(writes / 2)) }))

    expect(open).toThrow(fullDisk)
    expect(names.map((name) => textIn(out, name))).toEqual(before)
    expect(fs.readdirSync(out).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it.each([2, 3, 4, 5, 6, 7])('leaves whole messages in both records: write %i', (writes) => {
    const out = folderWith()
    const folder = openRunFolder(out, writing({ write: fullAfter(writes) }))
    let recorded = 0
    const recordAll = (): void => {
      for (const number of [1, 2, 3, 4]) {
        folder.record(parsed(number))
        recorded = number
      }
    }

    expect(recordAll).toThrow(fullDisk)
    expect(recorded).toBe(Math.floor((writes - 2) / 2))
    for (const read of [
      readRecord(textIn(out, runFiles.record)).lines,
      readPrivateRecord(textIn(out, runFiles.private)).messages,
    ]) {
      expect(read.map(({ number }) => number)).toEqual([1, 2, 3].slice(0, recorded))
    }
    folder.close()
  })

  const endless = { signal: new AbortController().signal, opened: () => {}, ended: () => {}, members: 0 }

  /** The space for the report was kept free. */
  const fullButForReport = (writes: number): WriteOctets => {
    const full = fullAfter(writes)
    let isReport = false
    return (descriptor, octets) => {
      isReport ||= octets.length > 20_000 && Buffer.from(octets.subarray(0, 3)).toString() === '{\n '
      return isReport ? fs.writeSync(descriptor, octets) : full(descriptor, octets)
    }
  }

  it.each([2, 9, 30])('ends the run with a report of everything until then: write %i', async (writes) => {
    const out = folderWith()

    const { report, failure } = await runToFolder(
      { ...settings, out, keepPrivate: true },
      { ...endless, write: fullButForReport(writes), print: () => [] },
    )

    expect(failure).toMatchObject({ code: 'ERR_DISK', message: expect.stringContaining('ENOSPC') })
    expect(report.verdict).toMatchObject({ result: 'harnessError', exitCode: 5, claimable: false })
    expect(reportIn(out)).toEqual(report)
    const messages = Math.floor((writes - 2) / 2)
    expect(report.record?.messages).toBe(messages)
    expect(readRecord(textIn(out, runFiles.record)).lines).toHaveLength(messages)
    expect(readPrivateRecord(textIn(out, runFiles.private)).messages).toHaveLength(messages)
  })

  it.each([4, 14, 26, 38, 42, 60])(
    'plays again every session of which a message was not written: write %i',
    async (writes) => {
      const [whole, out] = [await keptRun(), folderWith()]
      await runToFolder(
        { ...settings, now: time, seed: '1', out, keepPrivate: true },
        { ...endless, write: fullButForReport(writes), print: () => [] },
      )

      const { code } = await resume(out)

      const countIn = (folder: string) =>
        Object.groupBy(readPrivateRecord(textIn(folder, runFiles.private)).messages, ({ session }) => session)
      const lengths = (folder: string) => Object.entries(countIn(folder)).map(([name, some]) => [name, some?.length])
      expect(lengths(out)).toEqual(lengths(whole))
      expect(code).toBe(0)
    },
  )

  /** A run in a process that may write no file larger than so many kilobytes. */
  const limited = (out: string, kilobytes: number, ...argv: readonly string[]) =>
    spawnSync(
      'bash',
      [
        '-c',
        `ulimit -f ${kilobytes} && exec "$@"`,
        'bash',
        process.execPath,
        resolve('bin/assay.js'),
        'run',
        '--out',
        out,
        '--now',
        String(time),
        ...argv,
      ],
      {
        encoding: 'utf8',
        env: environment({ NODE_COMPILE_CACHE: '', NODE_DISABLE_COMPILE_CACHE: '1' }),
      },
    )

  it.skipIf(process.platform === 'win32')('ends a run in one line and with 5, for real', async () => {
    const out = folderWith()

    const { status, stdout, stderr } = limited(out, 60, '--keep-private', '--seed', '1')

    expect(status).toBe(5)
    expect(stderr.split('\n').filter((line) => line.startsWith('assay: error:'))).toEqual([
      'assay: error: cannot write to record.private.ndjson (EFBIG)',
    ])
    expect(`${stdout}${stderr}`).not.toMatch(/^\s+at /m)
    expect(stdout).toContain('cannot write to record.private.ndjson (EFBIG)')
    const { messages: hops, isCut } = readPrivateRecord(textIn(out, runFiles.private))
    expect(hops.length).toBeGreaterThan(0)
    expect([isCut, readRecord(textIn(out, runFiles.record)).lines.length]).toEqual([false, hops.length])
    expect(await resume(out)).toMatchObject({ code: 0 })
  })

  it.skipIf(process.platform === 'win32')('loses nothing where a run is resumed on it, for real', async () => {
    const out = await keptRun()
    const before = textIn(out, runFiles.private)

    const { status, stderr } = limited(out, 60, '--resume', '--seed', '1')

    expect(status).toBe(5)
    expect(stderr).toContain('EFBIG')
    expect(textIn(out, runFiles.private)).toBe(before)
    expect(reportIn(out).verdict.exitCode).toBe(0)
  })
})

describe('a record', () => {
  it('says nothing of completed sessions where everyone may read it', async () => {
    const out = await keptRun()
    await resume(out)

    const [first = ''] = linesIn(out, runFiles.record)
    const parsedHead: RecordHead = JSON.parse(first)
    expect(parsedHead.completed).toBeUndefined()
    expect(JSON.parse(linesIn(out, runFiles.private)[0] ?? '').completed).toEqual(['first', 'second', 'last'])
  })
})
