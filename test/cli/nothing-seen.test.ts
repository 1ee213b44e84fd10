import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'

/** A verifier whose answers to questions are an expression of `question`. */
const verifierThat = (answer: string): string =>
  `module:${join(folderWith({ 'verifier.mjs': `export default (question) => (${answer})` }), 'verifier.mjs')}`

const against = (profile: string, verifier: string, ...ids: readonly string[]) =>
  assay(['vectors', ...ids, '--profile', profile, '--against', verifier])

describe('a verifier that is asked nothing', () => {
  it.each(['mdoc', 'haip-1.0', 'openid4vci-1.0'])('does not pass by %s', async (profile) => {
    const { code, out, err } = await against(profile, verifierThat('{ accepted: true }'))

    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`--against: no verifier is asked about samples of \`${profile}\``)
  })

  it('does not pass by samples that it does not support', async () => {
    const { code, out } = await against(
      ...[
        'token-status-list',
        verifierThat("question.id === 'control' ? { accepted: true } : { unsupported: 'lists' }"),
      ],
      ...['STATUSJWT-ALG'],
    )

    expect(code).not.toBe(0)
    expect(out).not.toMatch(/^PASSED/m)
  })
})

describe('vectors of one requirement of a standard', () => {
  it('are put to a verifier, and no others', async () => {
    const folder = folderWith()
    const verifier = verifierThat('{ accepted: true }')
    await assay(['vectors', 'SDJWT-SIGNED', '--profile', 'sd-jwt', '--against', verifier, '--out', folder])
    const { probes } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))

    expect(new Set(probes.map(({ requirement }: { requirement: string }) => requirement))).toEqual(
      new Set(['SDJWT-SIGNED']),
    )
  })

  it('are exported, with the valid sample', async () => {
    const { code, out } = await assay(['vectors', 'SDJWT-SIGNED', '--profile', 'sd-jwt'])
    const ids = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id)

    expect(code).toBe(0)
    expect(ids[0]).toBe('valid')
    expect(ids.length).toBeGreaterThan(1)
    expect(ids.slice(1).filter((id) => !id.startsWith('SDJWT-SIGNED/'))).toEqual([])
  })

  it.each(['vectors', 'prove'])('are refused by `assay %s` where no requirement has the name', async (command) => {
    const { code, err } = await assay([command, 'SDJWT-SINGED', '--profile', 'sd-jwt'])

    expect(code).toBe(2)
    expect(err).toContain('did you mean `SDJWT-SIGNED`?')
  })

  it.each(['vectors', 'prove'])('are not chosen by sections of the document in `assay %s`', async (command) => {
    const { code, err } = await assay([command, '--section', '2.9', '--profile', 'sd-jwt'])

    expect(code).toBe(2)
    expect(err).toContain('--section')
  })
})

describe('`assay prove` of one requirement of a standard', () => {
  it('proves that one', async () => {
    const { code, out } = await assay(['prove', 'SDJWT-SIGNED', '--profile', 'sd-jwt', '--json'])
    const { faults, variants } = JSON.parse(out)

    expect(code).toBe(0)
    expect(faults.length).toBeGreaterThan(0)
    expect([...faults, ...variants].filter(({ id }) => !id.startsWith('SDJWT-SIGNED/'))).toEqual([])
  })
})

describe('a test without probes', () => {
  const roles = ['issuer', 'verifier', 'wallet', 'holder'] as const

  it.each(roles)('passes an %s provisionally, and says what was not tested', async (role) => {
    const folder = folderWith()
    const { code, out } = await assay(['test', role, '--now', '1795000000', '--out', folder])
    const [json = '', ...forms] = ['report.json', 'report.html', 'report.md', 'report.junit.xml'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    )
    const { verdict, results }: RunReport = JSON.parse(json)
    const untested = results.filter(({ outcome, decides }) => outcome === 'untested' && decides !== undefined).length
    const what = untested === 1 ? 'requirement was' : 'requirements were'
    const provisional = `no negative tests were sent, so ${untested} ${what} not tested: pass --probes`

    expect([code, verdict.result, verdict.claimable]).toEqual([0, 'conformant', false])
    expect(out).toContain(`PASSED (provisional: ${provisional})`)
    for (const form of forms) expect(form.toLowerCase()).toContain(provisional)
  })

  it('is not provisional with probes', async () => {
    const { code, out } = await assay(['test', 'holder', '--probes'])

    expect(code).toBe(0)
    expect(out).toMatch(/^PASSED {2}/m)
  })
})

describe('a run that needs a target', () => {
  it('ends at once where its configuration has none', async () => {
    const { code, out, err } = await assay(['run', '--require-target', '--out', join(folderWith(), 'out')])

    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('--require-target: no target is configured')
  })

  it('begins where there is one', async () => {
    const target = 'issuer=module:examples/typescript-issuer/issuer.ts'
    const { code } = await assay([
      ...['run', '--require-target', '--target', target, '--members', '0', '--only', 'CFG-*'],
      ...['--out', join(folderWith(), 'out')],
    ])

    expect(code).not.toBe(2)
  })
})
