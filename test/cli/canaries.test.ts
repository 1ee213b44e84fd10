import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import holders from '../../fixtures/holders.json' with { type: 'json' }
import keys from '../../fixtures/keys.json' with { type: 'json' }
import { type FormatName, findFormatFile, formatNames, reportFormats } from '../../reporters/formats.ts'
import { front, withBody } from '../e2e/fronts.ts'
import { folderWith } from '../temporary-folder.ts'
import { settings } from '../whole-run.ts'
import { assay } from './console.ts'
import { serving } from './serving.ts'

const [{ sessionToken, uid } = { sessionToken: '', uid: '' }] = settings.accounts

/** Makes a reporter say more than a report holds, until the test is over. */
function leaking(name: FormatName, text: string): void {
  const spy = vi.spyOn(reportFormats[name], 'load')
  spy.mockResolvedValue({ name, render: () => ['{"tool":"assay"', text, '}'] })
  onTestFinished(() => spy.mockRestore())
}

/** A run in these forms, and the folder that it was written to. */
async function ran(...flags: readonly string[]) {
  const folder = folderWith({ 'c.json': '{}' })
  const out = join(folder, 'out')
  const said = await assay(['run', '--config', join(folder, 'c.json'), '--seed', '42', '--out', out, ...flags])
  return { ...said, path: out, files: existsSync(out) ? readdirSync(out) : [] }
}

const inForms = (names: readonly string[]): readonly string[] => names.flatMap((name) => ['--format', name])

describe('a reporter that gives something away', () => {
  it.each([
    ['the session token', sessionToken, 'the session token of an account'],
    ['a uid in hexadecimal', Buffer.from(uid).toString('hex'), 'the uid of an account'],
    ['a name in base64', Buffer.from(`x ${holders.asha.ResidentName}`).toString('base64'), 'a claim of a holder'],
    ['a private key', keys.walletSealEc.d, 'a private key'],
  ])('ends the run with a defect and without the file: %s', async (_, text, kind) => {
    leaking('tap', text)

    const { code, out, err, files } = await ran(...inForms(['tap', 'csv']))

    expect(code).toBe(5)
    expect(err).toContain(`assay: error: report.tap contains ${kind}: withheld\n`)
    expect(out + err).not.toContain(text)
    expect(out).toBe('')
    expect(files).toEqual(['.assay.forms.json', 'record.ndjson', 'report.csv', 'report.json'])
  })
})

describe('what only a message brought', () => {
  it('is found as well: a code, deflated', async () => {
    const { path } = await ran('--quiet', '--keep-private', '--now', '1795000000')
    const messages = readFileSync(join(path, 'record.private.ndjson'), 'utf8')
    const [, code = ''] = /pre-authorized_code\\*":\\*"([\w-]+)/.exec(messages) ?? []
    leaking('tap', deflateRawSync(JSON.stringify({ code })).toString('base64url'))

    const { code: ended, err, files } = await ran('--quiet', '--now', '1795000000', '--format', 'tap')

    expect(code).toMatch(/^[\w-]{16,}$/)
    expect(ended).toBe(5)
    expect(err).toContain('report.tap contains something private in a message')
    expect(files).toEqual(['.assay.forms.json', 'record.ndjson', 'report.json'])
  })
})

describe('a run as it is', () => {
  it('gives nothing away, in any form', async () => {
    const { code, err, files } = await ran('--quiet', ...inForms(formatNames))

    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(files).toEqual(expect.arrayContaining(formatNames.map(findFormatFile)))
  })

  it('keeps to itself what a target says in places that everybody may see', async () => {
    const { url, lead } = await front(async (request, onward) => {
      const answer = await onward(request)
      const { pathname } = new URL(request.url)
      if (!pathname.endsWith('/jwks.json')) return answer
      return withBody(answer, (await answer.text()).replace('"alg":"ES256"', `"alg":"${sessionToken}"`))
    })
    const { facts } = await serving('issuer', 'status-service', '--public-url', url)
    lead(facts.url)

    const { code, err, files } = await ran(
      ...[
        '--quiet',
        '--now',
        '1795000000',
        '--target',
        `issuer=${url}`,
        '--target',
        `status-service=${url}`,
        '--members',
        '0',
      ],
      ...inForms(formatNames),
    )

    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(files).toContain('report.json')
  })
})
