import { describe, expect, it } from 'vitest'
import type { ProbeResult } from '../../model/probe.ts'
import type { RunReport } from '../../model/run-report.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { conformant, failed, nonconformant, passed, unavailable } from './small-report.ts'

const print = (report: RunReport): string => ['', ...createTerminalReporter(plainPaint).render(report), ''].join('\n')

describe('the terminal reporter', () => {
  it('prints a passed run as numbers', () => {
    expect(print(conformant)).toMatchInlineSnapshot(`
      "
      assay 1.2.3  profile document, seed 42
      target     issuer https://issuer.test

      sessions   2 completed
      decisions  sd.digest=parts

                 failed   passed
      required        0        2

      traffic    38 calls (up to 4 per second) · 2 sessions · 2 nonces · 2 credential requests · 1 credential issued · 1 call rejected

      PASSED  exit code 0 · 812 ms
      "
    `)
  })

  it('counts probes, also those that are only counted', () => {
    const probe = (answer: ProbeResult['answer'], members?: number): ProbeResult => ({
      ...{
        id: 'a',
        requirement: 'CRED-REFUSED',
        receiver: 'verifier',
        description: 'leaves out the signature',
        expected: 'refused',
        answer,
      },
      ...(members !== undefined && { members }),
    })
    const line = (...probes: readonly ProbeResult[]) => /^probes.*$/m.exec(print({ ...conformant, probes }))?.[0]

    expect(line()).toBeUndefined()
    expect(line(probe('refused'), probe('refused', 40))).toBe('probes     41 negative tests, all handled correctly')
    expect(line(probe('refused', 40), probe('accepted'))).toBe('probes     41 negative tests, 40 handled correctly')
  })

  it('prints one failure on one screen', () => {
    const text = print(nonconformant)

    expect(text.split('\n').length).toBeLessThan(40)
    expect(text).toMatchInlineSnapshot(`
      "
      assay 1.2.3  profile document, seed 42
      target     issuer https://issuer.test

      sessions   2 completed
      decisions  sd.digest=parts · 1 left at its default

      ✖ SD-DIGEST  stated · interoperability · section 2.9
        Each digest is that of one disclosure.
          in            credential › /credentials/0/Credential
          at            /payload/_sd/0
          expected      a digest over three parts
          actual        a digest over one array
          diagnosis     the construction of RFC 9901
          consequence   The issuer cannot tell what it received.
          passes with   sd.digest=rfc9901
          docs          npx assay explain SD-DIGEST

      ? inconclusive: the second request got no answer
        NONCE-ONCE, NONCE-FRESH

                 failed   inconclusive   passed
      required        1              2        2

      traffic    38 calls (up to 4 per second) · 2 sessions · 2 nonces · 2 credential requests · 1 credential issued · 1 call rejected

      reasons    1 mandatory requirement failed
                 2 mandatory requirements are inconclusive
      hint       before you can claim conformance: 1 decision was left at its default (\`assay list decisions\`)
      action     The issuer needs to be fixed.
      FAILED  exit code 1 · 812 ms
      "
    `)
  })

  it('prints the first parts of a requirement in full, and the ids of the others', () => {
    const parts = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ ...failed, id: `FLOW-VALIDATES/ATT-${name}` }))
    const text = print({ ...nonconformant, results: parts })

    expect(text.match(/^✖ FLOW-VALIDATES.*$/gm)).toHaveLength(4)
    expect(text).toContain('✖ 2 more parts of FLOW-VALIDATES failed\n  FLOW-VALIDATES/ATT-E, FLOW-VALIDATES/ATT-F\n')
    expect(print({ ...nonconformant, results: parts.slice(0, 5) }).match(/^✖ FLOW-VALIDATES.*$/gm)).toHaveLength(5)
  })

  it('prints one line for a target that is unavailable, and no failure that may have this cause', () => {
    expect(print(unavailable)).toMatchInlineSnapshot(`
      "
      assay 1.2.3  profile document, seed 42
      target     issuer https://issuer.test

      ✖ session first: POST https://issuer.test/nonce: nothing listens there
        3 requirements could not be judged because of it

      hint       start the target or correct its address, then run \`assay doctor\`

      TARGET UNAVAILABLE  exit code 4 · 812 ms
      "
    `)
  })

  it('names reference actors, sessions that stopped, harness errors and an interruption', () => {
    const report: RunReport = {
      ...conformant,
      subject: { vendor: 'Example', product: 'issuer', version: '2.4' },
      decisions: [],
      actors: [{ role: 'issuer' }],
      sessions: [
        { session: 'first', purpose: 'x', ended: 'stopped', reason: 'nonce was answered with status 400', messages: 3 },
      ],
      results: [{ ...passed, outcome: 'harnessError', reason: 'TypeError: x is undefined' }],
      verdict: {
        result: 'interrupted',
        exitCode: 130,
        claimable: false,
        reasons: [{ code: 'interrupted', text: 'the run was interrupted', count: 1 }],
      },
    }

    expect(print(report)).toMatchInlineSnapshot(`
      "
      assay 1.2.3  profile document, seed 42
      product    Example issuer 2.4
      target     none: reference actors play all roles

      sessions   0 of 1 completed

      ✖ session first: nonce was answered with status 400

      ! ATT-TYP  harness error: TypeError: x is undefined

                 failed   harness error
      required        0               1

      traffic    38 calls (up to 4 per second) · 2 sessions · 2 nonces · 2 credential requests · 1 credential issued · 1 call rejected

      reasons    the run was interrupted
      INTERRUPTED  exit code 130 · 812 ms
      "
    `)
  })

  it('colours what matters', () => {
    const lines = [...createTerminalReporter((style, text) => `<${style}>${text}</>`).render(nonconformant)]

    expect(lines.at(-1)).toBe('<bad>FAILED</>  exit code 1 · 812 ms')
    expect(lines).toContain('<bad>✖</> <strong>SD-DIGEST</>  <quiet>stated · interoperability · section 2.9</>')
  })

  it('escapes what a target sends', () => {
    const text = '\u001b[2J\u009b31m\u202e\r\n'
    const [finding] = failed.findings
    const report: RunReport = {
      ...nonconformant,
      seed: text,
      subject: { product: text },
      decisions: [{ id: 'sd.digest', value: text, source: 'configured' }],
      actors: [{ role: 'issuer', url: text }],
      sessions: [{ session: text, purpose: text, ended: 'stopped', reason: text, messages: 1 }],
      results: [
        {
          ...failed,
          findings: finding ? [{ ...finding, in: text, at: text, expected: text, actual: text, diagnosis: text }] : [],
        },
        { ...passed, outcome: 'cantTell', reason: text },
        { ...passed, outcome: 'harnessError', reason: text },
      ],
      verdict: { ...nonconformant.verdict, reasons: [{ code: 'unavailable', text, count: 1 }] },
    }
    const lines = [report, { ...report, verdict: unavailable.verdict }].flatMap((each) => [
      ...createTerminalReporter(plainPaint).render(each),
    ])

    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u202e]/.test(line))).toEqual([])
  })
})
