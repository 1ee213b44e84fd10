import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { type FormatName, formatNames, reportFormats } from '../../reporters/formats.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { findDocsPage, formatDocs } from '../../reporters/text/docs.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { assay } from '../cli/console.ts'
import { folderWith } from '../temporary-folder.ts'
import { conformant, failed, nonconformant } from './small-report.ts'

const docsUrl = 'https://docs.test/assay'
const page = `${docsUrl}/requirements/SD-DIGEST.html`

/** HAR has messages, and no requirements. */
const forms = formatNames.filter((name) => name !== 'har')

const render = async (name: FormatName, report: RunReport): Promise<string> =>
  [...(await reportFormats[name].load()).render(report)].join('\n')

const print = (report: RunReport): string => [...createTerminalReporter(plainPaint).render(report)].join('\n')

describe('a failure', () => {
  it.each(forms)('links to the page of its requirement, if there is a site: %s', async (name) => {
    expect(await render(name, { ...nonconformant, docsUrl })).toContain(page)
  })

  it.each(forms)('names the command that explains it, if there is none: %s', async (name) => {
    expect(await render(name, nonconformant)).toContain('npx assay explain SD-DIGEST')
  })

  it('does so on the terminal', () => {
    expect(print({ ...nonconformant, docsUrl })).toContain(page)
    expect(print(nonconformant)).toContain('npx assay explain SD-DIGEST')
  })

  it.each(forms)('of a third-party suite has no link to a site that does not know it: %s', async (name) => {
    const report = { ...nonconformant, docsUrl, results: [{ ...failed, suite: 'national' }] }

    expect(await render(name, report)).not.toContain(docsUrl)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//docs.test', 'https://', ''])(
    'has no link to what is not a web address: %j',
    (url) => {
      expect(findDocsPage({ docsUrl: url }, failed)).toBeUndefined()
    },
  )

  it('of a part links to the page of the whole', () => {
    expect(formatDocs({ docsUrl }, { id: 'FLOW-VALIDATES/ATT-TYP' })).toBe(
      `${docsUrl}/requirements/FLOW-VALIDATES.html`,
    )
  })
})

describe('the site that reports link to', () => {
  const only = ['--only', 'VCIOFFER-ONE', '--quiet']

  it.each([
    ['a flag', ['test', 'issuer', ...only, '--docs-url', `${docsUrl}/`]],
    ['a flag of a run', ['run', '--only', 'SD-DIGEST', '--quiet', '--docs-url', docsUrl]],
  ])('is named by %s', async (_, argv) => {
    const out = join(folderWith(), 'out')
    await assay([...argv, '--out', out])

    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).docsUrl).toBe(docsUrl)
  })

  it.each(['document', 'openid4vci-1.0'])('is named by the configuration of %s', async (suite) => {
    const folder = folderWith({ 'harness.config.json': JSON.stringify({ suite, docsUrl }) })
    const out = join(folder, 'out')
    const selected = suite === 'document' ? ['--only', 'SD-DIGEST'] : only
    await assay(['run', '--config', join(folder, 'harness.config.json'), '--out', out, '--quiet', ...selected])

    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).docsUrl).toBe(docsUrl)
  })

  it('is a web address', async () => {
    const { code, err } = await assay(['test', 'issuer', ...only, '--docs-url', 'javascript:alert(1)'])

    expect([code, err]).toEqual([2, expect.stringContaining('--docs-url')])
  })

  it('is absent by default', () => {
    expect(conformant.docsUrl).toBeUndefined()
  })
})
