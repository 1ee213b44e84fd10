import { describe, expect, it } from 'vitest'
import { plain } from '../../reporters/blocks.ts'
import { consoleReporter } from '../../reporters/console.ts'
import type { Probed } from '../../src/model/probe.ts'
import type { RunReport } from '../../src/model/run-report.ts'
import { conformant, failed, nonconformant, passed, unavailable } from './small-report.ts'

const said = (report: RunReport): string => ['', ...consoleReporter(plain).render(report), ''].join('\n')

describe('the console', () => {
  it('tells of a conformant run in numbers', () => {
    expect(said(conformant)).toMatchInlineSnapshot(`
      "
      assay 1.2.3  profile document, seed 42
      target     issuer, https://issuer.test

      sessions   2 played to their end
      decisions  sd.digest=parts

                 failed   passed
      must            0        1
      stated          0        1

      effects    38 calls · at most 4 a second · 2 sessions opened · 2 nonces taken · 2 requests · 1 credential issued · 1 refusal

      CONFORMANT  this may be claimed · exit 0 · 812 ms
      "
    `)
  })

  it('says how many messages judges were told, those that were only counted among them', () => {
    const put = (answer: Probed['answer'], members?: number): Probed => ({
      ...{ id: 'a', shows: 'CRED-REFUSED', judge: 'verifier', deed: 'lies', expected: 'refused', answer },
      ...(members !== undefined && { members }),
    })
    const line = (...probes: readonly Probed[]) => /^probes.*$/m.exec(said({ ...conformant, probes }))?.[0]

    expect(line()).toBeUndefined()
    expect(line(put('refused'), put('refused', 40))).toBe(
      'probes     41 messages of liars and strangers, all answered as they have to be',
    )
    expect(line(put('refused', 40), put('accepted'))).toContain('41 messages of liars and strangers, 40 answered')
  })

  it('tells of one failure on one screen', () => {
    const text = said(nonconformant)

    expect(text.split('\n').length).toBeLessThan(40)
    expect(text).toMatchInlineSnapshot(`
      "
      assay 1.2.3  profile document, seed 42
      target     issuer, https://issuer.test

      sessions   2 played to their end
      decisions  sd.digest=parts · 1 assumed, nobody gave an answer: \`assay list decisions\`

      ✖ SD-DIGEST  stated · section 2.9
        Each digest is that of one disclosure.
          at            /credentials/0/Credential › /payload/_sd/0  (credential)
          expected      a digest over three parts
          actual        a digest over one array
          diagnosis     the construction of RFC 9901
          would pass if sd.digest=rfc9901

      ? the second request got no answer
        NONCE-ONCE, NONCE-FRESH

                 failed   cannot be told   passed   untested
      must            0                0        1          0
      stated          1                2        1          0
      should          0                0        0          1

      effects    38 calls · at most 4 a second · 2 sessions opened · 2 nonces taken · 2 requests · 1 credential issued · 1 refusal

      in the way of conformance  a required requirement failed
                                 a required requirement cannot be told (2 times)
      in the way of a claim      an answer was assumed where the document is silent
      NOT CONFORMANT  not to be claimed · exit 1 · 812 ms
      "
    `)
  })

  it('tells of a target that is not there in one line, and of nothing that failed for want of it', () => {
    expect(said(unavailable)).toMatchInlineSnapshot(`
      "
      assay 1.2.3  profile document, seed 42
      target     issuer, https://issuer.test

      ✖ session first: POST https://issuer.test/nonce: nothing listens there
        Nothing was judged. Start the target or mend its address, then run \`assay doctor\`.

      TARGET UNAVAILABLE  exit 4 · 812 ms
      "
    `)
  })

  it('tells of the reference cast, of sessions that stopped, of a defect and of an interruption', () => {
    const report: RunReport = {
      ...conformant,
      subject: { vendor: 'Example', product: 'issuer', version: '2.4' },
      decisions: [],
      cast: [{ role: 'issuer' }],
      sessions: [
        { session: 'first', why: 'x', ended: 'stopped', reason: 'nonce was answered with status 400', hops: 3 },
      ],
      results: [{ ...passed, outcome: 'harnessError', reason: 'TypeError: x is undefined' }],
      verdict: {
        result: 'interrupted',
        exitCode: 130,
        claimable: false,
        reasons: [{ code: 'interrupted', text: 'the run was interrupted', count: 1 }],
      },
    }

    expect(said(report)).toMatchInlineSnapshot(`
      "
      assay 1.2.3  profile document, seed 42
      subject    Example issuer 2.4
      target     none: the reference cast, in this process

      sessions   0 of 1 played to their end
                 first was stopped: nonce was answered with status 400

      ! ATT-TYP  a defect of assay: TypeError: x is undefined

                 failed   defects
      stated          0         1

      effects    38 calls · at most 4 a second · 2 sessions opened · 2 nonces taken · 2 requests · 1 credential issued · 1 refusal

      in the way of conformance  the run was interrupted
      INTERRUPTED  not to be claimed · exit 130 · 812 ms
      "
    `)
  })

  it('colours what matters', () => {
    const lines = [...consoleReporter((style, text) => `<${style}>${text}</>`).render(nonconformant)]

    expect(lines.at(-1)).toBe('<bad>NOT CONFORMANT</>  not to be claimed · exit 1 · 812 ms')
    expect(lines).toContain('<bad>✖</> <strong>SD-DIGEST</>  <quiet>stated · section 2.9</>')
  })

  it('writes out what a target says, and does not obey it', () => {
    const text = '\u001b[2J\u009b31m\u202e\r\n'
    const [finding] = failed.findings
    const report: RunReport = {
      ...nonconformant,
      seed: text,
      subject: { product: text },
      decisions: [{ id: 'sd.digest', value: text, source: 'given' }],
      cast: [{ role: 'issuer', url: text }],
      sessions: [{ session: text, why: text, ended: 'stopped', reason: text, hops: 1 }],
      results: [
        {
          ...failed,
          findings: finding ? [{ ...finding, in: text, at: text, expected: text, actual: text, diagnosis: text }] : [],
        },
        { ...passed, outcome: 'cantTell', reason: text },
        { ...passed, outcome: 'harnessError', reason: text },
      ],
      verdict: { ...nonconformant.verdict, reasons: [{ code: 'lost', text, count: 1 }] },
    }
    const lines = [report, { ...report, verdict: unavailable.verdict }].flatMap((each) => [
      ...consoleReporter(plain).render(each),
    ])

    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u202e]/.test(line))).toEqual([])
  })
})
