import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recogniseVp } from '../../protocol/openid4vp/recognise.ts'
import { hasHeld, proveStandard } from '../../src/prove/prove-standard.ts'
import { verifyArgument } from '../../src/verify/cases.ts'
import { verify } from '../../src/verify/verify.ts'
import { setMembers as put } from '../../suites/kit/samples.ts'
import { writeRequestObject } from '../../suites/openid4vp/request-sample.ts'
import { sessionRequest } from '../../suites/openid4vp/response-sample.ts'
import { makeSample, type VpChange } from '../../suites/openid4vp/sample.ts'
import { variants } from '../../suites/openid4vp/variants.ts'
import { standards } from '../../suites/standards.ts'

const profile = 'openid4vp-1.0'
const proof = proveStandard(profile)

describe('a requirement of OpenID4VP', () => {
  it('is broken by a fault, if it is checked', () => {
    expect(proof.unproven).toEqual([])
    expect(proof.faults.length).toBeGreaterThanOrEqual(457)
  })

  it.each(proof.faults)('fails under its fault, and no other does: $id', (trial) => {
    expect({ failed: trial.failed }).toEqual({ failed: trial.expected })
  })
})

describe('a legal message of OpenID4VP', () => {
  it.each(proof.variants)('has no false failure, and leaves nothing open: $id', (trial) => {
    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it.each(variants)('is recognised and conformant, if nothing stays open: $id', ({ change, leavesOpen }) => {
    const { kind, text, facts } = makeSample(change)

    // Of what a verifier answers in case of an error, the text says nothing.
    const isOpen = leavesOpen !== undefined || (change.http?.status ?? 200) >= 400
    const conclusion = isOpen ? 'inconclusive' : 'conformant'
    expect(verify(text, { profile, ...facts })).toMatchObject({ kind, conclusion })
  })
})

describe('a session that was captured', () => {
  const { text, facts } = makeSample({ about: 'vp-response' })

  it('is judged by its own time, unless the nonce is given', () => {
    const later = { ...facts, profile, now: (facts.now ?? 0) + 86_400 } as const

    expect(verify(text, later).conclusion).toBe('conformant')
    expect(verify(text, { ...later, nonce: String(sessionRequest.nonce) }).conclusion).toBe('nonconformant')
  })

  it('is not judged whole without the keys of the issuer', () => {
    expect(verify(text, { ...facts, profile, jwks: undefined }).conclusion).toBe('inconclusive')
  })
})

describe('a hostile message', () => {
  const many = (count: number, value: string): string =>
    JSON.stringify({ vp_token: { member: Array(count).fill(value) } })

  it.each([
    many(5_000, 'a.b.c~'),
    JSON.stringify({ credentials: Array(20_000).fill({ id: 'a', claims: [{ path: ['a'] }] }) }),
    JSON.stringify({ dcql_query: {}, transaction_data: Array(50_000).fill('e30') }),
    `openid4vp://?${'request=a&'.repeat(90_000)}`,
    `{"vp_token":${'{"a":'.repeat(60)}1${'}'.repeat(60)}}`,
    JSON.stringify({ response: many(100, 'x'), vp_token: { __proto__: ['a~'], constructor: ['b~'] } }),
  ])('ends in a verdict', (message) => {
    const { conclusion } = verify(message, { profile, presentationRequest: sessionRequest, now: 0 })

    expect(['nonconformant', 'inconclusive']).toContain(conclusion)
  })
})

describe('a text of another kind', () => {
  it.each(['', '{}', 'openid4vp://', 'https://verifier.example/', 'eyJhbGciOiJFUzI1NiJ9.e30.', '{"a":1}'])(
    'is not judged: %s',
    (text) => {
      expect(verify(text, { profile })).toMatchObject({ conclusion: 'inconclusive', results: [] })
    },
  )
})

describe('a folder of a session', () => {
  const judge = (...texts: readonly string[]): readonly string[] => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-vp-'))
    try {
      for (const [i, text] of texts.entries()) writeFileSync(join(folder, `${i}.txt`), text)
      const now = makeSample().facts.now
      const cases = [...verifyArgument(folder, { profile, now }, () => Buffer.alloc(0), true, standards)]
      return cases.flatMap((each) =>
        'verdict' in each
          ? each.verdict.results.flatMap(({ outcome, requirement: { id } }) => (outcome === 'failed' ? [id] : []))
          : [],
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const post: VpChange = { about: 'vp-http-request' }

  it('is judged by the nonce of the wallet', () => {
    expect(judge(makeSample(post).text, writeRequestObject())).toEqual([])
    expect(judge(makeSample(post).text, writeRequestObject({ wallet_nonce: 'other' }))).toEqual(['VPOBJ-WALLET-NONCE'])
  })

  it('is judged by the request that it answers', () => {
    const response = makeSample({ about: 'vp-http-request', isAnswer: true, content: put({ state: 'other' }) })
    const jwks = JSON.stringify(response.facts.jwks)

    expect(judge(writeRequestObject(sessionRequest), response.text, jwks)).toEqual(['VPRESP-STATE'])
  })

  it('is judged by the client of the request object', () => {
    const link = makeSample({ about: 'vp-request-link' }).text

    expect(judge(link, writeRequestObject())).toEqual([])
    expect(judge(link.replace('verifier.example', 'other.example'), writeRequestObject())).toEqual(['VPLINK-SAME'])
  })
})

describe('an SD-JWT in JSON', () => {
  const own = { protected: 'e30', signature: 'AAAA', header: { disclosures: [] } }

  it.each([
    ['flattened', { payload: 'e30', ...own }],
    ['general', { payload: 'e30', signatures: [own] }],
    ['with a Key Binding JWT', { payload: 'e30', ...own, header: { kb_jwt: 'a.b.c' } }],
  ])('is taken for no request object: %s', (_, message) => {
    expect(recogniseVp(JSON.stringify(message))).toBeUndefined()
  })

  it('differs from a request object', () => {
    expect(recogniseVp(JSON.stringify({ payload: 'e30', ...own, header: {} }))?.kind).toBe('vp-request-object')
  })
})
