import { describe, expect, it } from 'vitest'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { reportFormats } from '../../reporters/formats.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { describeResponsibility, suggestNextStep } from '../../reporters/text/verdict.ts'
import { conformant, failed, nonconformant, unavailable } from './small-report.ts'

type Harm = ReportedResult['consequence']['harm']

const fail = (harm: Harm, changes: Partial<ReportedResult> = {}): ReportedResult => ({
  ...failed,
  id: `SD-${harm.toUpperCase()}`,
  consequence: { harm, text: 'x' },
  ...changes,
})

const { decides: _, ...recommended } = fail('security', { id: 'SD-ADVICE', force: 'should' })

/** Failures in the reverse of the order in which they matter. */
const report: RunReport = {
  ...nonconformant,
  results: [recommended, fail('hygiene'), fail('interoperability'), fail('privacy'), fail('security')],
}
const wanted = ['SD-SECURITY', 'SD-PRIVACY', 'SD-INTEROPERABILITY', 'SD-HYGIENE', 'SD-ADVICE']

const readOrder = (text: string): readonly string[] =>
  wanted.toSorted((one, other) => text.indexOf(`${one}`) - text.indexOf(`${other}`))

const render = async (name: 'html' | 'markdown'): Promise<string> =>
  [...(await reportFormats[name].load()).render(report)].join('\n')

describe('the failures of a report', () => {
  it('begin with what decides the verdict, and with security', async () => {
    const markdown = (await render('markdown')).split('### Failed')[1] ?? ''

    expect(readOrder([...createTerminalReporter(plainPaint).render(report)].join('\n'))).toEqual(wanted)
    expect(readOrder(markdown)).toEqual(wanted)
    expect(readOrder((await render('html')).split('Open issues')[1] ?? '')).toEqual(wanted)
    expect(suggestNextStep(report)).toContain('`npx assay explain SD-SECURITY`')
  })
})

describe('who has to act', () => {
  const inconclusive: RunReport = {
    ...conformant,
    verdict: { ...nonconformant.verdict, result: 'inconclusive', exitCode: 3 },
  }
  const [first] = conformant.sessions
  const wrongSetting = first ? [{ ...first, settings: ['accounts[0].sessionToken'] }] : []

  it.each([
    ['no one, if it passed', conformant, ''],
    ['the roles that failed', report, 'The issuer needs to be fixed.'],
    [
      'several roles',
      { ...report, results: [...report.results, fail('hygiene', { id: 'ATT-X', binds: 'wallet' })] },
      'The issuer and the wallet need to be fixed.',
    ],
    ['the operator of the target', unavailable, 'Start the target, or correct its address in the configuration.'],
    [
      'the configuration',
      { ...inconclusive, sessions: wrongSetting },
      'Correct the configuration: nothing is known to be wrong with the target.',
    ],
    ['the test', inconclusive, 'The run did not see enough to decide: nothing is known to be wrong with the target.'],
  ])('is %s', (_, given, sentence) => {
    expect(describeResponsibility(given)).toBe(sentence)
  })

  it('is said by the terminal, the summary and the page', async () => {
    const sentence = 'The issuer needs to be fixed.'

    expect([...createTerminalReporter(plainPaint).render(report)].join('\n')).toContain(`action     ${sentence}`)
    expect(await render('markdown')).toContain(sentence)
    expect(await render('html')).toContain(sentence)
  })
})
