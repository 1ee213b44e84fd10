import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunReport } from '../model/run-report.ts'
import { editSource, writeAnswers } from '../src/claim/edit-config.ts'
import { listProposals } from '../src/claim/propose-answers.ts'
import { listObstacles } from '../src/claim/statement.ts'
import { makeConfigText } from '../src/init/template.ts'
import { conformant as small } from './reporters/small-report.ts'

const answers = [{ id: 'sd.digest', answer: 'disclosure', comment: "observed: it's so\nand more" }]

describe('a configuration that is given answers', () => {
  const edit = (text: string) => editSource(text, { profile: 'document-rfc9901', answers })

  it.each([
    ['as `assay init` writes it', makeConfigText({ seen: [] })],
    ['with no decisions', "export default defineHarness({\n  profile: 'document',\n  targets: {},\n})\n"],
    ['with no profile', 'export default {\n  targets: {},\n}\n'],
    ['with empty decisions', 'export default defineHarness({\n  decisions: {},\n})\n'],
  ])('has them, and the profile: %s', (_, text) => {
    const edited = edit(text) ?? ''

    expect(edited).toMatch(/^ {2}profile: 'document-rfc9901',$/m)
    expect(edited).toMatch(
      /^ {2}decisions: \{\n {4}'sd\.digest': 'disclosure', \/\/ observed: it's so\\u\{a\}and more$/m,
    )
    expect(edited.match(/decisions:/g)).toHaveLength(1)
  })

  it('is left alone if it is written otherwise', () => {
    expect(edit('const decisions = {}\nexport default { decisions: decisions }\n')).toBeUndefined()
    expect(edit('export { harness as default }\n')).toBeUndefined()
  })

  it('is written, and read again', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'assay-')), 'harness.config.json')
    writeFileSync(file, '{"decisions":{"nonce.singleUse":"once"}}')

    await writeAnswers(file, { profile: 'document', answers })

    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      profile: 'document',
      decisions: { 'nonce.singleUse': 'once', 'sd.digest': 'disclosure' },
    })
  })

  it('is restored if it does not have them then', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'assay-')), 'harness.config.mjs')
    const text = 'const decisions = {}\nexport default {\n  targets: {},\n}.never\n'
    writeFileSync(file, text)

    await expect(writeAnswers(file, { profile: 'document', answers })).rejects.toThrow('was not changed')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})

describe('a proposal', () => {
  const report = (more: object): RunReport =>
    ({
      ...small,
      decisions: [{ id: 'sd.digest', value: 'parts', source: 'default' }],
      ...more,
    }) as unknown as RunReport // as far as proposals read it
  const row = (more: object) => ({ id: 'SD-DIGEST', dependsOn: ['sd.digest'], findings: [], ...more })

  it.each([
    ['the answer with which a requirement passed', { outcome: 'passed' }, 'parts', 'observed'],
    [
      'the answer with which it would pass',
      { outcome: 'cantTell', passesUnder: ['--profile document-rfc9901', 'sd.digest = disclosure'] },
      'disclosure',
      'observed',
    ],
    ['the answer that every session used', { outcome: 'untested' }, 'parts', 'used'],
  ])('is %s', (_, result, answer, basis) => {
    expect(listProposals({ report: report({ results: [row(result)] }) }, 'document')).toMatchObject([{ answer, basis }])
  })

  const failed = { id: 'ATT-BATCH', outcome: 'failed', dependsOn: ['cnf.source', 'response.batch'] }
  const answered = (id: string, value: string) => ({ id, value, source: 'profile' })
  const decided = [answered('cnf.source', 'either'), answered('response.batch', 'one-each'), answered('sd.alg', 'x')]

  it.each([
    ['would not apply', { inapplicableUnder: ['response.batch = any'] }],
    ['counts', {}],
  ])('is made where a row failed that %s with another answer than that of the profile, which is kept', (_, more) => {
    const results = [row({ ...failed, ...more })]

    expect(listProposals({ report: report({ decisions: decided, results }) }, 'document')).toMatchObject([
      {
        decision: { id: 'response.batch' },
        answer: 'one-each',
        basis: 'assumed',
        shownBy: expect.stringContaining('ATT-BATCH fails with it'),
      },
    ])
  })

  it('is not made where the profile answers', () => {
    expect(listProposals({ report: report({ results: [] }) }, 'document-rfc9901')).toEqual([])
  })
})

describe('an obstacle to a claim', () => {
  const list = (more: object) => [...listObstacles({ ...small, ...more } as RunReport)] // a report with one change

  it('is a run without a target', () => {
    expect(list({ actors: [{ role: 'issuer' }] })).toContain('no target was tested: reference actors played every role')
  })

  it('is a report of another version, and one without a record', () => {
    const { record: _, ...rest } = small
    const all = [...listObstacles({ ...rest, tool: { ...small.tool, version: '0.0.1' } })]

    expect(all).toContainEqual(expect.stringContaining('made by assay 0.0.1'))
    expect(all).toContainEqual(expect.stringContaining('no record'))
  })

  it('is what the plan of the target lacks, with its rows', () => {
    const actors = [{ role: 'wallet backend', url: 'https://wallet.example' }]

    expect(list({ actors, results: [] })).toContainEqual(
      expect.stringMatching(/ \(plan of the wallet-backend: .*\bCALLBACK-VERIFIED\b/),
    )
  })

  it('is a row of the plan that failed and counts only once a decision is answered', () => {
    const actors = [{ role: 'issuer', url: 'https://issuer.example' }]
    const results = [{ id: 'ATT-BATCH', outcome: 'failed', findings: [], dependsOn: ['cnf.source', 'response.batch'] }]

    expect(list({ actors, results })).toContain(
      'ATT-BATCH failed: whether it counts, the answer to response.batch says (`assay decide`)',
    )
  })

  it('is a decision that was left at its default', () => {
    const decisions = [{ id: 'sd.digest', value: 'parts', source: 'default' }]

    expect(list({ decisions })).toContain('decisions left at their defaults (`assay decide`): sd.digest')
  })
})
