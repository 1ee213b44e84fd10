import type { ResultTold, RunReport } from '../../src/model/run-report.ts'

/** A requirement that passed. */
export const passed: ResultTold = {
  id: 'ATT-TYP',
  section: '2.5',
  force: 'stated',
  binds: 'wallet',
  text: 'The header of the attestation carries its type.',
  outcome: 'passed',
  findings: [],
  hangsOn: [],
}

/** One that failed, and why. */
export const failed: ResultTold = {
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
  hangsOn: ['sd.digest'],
}

/** A run in which everything is right and nothing was assumed. */
export const conformant: RunReport = {
  schemaVersion: 1,
  tool: { name: 'assay', version: '1.2.3', registry: '2 requirements, 1 decisions' },
  subject: {},
  startedAt: '2026-09-21T14:13:20.000Z',
  milliseconds: 812,
  seed: '42',
  profile: 'document',
  decisions: [{ id: 'sd.digest', value: 'parts', source: 'given' }],
  cast: [{ role: 'issuer', url: 'https://issuer.test' }, { role: 'wallet' }],
  selection: { only: [], skip: [], complete: true },
  sessions: [
    { session: 'first', why: 'an honest exchange', ended: 'completed', hops: 19 },
    { session: 'last', why: 'an honest exchange', ended: 'completed', hops: 19 },
  ],
  results: [passed, { ...passed, id: 'ATT-KEYS', force: 'must' }],
  probes: [],
  effects: { calls: 38, sessions: 2, nonces: 2, requests: 2, credentials: 1, refusals: 1, peak: 4 },
  verdict: { result: 'conformant', exitCode: 0, claimable: true, reasons: [] },
}

/** One in which something failed. */
export const nonconformant: RunReport = {
  ...conformant,
  decisions: [...conformant.decisions, { id: 'endpoints.nonce.path', value: '/nonce', source: 'assumed' }],
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
      { code: 'failed', text: 'a required requirement failed', count: 1 },
      { code: 'undecided', text: 'a required requirement cannot be told', count: 2 },
      { code: 'assumed', text: 'an answer was assumed where the document is silent', count: 1 },
    ],
  },
}

/** One whose target was not there. */
export const unavailable: RunReport = {
  ...nonconformant,
  sessions: [
    {
      session: 'first',
      why: 'an honest exchange',
      ended: 'lost',
      reason: 'POST https://issuer.test/nonce: nothing listens there',
      loss: 'unreachable',
      hops: 1,
    },
  ],
  verdict: {
    result: 'unavailable',
    exitCode: 4,
    claimable: false,
    reasons: [
      { code: 'lost', text: 'a message was lost: POST https://issuer.test/nonce: nothing listens there', count: 1 },
    ],
  },
}
