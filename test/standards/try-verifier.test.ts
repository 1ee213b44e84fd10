import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openVerifier } from '../../src/vectors/ask-verifier.ts'
import { concludeVerifier, tryVerifier, type VerifierReport } from '../../src/vectors/try-verifier.ts'
import { collectSeen } from '../../src/vectors/verifier-report.ts'
import { standardProofs } from '../../suites/proofs.ts'
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
    expect(collectSeen(report).notes.join()).toMatch(/not supported: .*PS256/)
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
  'kb-own-key': ['KBJWT-SIGNED'],
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

describe('a verifier that leaves out what is hidden inside of what is hidden', () => {
  const inside = 'SDJWT/hides-a-claim-inside-of-what-is-hidden'
  const failedSamples = ({ trials }: VerifierReport) =>
    trials.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []))

  it('fails the sample about it, and no other that has such a claim too', async () => {
    const report = await tried('recursive')

    expect(failedSamples(report).filter((id) => id.startsWith('SDJWT/'))).toEqual([inside])
    expect(report.trials.find(({ id }) => id === 'SDJWT/is-the-usual-one')?.outcome).toBe('inconclusive')
    expect(report.obstacle).toBeUndefined()
  })

  it('fails it as well where it rejects every such sample, the usual one among them', async () => {
    const report = await tried('recursive-refused')

    expect(failedSamples(report)).toEqual([inside])
    expect(report.obstacle).toMatch(/^the usual sample: rejected/)
    expect(concludeVerifier(report)).toBe('failed')
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
    [
      'a command that says something else',
      () => `${process.execPath} -e "console.log('hello')"`,
      /cannot be read|ended/,
    ],
    [
      'a command that says too much in one line',
      () => `${process.execPath} -e "setInterval(() => console.log('x'.repeat(9000000)), 9)"`,
      /too long/,
    ],
    ['a module that throws', () => `module:${throwing()}`, /it threw not today/],
  ])('is %s', async (_, command, obstacle) => {
    expect((await spoken(command())).obstacle).toMatch(obstacle)
  })
})

describe('a command that does not exist', () => {
  it('is no verifier: the command fails, with the reason', async () => {
    await expect(spoken('no-such-verifier-here')).rejects.toThrow(/there is no such program/)
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

describe('a verifier that says it does not support', () => {
  const supports = (decide: (id: string) => boolean): Promise<VerifierReport> =>
    tryVerifier('sd-jwt', async (question) =>
      decide(question.id) ? judge(question as never) : { unsupported: 'this' },
    )

  it('what is faulty in any way is inconclusive: it has rejected nothing', async () => {
    const faulty = new Set(standardProofs['sd-jwt'].faults.map(({ id }) => id))
    const report = await supports((id) => !faulty.has(id))

    expect({ failed: failedRows(report), conclusion: concludeVerifier(report) }).toEqual({
      failed: [],
      conclusion: 'inconclusive',
    })
  })

  it('what every verifier has to accept fails it', async () => {
    const report = await supports((id) => !id.includes('shows-none'))

    expect(report.trials.filter(({ outcome }) => outcome === 'failed')).toMatchObject([
      { actual: 'not supported: this' },
    ])
  })

  it('an optional feature is none the worse for it', async () => {
    const optional = new Set(
      standardProofs['sd-jwt'].variants
        .filter(({ change }) => standardProofs['sd-jwt'].describeTask(change)?.features.length !== 0)
        .map(({ id }) => id),
    )

    expect(concludeVerifier(await supports((id) => !optional.has(id)))).toBe('passed')
  })
})

describe('a verifier that crashes on an optional feature', () => {
  it('gets a remark: a crash is no way to say that something is not supported', async () => {
    const { trials } = await tryVerifier('sd-jwt', async (question) =>
      question.id.includes('sha3-512') ? { problem: 'it threw' } : judge(question as never),
    )

    expect(trials.find(({ id }) => id.includes('sha3-512'))).toMatchObject({ outcome: 'remark', actual: 'it threw' })
  })
})

describe('a verifier that says only whether it accepts', () => {
  it('leads to a line: its payloads were not compared', async () => {
    const lines = (answer: (accepted: boolean, payload: object) => object) =>
      tryVerifier('sd-jwt', async (question) => {
        const { accepted, payload = {} } = judge(question as never) as { accepted: boolean; payload?: object }
        return answer(accepted, payload) as never
      }).then((report) => collectSeen(report).notes.join('\n'))

    expect(await lines((accepted) => ({ accepted }))).toContain('no answer had a `payload`')
    expect(await lines((accepted, payload) => ({ accepted, payload }))).not.toContain('no answer had a `payload`')
  })
})

describe('an answer with a payload that is not read', () => {
  it('counts without it', async () => {
    const deep = `${'['.repeat(99)}${']'.repeat(99)}`
    const script = `require('readline').createInterface({ input: process.stdin }).on('line', () => console.log('{"accepted":true,"payload":${deep}}'))`
    const { trials, compared } = await spoken(`${process.execPath} -e "${script.replaceAll('"', '\\"')}"`)

    expect(trials.filter(({ outcome }) => outcome === 'inconclusive')).toEqual([])
    expect(compared).toBe(0)
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
