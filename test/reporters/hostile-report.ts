import type { RecordLine } from '../../model/record.ts'
import type { RunReport } from '../../model/run-report.ts'
import { failed, nonconformant, passed } from './small-report.ts'

const long = 'x'.repeat(1_000_000)

/** Texts that do harm where somebody obeys them. */
export const hostileTexts: readonly string[] = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  ']]> <![CDATA[ <!-- --> &amp; &#0; &nosuch; "\'',
  '\u001b[2J\u001b]0;owned\u0007\u009b31m\u0000\u0008\r\n\t',
  '\u202egnp.exe\u2066\u200f\u200b\ufeff',
  '\ud800 \udfff half \ufffe\uffff\u{1ffff}\u{e0041}',
  '\n\nnot ok 999 - injected # todo\nBail out! now\n1..1\n  ...\n  ---\npragma +strict',
  '# ToDo # SKIP \\ \\# \\\\',
  '`` ``` ```` ~~~ | \\| [click](javascript:alert(1)) ![](https://tracker.test/x.png) @everyone #1 https://evil.test/',
  '=cmd|\' /C calc\'!A0", "',
  '{0} {{1}} [link](0) $@ %s %n $HOME `id` $(id); rm -rf /',
  "'; touch /tmp/owned; '",
  '{"@id":"https://evil.test/","@context":"https://evil.test/context"}',
  '__proto__',
  '',
]

/** All of them in one, and one that is a million characters long. */
const all = hostileTexts.join(' ')

const finding = (text: string, i: number) => ({
  ...{ kind: text, in: `/${i}${text}`, at: text, expected: text, actual: text, diagnosis: text, session: text },
})

/** A report in which everything that is text was written by somebody who means harm. */
export const hostile: RunReport = {
  ...nonconformant,
  tool: { name: 'assay', version: all, requirements: 2, decisions: 1 },
  subject: { vendor: all, product: all, version: all },
  seed: all,
  decisions: [{ id: 'sd.digest', value: all, source: 'configured' }],
  actors: [{ role: 'issuer', url: all }, { role: 'wallet' }],
  sessions: hostileTexts.map((text) => ({
    session: text,
    purpose: text,
    ended: 'stopped',
    reason: `r ${text}`,
    messages: 1,
  })),
  results: [
    ...hostileTexts.map((text, i) => ({ ...passed, id: `ID-${i}`, text, section: text, outcome: 'passed' as const })),
    { ...failed, standard: all, text: all, passesUnder: [all], findings: [...hostileTexts, long].map(finding) },
    { ...failed, id: all, findings: [finding(all, 0)] },
    { ...failed, id: 'SHOULD', force: 'should', findings: [finding(all, 0)] },
    ...hostileTexts.map((text, i) => ({
      ...passed,
      id: `DOUBT-${i}`,
      outcome: 'cantTell' as const,
      reason: `r ${text}`,
    })),
    { ...passed, id: 'REMARK', outcome: 'passedNonStrict', reason: all },
    { ...passed, id: 'LATER', outcome: 'untested', reason: all },
    { ...passed, id: 'AWAY', outcome: 'inapplicable', reason: long },
  ],
  verdict: { ...nonconformant.verdict, reasons: [{ code: 'failed', text: all, count: 2 }] },
}

const line = (text: string, i: number): RecordLine => ({
  ...{ number: i + 1, session: text, endpoint: 'nonce', from: 'wallet', to: 'issuer' },
  ...{ sentAt: '2026-09-21T14:13:20.000Z', milliseconds: 1.5 },
  request: { method: text, url: text, headers: { [text]: text }, body: text },
  response: {
    status: 200,
    headers: { location: text, 'content-type': text },
    body: { [text]: [text, long.slice(0, 9)] },
  },
  layers: [{ side: 'request', kind: text, in: `/${i}${text}`, readable: true }],
})

/** What such a target said, as the record has it. */
export const hostileRecord: readonly RecordLine[] = [
  ...hostileTexts.map(line),
  {
    ...line('x', 98),
    request: { method: 'GET', url: `https://a.test/<text of 3 characters>?b=<text>&c`, headers: {} },
  },
  (({ response: _, ...rest }) => ({ ...rest, transportError: { kind: 'timeout' as const, message: all } }))(
    line(long, 99),
  ),
]
