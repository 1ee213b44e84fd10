import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { plainPaint } from '../../reporters/text/paint.ts'
import { openVerifier } from '../../src/standard/ask-verifier.ts'
import { concludeVerifier, tryVerifier, type VerifierReport } from '../../src/standard/try-verifier.ts'
import { formatVerifierReport } from '../../src/standard/verifier-lines.ts'
import { judge } from './verifiers/rfc9901.ts'

/** A module whose function throws. */
function throwing(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-verifier-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'verifier.mjs')
  writeFileSync(file, "export default () => {\n  throw new Error('not today')\n}\n")
  return file
}

const tried = (bug?: string): Promise<VerifierReport> =>
  tryVerifier('sd-jwt', async (question) => judge(question as never, bug))

const failedRows = ({ trials }: VerifierReport): readonly string[] => [
  ...new Set(trials.flatMap(({ outcome, requirement }) => (outcome === 'failed' ? [requirement?.id ?? 'legal'] : []))),
]

async function spoken(command: string): Promise<VerifierReport> {
  const { ask, close } = await openVerifier(command)
  onTestFinished(close)
  return tryVerifier('sd-jwt', ask)
}

describe('a verifier that does what section 7 of RFC 9901 requires', () => {
  it('gets no finding, and what it does not support is named', async () => {
    const report = await tried()

    expect(failedRows(report)).toEqual([])
    expect(concludeVerifier(report)).toBe('passed')
    expect(report.trials.filter(({ outcome }) => outcome === 'held').length).toBeGreaterThan(90)
    expect([...formatVerifierReport(report, plainPaint)].join('\n')).toMatch(/not supported[^~]*PS256/)
  })

  it('gets none as a process of its own', async () => {
    const report = await spoken(`${process.execPath} test/standards/verifiers/by-line.ts`)

    expect({ rows: failedRows(report), conclusion: concludeVerifier(report) }).toEqual({
      rows: [],
      conclusion: 'passed',
    })
  })
})

describe('the verifier in the examples', () => {
  it('passes', async () => {
    const report = await spoken(`${process.execPath} examples/sd-jwt-verifier/verifier.mjs`)

    expect({ rows: failedRows(report), conclusion: concludeVerifier(report) }).toEqual({
      rows: [],
      conclusion: 'passed',
    })
  })
})

/** The step that a verifier leaves out, and the requirements by which that is found. */
const bugs: Readonly<Record<string, readonly string[]>> = {
  none: ['SDJWT-ALG', 'KBJWT-ALG'],
  signature: ['SDJWT-SIGNED', 'SDJWT-ALG', 'KBJWT-SIGNED'],
  crit: ['SDJWT-CRIT', 'KBJWT-CRIT'],
  tilde: ['SDJWT-FORM'],
  exp: ['SDJWT-CURRENT'],
  'exp-disclosed': ['SDJWT-CURRENT'],
  nbf: ['SDJWT-CURRENT'],
  aud: ['SDJWT-AUDIENCE'],
  _sd_alg: ['SDJWT-SD-ALG'],
  'digest-twice': ['SDJWT-DIGEST-ONCE'],
  'length-3': ['SDJWT-PROPERTY'],
  'length-2': ['SDJWT-ELEMENT'],
  reserved: ['SDJWT-NAME'],
  'name-twice': ['SDJWT-NAME-FREE'],
  unreferenced: ['SDJWT-REFERENCED', 'SDJWT-DISCLOSURE'],
  payload: ['legal'],
  'kb-optional': ['KBJWT-NEEDED'],
  'kb-none': ['KBJWT-ALG'],
  'kb-crit': ['KBJWT-CRIT'],
  'kb-signature': ['KBJWT-SIGNED'],
  'kb-typ': ['KBJWT-TYP'],
  'kb-iat': ['KBJWT-IAT', 'KBJWT-FRESH'],
  'kb-aud': ['KBJWT-AUD', 'KBJWT-AUDIENCE'],
  'kb-nonce': ['KBJWT-NONCE', 'KBJWT-TRANSACTION'],
  sd_hash: ['KBJWT-HASH'],
}

describe('a verifier that leaves out one step', () => {
  it.each(Object.entries(bugs))('is found by its own requirement, and by no other: %s', async (bug, rows) => {
    const failed = failedRows(await tried(bug))

    expect(failed).toContain(rows[0])
    expect(failed.filter((id) => !rows.includes(id))).toEqual([])
  })
})

describe('a verifier that cannot be judged', () => {
  it('is one that rejects everything: its rejections say nothing', async () => {
    const report = await tryVerifier('sd-jwt', async () => ({ accepted: false, reason: 'policy' }))

    expect({ conclusion: concludeVerifier(report), obstacle: report.obstacle, trials: report.trials }).toEqual({
      conclusion: 'inconclusive',
      obstacle: 'the usual sample: rejected: policy',
      trials: [],
    })
  })

  it.each([
    ['a command that does not exist', () => 'no-such-verifier-here', /there is no such program/],
    [
      'a command that says something else',
      () => `${process.execPath} -e "console.log('hello')"`,
      /cannot be read|ended/,
    ],
    ['a module that throws', () => `module:${throwing()}`, /it threw not today/],
  ])('is %s', async (_, command, obstacle) => {
    expect((await spoken(command())).obstacle).toMatch(obstacle)
  })
})

describe('a verifier that accepts everything', () => {
  it('fails every sample that it is obliged to reject, and no other', async () => {
    const { trials } = await tryVerifier('sd-jwt', async () => ({ accepted: true }))

    const wrong = trials.filter(
      ({ outcome, requirement, obligation }) =>
        (outcome === 'failed') !== (requirement !== undefined && obligation !== undefined),
    )
    expect(wrong.map(({ id }) => id)).toEqual([])
  })
})

describe('a verifier that ends because of a message', () => {
  it('is started again, and fails that one alone', async () => {
    const { trials } = await spoken(`${process.execPath} test/standards/verifiers/by-line.ts crash`)

    expect(trials.filter(({ outcome }) => outcome === 'failed')).toMatchObject([
      { id: 'SDJWT-DISCLOSURE/has-nothing-between-two', actual: expect.stringMatching(/exit code 7/) },
    ])
  })
})
