import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { HarnessError } from '../../model/errors.ts'
import { reportFormats } from '../../reporters/formats.ts'
import { assay } from '../cli/console.ts'
import { folderWith } from '../temporary-folder.ts'

/** Lets a form of the report have this text, or fail, until the test is over. */
function rendering(render: () => string): void {
  const spy = vi.spyOn(reportFormats.tap, 'load')
  spy.mockResolvedValue({ name: 'tap', render: () => [render()] })
  onTestFinished(() => spy.mockRestore())
}

/** A test with this output, and its folder. */
async function tested(out: string, ...flags: readonly string[]) {
  const fixed = ['--now', '1795000000', '--seed', '42', '--format', 'tap', '--format', 'csv']
  const said = await assay(['test', 'issuer', '--out', out, ...fixed, ...flags])
  return { ...said, files: readdirSync(out) }
}

describe('the folder of a test', () => {
  it.each(['report.json', 'report.csv', 'record.ndjson'])(
    'is refused before the test begins if somebody else wrote %s',
    async (name) => {
      const folder = folderWith({ [name]: 'mine' })

      const { code, out, err, files } = await tested(folder, '--events')

      expect([code, out, files]).toEqual([2, '', [name]])
      expect(err).toContain(`${name} was not written by assay and is not overwritten`)
    },
  )

  it('is without a form that gives away what a message brought, and the test ends with a defect', async () => {
    const kept = folderWith()
    await tested(kept, '--keep-private')
    const messages = readFileSync(join(kept, 'record.private.ndjson'), 'utf8')
    const [, token = ''] = /access_token\\*":\s*\\*"([\w.-]+)/.exec(messages) ?? []
    rendering(() => deflateRawSync(JSON.stringify({ token })).toString('base64url'))

    const { code, out, err, files } = await tested(folderWith())

    expect(token).toMatch(/^[\w.-]{16,}$/)
    expect([code, out]).toEqual([5, ''])
    expect(err).toContain('report.tap contains something private in a message: withheld')
    expect(files).toEqual(['.assay.forms.json', 'record.ndjson', 'report.csv', 'report.json'])
  })

  it('that another run writes to is refused before anything is sent', async () => {
    const folder = folderWith({ '.assay.lock': '{"pid":1,"since":0}' })

    const { code, out, err } = await tested(folder)

    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('another run, process 1, is writing to')
  })

  it('cannot hold one of its forms: the report is printed all the same', async () => {
    const folder = folderWith()
    rendering(() => {
      throw new HarnessError('ERR_DISK', 'the disk is full')
    })

    const { code, out, err } = await tested(folder)

    expect(code).toBe(5)
    expect(out).toContain('profile openid4vci-1.0')
    expect(err).toContain('the disk is full')
    expect(existsSync(join(folder, 'report.tap'))).toBe(false)
  })
})
