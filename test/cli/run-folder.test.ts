import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPrivateRecord, readRecord } from '../../src/privacy/read-record.ts'
import { openRunFolder } from '../../src/run-folder/run-folder.ts'
import type { RunFolderOptions } from '../../src/run-folder/run-folder-options.ts'
import type { Message } from '../../suites/document/model/endpoints.ts'
import { parseMessage } from '../../suites/document/model/parse-message.ts'
import { conformant } from '../reporters/small-report.ts'
import { head, recorderFor } from '../whole-run.ts'

let home = ''
beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'assay-run-')))
})
afterEach(() => fs.rmSync(home, { recursive: true }))

const hop = (number: number): Message => ({
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

const message = (number: number) => parseMessage(hop(number), [])

const writing = (privately: RunFolderOptions['privately'] = 'forgotten'): RunFolderOptions => ({
  head,
  lineOf: ({ message }) => recorderFor()(message as Message),
  privately,
})

/** Writes a whole run with so many messages. */
function write(path: string, messages: number, privately: RunFolderOptions['privately'] = 'forgotten'): void {
  const folder = openRunFolder(path, writing(privately))
  for (let number = 1; number <= messages; number++) folder.record(message(number))
  folder.finish(conformant)
  folder.close()
}

const textIn = (...path: string[]): string => fs.readFileSync(join(home, ...path), 'utf8')
const modeOf = (...path: string[]): string => (fs.statSync(join(home, ...path)).mode & 0o777).toString(8)
const refusal = expect.objectContaining({ code: 'ERR_OUTPUT' })

describe('the folder of a run', () => {
  it('is made with all that leads to it, and holds the record and the report', () => {
    write(join(home, 'a', 'b'), 2)

    expect(fs.readdirSync(join(home, 'a', 'b'))).toEqual(['record.ndjson', 'report.json'])
    expect(readRecord(textIn('a', 'b', 'record.ndjson'))).toMatchObject({
      lines: [{ number: 1 }, { number: 2 }],
      isCut: false,
    })
    expect(JSON.parse(textIn('a', 'b', 'report.json'))).toMatchObject(conformant)
  })

  it('has every message as soon as it was recorded, and no report before the end', () => {
    const folder = openRunFolder(home, writing())

    folder.record(message(1))

    expect(readRecord(textIn('record.ndjson')).lines).toHaveLength(1)
    expect(fs.existsSync(join(home, 'report.json'))).toBe(false)
    folder.close()
  })

  it('has nothing left of an earlier run', () => {
    write(home, 5, 'kept')

    write(home, 1)

    expect(fs.readdirSync(home)).toEqual(['record.ndjson', 'report.json'])
    expect(readRecord(textIn('record.ndjson')).lines).toHaveLength(1)
  })

  it('loses the report of an earlier run when the next begins', () => {
    write(home, 1)

    openRunFolder(home, writing()).close()

    expect(fs.readdirSync(home)).toEqual(['record.ndjson'])
  })

  it('keeps whatever else is in it', () => {
    fs.writeFileSync(join(home, 'notes.txt'), 'mine')

    write(home, 1)
    write(home, 1)

    expect(textIn('notes.txt')).toBe('mine')
  })

  it.each(['record.ndjson', 'record.private.ndjson', 'report.json'])('is refused if somebody else wrote %s', (name) => {
    fs.writeFileSync(join(home, name), '{"schemaVersion":1,"mine":true}\n')

    expect(() => openRunFolder(home, writing())).toThrow(refusal)
    expect(fs.readdirSync(home)).toEqual([name])
    expect(textIn(name)).toBe('{"schemaVersion":1,"mine":true}\n')
  })

  it('is refused if a folder stands where a file has to be', () => {
    fs.mkdirSync(join(home, 'report.json'))

    expect(() => openRunFolder(home, writing())).toThrow(refusal)
  })

  it('is refused if it is a file', () => {
    fs.writeFileSync(join(home, 'out'), 'mine')

    expect(() => openRunFolder(join(home, 'out'), writing())).toThrow(refusal)
    expect(textIn('out')).toBe('mine')
  })
})

describe('a symbolic link', () => {
  it.each(['record.ndjson', 'record.private.ndjson', 'report.json'])('in the place of %s is not followed', (name) => {
    const [out, elsewhere] = [join(home, 'out'), join(home, 'elsewhere')]
    write(out, 1)
    fs.writeFileSync(elsewhere, 'mine')
    fs.rmSync(join(out, name), { force: true })
    fs.symlinkSync(elsewhere, join(out, name))

    expect(() => openRunFolder(out, writing('kept'))).toThrow(refusal)
    expect(textIn('elsewhere')).toBe('mine')
  })

  it('that is put in the place of the report during the run is replaced', () => {
    const folder = openRunFolder(join(home, 'out'), writing())
    fs.writeFileSync(join(home, 'elsewhere'), 'mine')
    fs.symlinkSync(join(home, 'elsewhere'), join(home, 'out', 'report.json'))
    fs.rmSync(join(home, 'out', '.report.json.part'))
    fs.symlinkSync(join(home, 'elsewhere'), join(home, 'out', '.report.json.part'))

    folder.finish(conformant)
    folder.close()

    expect(textIn('elsewhere')).toBe('mine')
    expect(JSON.parse(textIn('out', 'report.json'))).toMatchObject(conformant)
  })

  it('may lead to the folder itself', () => {
    fs.mkdirSync(join(home, 'real'))
    fs.symlinkSync(join(home, 'real'), join(home, 'out'))

    expect(openRunFolder(join(home, 'out'), writing()).path).toBe(join(home, 'real'))
  })

  it('that shares its octets with another file leaves that one alone', () => {
    write(join(home, 'out'), 1)
    fs.linkSync(join(home, 'out', 'record.ndjson'), join(home, 'copy'))
    const before = textIn('copy')

    write(join(home, 'out'), 3)

    expect(textIn('copy')).toBe(before)
  })
})

describe('a folder that a run writes to', () => {
  const lock = '.assay.lock'
  const held = (pid: number, since = 0): void => fs.writeFileSync(join(home, lock), JSON.stringify({ pid, since }))

  /** The number of a process that was there, and is no more. */
  const dead = (): number => spawnSync(process.execPath, ['--version']).pid

  it('is refused to a second one, which changes nothing, until the first is done', () => {
    const first = openRunFolder(home, writing())
    first.record(message(1))

    expect(() => openRunFolder(home, writing())).toThrow(refusal)
    first.record(message(2))
    first.close()

    expect(readRecord(textIn('record.ndjson')).lines).toHaveLength(2)
    expect(fs.readdirSync(home)).toEqual(['record.ndjson'])
    write(home, 1)
  })

  it('is refused while another process lives that took it', () => {
    held(process.ppid)

    expect(() => openRunFolder(home, writing())).toThrow(refusal)
    expect(fs.readdirSync(home)).toEqual([lock])
  })

  it.each([
    ['is no more', dead],
    ['had our number before us', () => process.pid],
  ])('is taken over from a process that %s', (_, pid) => {
    held(pid())

    write(home, 1)

    expect(fs.readdirSync(home)).toEqual(['record.ndjson', 'report.json'])
  })

  it('is taken over from a process whose id was given to another one', () => {
    fs.writeFileSync(join(home, lock), JSON.stringify({ pid: process.ppid, since: 0, start: 'another-boot/1' }))

    write(home, 1)

    expect(fs.readdirSync(home)).toEqual(['record.ndjson', 'report.json'])
  })

  it.each(['', '\n', '\0\0\0'])('is not blocked by a lock without content: %j', (text) => {
    fs.writeFileSync(join(home, lock), text)

    write(home, 1)

    expect(fs.readdirSync(home)).toEqual(['record.ndjson', 'report.json'])
  })

  it('is free again after it was refused for what is in it', () => {
    fs.writeFileSync(join(home, 'report.json'), 'mine')
    expect(() => openRunFolder(home, writing())).toThrow(refusal)
    fs.rmSync(join(home, 'report.json'))

    write(home, 1)

    expect(fs.readdirSync(home)).toEqual(['record.ndjson', 'report.json'])
  })

  it.each(['mine', '{}', '{"pid":0,"since":0}', '{"pid":1.5,"since":0}', '{"pid":"1","since":0}'])(
    'is refused if somebody else wrote %j where its lock has to be',
    (text) => {
      fs.writeFileSync(join(home, lock), text)

      expect(() => openRunFolder(home, writing())).toThrow(refusal)
      expect(textIn(lock)).toBe(text)
    },
  )

  it('is refused if a link or a folder stands where its lock has to be', () => {
    fs.writeFileSync(join(home, 'elsewhere'), JSON.stringify({ pid: dead(), since: 0 }))
    fs.symlinkSync(join(home, 'elsewhere'), join(home, lock))
    fs.mkdirSync(join(home, 'other', lock), { recursive: true })

    expect(() => openRunFolder(home, writing())).toThrow(refusal)
    expect(() => openRunFolder(join(home, 'other'), writing())).toThrow(refusal)
    expect(fs.existsSync(join(home, 'elsewhere'))).toBe(true)
  })
})

describe('the private record', () => {
  it('holds messages as they were, for one user alone', () => {
    write(home, 2, 'kept')

    expect(readPrivateRecord(textIn('record.private.ndjson')).messages).toEqual([hop(1), hop(2)])
    expect(modeOf('record.private.ndjson')).toBe('600')
    expect(textIn('record.ndjson')).not.toContain('nonce-of-nobody')
  })

  it('is closed to others even if it was open before', () => {
    write(home, 1, 'kept')
    fs.chmodSync(join(home, 'record.private.ndjson'), 0o666)

    write(home, 1, 'kept')

    expect(modeOf('record.private.ndjson')).toBe('600')
  })
})

describe('a run that is killed', () => {
  const script = `
    import { openRunFolder } from '${new URL('../../src/run-folder/run-folder.ts', import.meta.url)}'
    import { parseMessage } from '${new URL('../../suites/document/model/parse-message.ts', import.meta.url)}'
    import { head, recorderFor } from '${new URL('../whole-run.ts', import.meta.url)}'
    const folder = openRunFolder(process.argv[1], { head, lineOf: ({ message }) => recorderFor()(message), privately: 'kept' })
    for (let number = 1; number <= 3; number++) folder.record(parseMessage({ ...${JSON.stringify(hop(1))}, number }, []))
    process.kill(process.pid, 'SIGKILL')
  `

  it('leaves everything behind that it saw, and its folder can be used again', () => {
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script, home])

    expect(signal).toBe('SIGKILL')
    expect(fs.readdirSync(home)).toContain('.assay.lock')
    expect(readRecord(textIn('record.ndjson'))).toMatchObject({ lines: [{}, {}, { number: 3 }], isCut: false })
    expect(readPrivateRecord(textIn('record.private.ndjson')).messages).toHaveLength(3)
    write(home, 1)
    expect(readRecord(textIn('record.ndjson')).lines).toHaveLength(1)
  })

  it('leaves a record that can be read although its last line was cut off', () => {
    write(home, 3)
    const file = join(home, 'record.ndjson')
    fs.truncateSync(file, fs.statSync(file).size - 20)

    expect(readRecord(textIn('record.ndjson'))).toMatchObject({ lines: [{ number: 1 }, { number: 2 }], isCut: true })
  })
})
