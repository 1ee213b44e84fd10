import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeJws } from '../../protocol/jose/jws.ts'
import { hasHeld, proveStandard } from '../../src/prove/prove-standard.ts'
import { verifyArgument } from '../../src/verify/cases.ts'
import { verify } from '../../src/verify/verify.ts'
import { makeSample, usualMetadata, type VciChange } from '../../suites/openid4vci/sample.ts'
import { variants } from '../../suites/openid4vci/variants.ts'
import keys from '../../suites/sd-jwt/sample-keys.json' with { type: 'json' }
import { standards } from '../../suites/standards.ts'

const profile = 'openid4vci-1.0'
const proof = proveStandard(profile)

describe('a requirement of OpenID4VCI', () => {
  it('is broken by a fault, if it is checked', () => {
    expect(proof.unproven).toEqual([])
    expect(proof.faults.length).toBeGreaterThanOrEqual(164)
  })

  it.each(proof.faults)('fails under its fault, and no other does: $id', (trial) => {
    expect({ failed: trial.failed }).toEqual({ failed: trial.expected })
  })
})

describe('a legal message of OpenID4VCI', () => {
  it.each(proof.variants)('has no false failure, and leaves nothing open: $id', (trial) => {
    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it.each(variants)('is recognised and conformant, if nothing stays open: $id', ({ change, leavesOpen }) => {
    const { kind, text, facts } = makeSample(change)

    expect(verify(text, { profile, ...facts })).toMatchObject({
      kind,
      conclusion: leavesOpen ? 'inconclusive' : 'conformant',
    })
  })
})

describe('a signed text', () => {
  it('is not a key attestation if it is a wallet attestation', () => {
    const header = { typ: 'oauth-client-attestation+jwt', alg: 'ES256', x5c: ['MIIB'] }
    const text = writeJws(header, { sub: 'https://wallet.example', cnf: {} }, keys.other)

    expect(verify(text, { profile }).kind).toBe('oauth-client-attestation')
  })

  it('is not a key attestation if it is metadata with certificates', () => {
    const { text } = makeSample({ about: 'vci-signed-metadata', header: (all) => ({ ...all, x5c: ['MIIB'] }) })

    expect(verify(text, { profile }).kind).toBe('vci-signed-metadata')
  })
})

describe('a folder of messages', () => {
  const judge = (...changes: readonly VciChange[]): readonly string[] => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-vci-'))
    try {
      for (const [i, change] of changes.entries()) writeFileSync(join(folder, `${i}.json`), makeSample(change).text)
      const cases = [...verifyArgument(folder, { profile }, () => Buffer.alloc(0), true, standards)]
      return cases.flatMap((each) =>
        'verdict' in each
          ? each.verdict.results.flatMap(({ outcome, requirement: { id } }) => (outcome === 'failed' ? [id] : []))
          : [],
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const metadata: VciChange = { about: 'vci-issuer-metadata' }
  const request: VciChange = { about: 'vci-credential-request' }

  it('is judged by its metadata and its nonce', () => {
    expect(judge(metadata, {}, { about: 'vci-nonce-response' }, request)).toEqual([])
    expect(judge(metadata, request, { about: 'vci-nonce-response', content: () => ({ c_nonce: 'other' }) })).toEqual([
      'VCIPROOF-ISSUED',
    ])
    expect(
      judge({ ...metadata, content: () => ({ ...usualMetadata, credential_configurations_supported: {} }) }, request),
    ).toEqual(['VCIREQUEST-KNOWN'])
  })
})
