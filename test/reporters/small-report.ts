import type { ReportedResult, RunReport } from '../../model/run-report.ts'

/** A requirement that passed. */
export const passed: ReportedResult = {
  id: 'ATT-TYP',
  section: '2.5',
  force: 'stated',
  binds: 'wallet',
  text: 'The header of the attestation carries its type.',
  decides: 'mandatory',
  consequence: { harm: 'interoperability', text: 'The issuer cannot tell what it received.' },
  outcome: 'passed',
  findings: [],
  dependsOn: [],
}

/** One that failed, and why. */
export const failed: ReportedResult = {
  ...passed,
  id: 'SD-DIGEST',
  section: '2.9',
  binds: 'issuer',
  text: 'Each digest is that of one disclosure.',
  outcome: 'failed',
  findings: [
    {
      kind: 'credential',
      in: '/credentials/0/Credential',
      at: '/payload/_sd/0',
      expected: 'a digest over three parts',
      actual: 'a digest over one array',
      diagnosis: 'the construction of RFC 9901',
    },
  ],
  passesUnder: ['sd.digest=rfc9901'],
  dependsOn: ['sd.digest'],
}

/** A run in which everything is right and nothing was assumed. */
export const conformant: RunReport = {
  schemaVersion: 2,
  tool: { name: 'assay', version: '1.2.3', requirements: 2, decisions: 1 },
  subject: {},
  startedAt: '2026-09-21T14:13:20.000Z',
  milliseconds: 812,
  seed: '42',
  profile: 'document',
  gate: 'go-live',
  decisions: [{ id: 'sd.digest', value: 'parts', source: 'configured' }],
  actors: [{ role: 'issuer', url: 'https://issuer.test' }, { role: 'wallet' }],
  selection: { only: [], skip: [], complete: true },
  sessions: [
    { session: 'first', purpose: 'a valid exchange', ended: 'completed', messages: 19 },
    { session: 'last', purpose: 'a valid exchange', ended: 'completed', messages: 19 },
  ],
  results: [passed, { ...passed, id: 'ATT-KEYS', force: 'must' }],
  probes: [],
  traffic: {
    calls: 38,
    sessions: 2,
    nonces: 2,
    credentialRequests: 2,
    credentials: 1,
    rejections: 1,
    peakPerSecond: 4,
  },
  verdict: { result: 'conformant', exitCode: 0, claimable: true, reasons: [] },
}

/** One in which something failed. */
export const nonconformant: RunReport = {
  ...conformant,
  decisions: [...conformant.decisions, { id: 'endpoints.nonce.path', value: '/nonce', source: 'default' }],
  results: [
    ...conformant.results,
    failed,
    { ...passed, id: 'NONCE-ONCE', outcome: 'cantTell', reason: 'the second request got no answer' },
    { ...passed, id: 'NONCE-FRESH', outcome: 'cantTell', reason: 'the second request got no answer' },
    { ...passed, id: 'LIMIT-RATE', force: 'should', outcome: 'untested', reason: 'it takes an exchange' },
  ],
  verdict: {
    result: 'nonconformant',
    exitCode: 1,
    claimable: false,
    reasons: [
      { code: 'failed', text: '1 mandatory requirement failed', count: 1 },
      { code: 'inconclusive', text: '2 mandatory requirements are inconclusive', count: 2 },
      { code: 'defaults', text: '1 decision was left at its default', count: 1 },
    ],
  },
}

/** One whose target was not there. */
export const unavailable: RunReport = {
  ...nonconformant,
  sessions: [
    {
      session: 'first',
      purpose: 'a valid exchange',
      ended: 'unavailable',
      reason: 'POST https://issuer.test/nonce: nothing listens there',
      transportError: 'unreachable',
      messages: 1,
    },
  ],
  verdict: {
    result: 'unavailable',
    exitCode: 4,
    claimable: false,
    reasons: [
      {
        code: 'unavailable',
        text: '1 session could not run: POST https://issuer.test/nonce: nothing listens there',
        count: 1,
      },
    ],
  },
}
