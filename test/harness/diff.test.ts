import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { findIncompatibilities } from '../../src/compare/compat.ts'
import { diffReports } from '../../src/compare/diff.ts'
import { conformant, failed, passed } from '../reporters/small-report.ts'

const withResults = (...results: RunReport['results'][number][]): RunReport => ({ ...conformant, results })
const passing = { ...failed, outcome: 'passed' as const, findings: [] }
const unseen = { ...failed, outcome: 'cantTell' as const, findings: [], reason: 'nothing was seen' }
const elsewhere = { ...failed, findings: failed.findings.map((each) => ({ ...each, at: '/payload' })) }

describe('the difference of two runs', () => {
  it.each([
    ['new', passing, failed],
    ['fixed', failed, passing],
    ['changed cause', failed, elsewhere],
    ['no longer tested', passing, unseen],
    ['no longer tested', failed, unseen],
    ['newly tested', unseen, passing],
  ])('names what is %s', (change, before, after) => {
    const { changed, same } = diffReports(withResults(passed, before), withResults(passed, after))

    expect(changed).toMatchObject([{ id: 'SD-DIGEST', change, cause: 'target', decisions: [] }])
    expect(same).toBe(1)
  })

  it('is nothing where the same came out', () => {
    expect(diffReports(withResults(failed, passed), withResults(failed, passed))).toEqual({ changed: [], same: 2 })
  })

  it('is caused by a decision that the requirement depends on', () => {
    const after = {
      ...withResults(failed),
      decisions: [{ id: 'sd.digest', value: 'rfc9901', source: 'configured' as const }],
    }

    expect(diffReports(withResults(passing), after).changed).toMatchObject([
      { cause: 'decision', decisions: ['sd.digest'] },
    ])
  })

  it('is caused by the suite if the messages are the same', () => {
    const record = { sha256: '0'.repeat(64), messages: 1 }

    const { changed } = diffReports({ ...withResults(passing), record }, { ...withResults(failed), record })

    expect(changed).toMatchObject([{ cause: 'suite' }])
  })

  it('is caused by either if messages and suite differ', () => {
    const tool = { ...conformant.tool, version: '9' }

    expect(diffReports(withResults(passing), { ...withResults(failed), tool }).changed).toMatchObject([
      { cause: 'target or suite' },
    ])
  })
})

describe('parties', () => {
  const issuer = conformant
  const wallet: RunReport = { ...conformant, actors: [{ role: 'wallet', url: 'https://wallet.test' }] }
  const deciding = (id: string, value: string): RunReport['decisions'] => [{ id, value, source: 'configured' }]

  it('that agree go together', () => {
    expect(findIncompatibilities([issuer, wallet])).toEqual([])
  })

  it.each([
    ['identity app to issuer: Issuer Config', 'auth.sessionToken.header', 'Authorization', 'X-Session'],
    ['identity app to wallet: the offer', 'offer.grants', 'openid4vci', 'document'],
    ['wallet to issuer: metadata', 'metadata.path', 'literal', 'append'],
    ['wallet to issuer: the nonce', 'nonce.responseField', 'c_nonce', 'nonce'],
    ['wallet to identity app: the deeplink', 'deeplink.parameter', 'r', 'request'],
    ['issuer to wallet: the response', 'response.nesting', 'sign-then-encrypt', 'encrypt-then-sign'],
    ['identity app to wallet backend: the callback', 'callback.field', 'Credential', 'credential'],
    ['issuer to verifier: the credential', 'sd.digest', 'parts', 'rfc9901'],
  ])('part at %s', (edge, id, one, other) => {
    const found = findIncompatibilities([
      { ...issuer, decisions: deciding(id, one) },
      { ...wallet, decisions: deciding(id, other) },
    ])

    expect(found).toEqual([{ edge, what: 'decision', text: `${id} is ${one} for the issuer; ${other} for the wallet` }])
  })

  it('part where one of them fails, under another profile, or by another suite', () => {
    const other: RunReport = {
      ...wallet,
      profile: 'document-rfc9901',
      tool: { ...wallet.tool, version: '9' },
      results: [...wallet.results, failed],
    }

    expect(findIncompatibilities([issuer, other]).map(({ edge, what }) => [edge, what])).toEqual([
      ['issuer to verifier: the credential', 'failure'],
      ['everywhere', 'profile'],
      ['everywhere', 'registry'],
    ])
  })

  it('of one role do not meet', () => {
    expect(findIncompatibilities([issuer, issuer])).toMatchObject([{ what: 'role' }])
  })

  it('part first where the flow has them meet first', () => {
    const both = (one: string, other: string): RunReport['decisions'] => [
      ...deciding('sd.digest', one),
      ...deciding('offer.grants', other),
    ]

    const [first] = findIncompatibilities([
      { ...issuer, decisions: both('a', 'b') },
      { ...wallet, decisions: both('c', 'd') },
    ])

    expect(first?.edge).toBe('identity app to wallet: the offer')
  })
})
