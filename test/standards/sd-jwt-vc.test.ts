import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isObject } from '../../protocol/encoding/json.ts'
import schema from '../../schemas/vector.schema.json' with { type: 'json' }
import { hasHeld, proveStandard } from '../../src/prove/prove-standard.ts'
import type { VerifierAnswer, VerifierQuestion } from '../../src/vectors/ask-verifier.ts'
import { concludeVerifier, tryVerifier, type VerifierReport } from '../../src/vectors/try-verifier.ts'
import { listStandardVectors } from '../../src/vectors/vectors.ts'
import { verifyArgument } from '../../src/verify/cases.ts'
import { compareWithLabel, mergeVectorContext, parseVector } from '../../src/verify/vector.ts'
import { verify } from '../../src/verify/verify.ts'
import { toPublic } from '../../suites/sd-jwt/sample.ts'
import keys from '../../suites/sd-jwt/sample-keys.json' with { type: 'json' }
import { certify } from '../../suites/sd-jwt-vc/certificates.ts'
import { baseMetadata, makeVcSample, usualIssuer, usualMetadata, usualType } from '../../suites/sd-jwt-vc/sample.ts'
import { standards } from '../../suites/standards.ts'
import { judge } from './verifiers/rfc9901.ts'

const proof = proveStandard('sd-jwt-vc')
const judged = (text: string, facts: object = {}) =>
  verify(text, { profile: 'sd-jwt-vc', now: 1_795_000_000, ...facts })

describe('a requirement of SD-JWT VC', () => {
  it('is broken by a fault, if it is checked, and so is each of RFC 9901', () => {
    expect(proof.unproven).toEqual([])
    expect(proof.faults.length).toBeGreaterThanOrEqual(230)
  })

  it('fails under its fault, and no other does', () => {
    expect(proof.faults.filter((trial) => !hasHeld(trial))).toEqual([])
  })

  it('is one of RFC 9901, or names the section of the draft, or of a standard below it', () => {
    const { requirements } = standards['sd-jwt-vc']
    const own = requirements.filter(({ id }) => /^(SDVC|VC)/.test(id))

    expect(
      own.filter(
        ({ standard = '' }) =>
          !/^(SD-JWT VC draft \d+|draft-ietf-oauth-status-list-\d+|RFC 75\d\d), section/.test(standard),
      ),
    ).toEqual([])
    expect(requirements.length - own.length).toBe(standards['sd-jwt'].requirements.length - 1)
  })
})

describe('a legal SD-JWT VC, or a legal document beside it', () => {
  it('has no false failure, and leaves nothing open', () => {
    expect(proof.variants.filter((trial) => !hasHeld(trial))).toEqual([])
    expect(proof.variants.length).toBeGreaterThanOrEqual(100)
  })
})

describe('the vectors of SD-JWT VC', () => {
  const conforms = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)

  it('conform to their schema, are read again, and fail exactly what their label says', () => {
    const wrong = listStandardVectors('sd-jwt-vc').filter((vector) => {
      const text = JSON.stringify(vector)
      const read = parseVector('a test', text)
      const label = compareWithLabel(read, verify(read.artefact, mergeVectorContext({}, read)))
      return !conforms(JSON.parse(text)) || !label?.agrees
    })

    expect(wrong.map(({ id }) => id)).toEqual([])
  })
})

describe('a text under the profile', () => {
  it.each([
    ['sd-jwt', makeVcSample().text],
    ['type-metadata', JSON.stringify(usualMetadata)],
    ['type-metadata', '{"claims":[]}'],
    ['vc-issuer-metadata', JSON.stringify(usualIssuer)],
    ['vc-issuer-metadata', '{"jwks_uri":"https://issuer.example/jwks"}'],
  ])('is recognised: %s', (kind, text) => {
    expect(judged(text).kind).toBe(kind)
  })

  it.each(['', '{}', '[]', 'hello', '{"keys":[]}'])('is not recognised: %s', (text) => {
    expect(judged(text)).toMatchObject({ conclusion: 'inconclusive', results: [] })
  })
})

describe('type metadata that is hostile', () => {
  const deep = `${'['.repeat(300)}${']'.repeat(300)}`
  const chain = Array.from({ length: 40 }, (_, i) => ({ vct: `urn:example:${i}`, extends: `urn:example:${i + 1}` }))
  const { text, facts } = makeVcSample({ payload: (all) => ({ ...all, vct: 'urn:example:0' }) })

  it.each([
    ['no JSON', [{ uri: 'urn:example:0', text: '{' }]],
    ['too deep', [{ uri: 'urn:example:0', text: `{"claims":${deep}}` }]],
    ['a long chain', chain.map((each) => ({ uri: each.vct, text: JSON.stringify(each) }))],
    ['another type', [{ text: JSON.stringify(usualMetadata) }]],
  ])('leaves a credential inconclusive at most: %s', (_, typeMetadata) => {
    const { results } = judged(text, { ...facts, typeMetadata })

    expect(results.filter(({ outcome }) => outcome === 'failed' || outcome === 'harnessError')).toEqual([])
    expect(
      results.some(({ requirement, outcome }) => requirement.id === 'SDVC-TYPE-VCT' && outcome === 'cantTell'),
    ).toBe(true)
  })

  it('of any JSON breaks no check', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('claims', 'display', 'extends', 'vct'), (json, name) => {
        const document = JSON.stringify({ vct: usualType, [name]: JSON.parse(json) })
        const sample = makeVcSample()
        const results = [
          ...judged(sample.text, { ...sample.facts, typeMetadata: [{ uri: usualType, text: document }] }).results,
          ...judged(document).results,
        ]

        expect(results.filter(({ outcome }) => outcome === 'harnessError')).toEqual([])
      }),
      { seed: 1, numRuns: 100 },
    )
  })

  it('with a placeholder in broken markup ends', () => {
    const svg = `data:image/svg+xml,${'<!--{{'.repeat(50_000)}`
    const display = [{ locale: 'en', name: 'x', rendering: { svg_templates: [{ uri: svg }] } }]

    expect(judged(JSON.stringify({ vct: usualType, display })).kind).toBe('type-metadata')
  })
})

describe('a folder with a credential and its documents', () => {
  it('is judged by them', () => {
    const files = ['vc.sd-jwt', 'vc-issuer.json', 'vc-type.json', 'vc-base-type.json']
    const folder = mkdtempSync(join(tmpdir(), 'assay-vc-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const file of files) copyFileSync(resolve('fixtures/artefacts', file), join(folder, file))

    const cases = [
      ...verifyArgument(folder, { profile: 'sd-jwt-vc', now: 1_795_000_000 }, () => Buffer.alloc(0), true, standards),
    ]

    expect(cases.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    const [credential] = cases.filter((each) => 'verdict' in each && each.verdict.kind === 'sd-jwt')
    const results = credential && 'verdict' in credential ? credential.verdict.results : []
    const outcomes = new Map(results.map(({ requirement, outcome }) => [requirement.id, outcome]))
    expect(['SDJWT-SIGNED', 'SDVC-ISS-METADATA', 'SDVC-TYPE-SD'].map((id) => outcomes.get(id as never))).toEqual([
      'passed',
      'passed',
      'passed',
    ])
  })
})

describe('a document that was saved with a line break at its end', () => {
  it('is the one that its digest means', () => {
    const { text, facts } = makeVcSample({ facts: {} })
    const typeMetadata = [usualMetadata, baseMetadata].map((each) => ({ text: `${JSON.stringify(each)}\n` }))

    expect(judged(text, { ...facts, typeMetadata }).conclusion).toBe('conformant')
  })
})

/** The verifier of RFC 9901 with issuer metadata. With `bug` it takes the metadata of any issuer. */
function verifyWithMetadata(question: VerifierQuestion, bug?: string): VerifierAnswer {
  const { issuerMetadata: metadata, sdJwt, jwks, anchors } = question
  if (anchors !== undefined) return { unsupported: 'x5c' }
  if (!isObject(metadata)) return judge(question as never)
  if (!isObject(metadata.jwks) && jwks === undefined) return { accepted: false, reason: 'no keys' }
  const [, payload = ''] = String(sdJwt).split('.')
  const { iss } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (iss !== metadata.issuer && bug === undefined) return { accepted: false, reason: 'another issuer' }
  return judge({ ...question, jwks: metadata.jwks ?? jwks } as never)
}

const listFailed = ({ trials }: VerifierReport): readonly string[] => [
  ...new Set(trials.flatMap(({ outcome, requirement }) => (outcome === 'failed' ? [requirement?.id ?? 'legal'] : []))),
]

describe('a verifier of SD-JWT VC', () => {
  it('that does not look at types and certificates gets no finding', async () => {
    const report = await tryVerifier('sd-jwt-vc', async (question) => verifyWithMetadata(question))

    expect({ failed: listFailed(report), conclusion: concludeVerifier(report) }).toEqual({
      failed: [],
      conclusion: 'passed',
    })
    expect(report.trials.filter(({ outcome }) => outcome === 'held').length).toBeGreaterThan(150)
  })

  it('that takes the metadata of any issuer is found for that alone', async () => {
    const report = await tryVerifier('sd-jwt-vc', async (question) => verifyWithMetadata(question, 'issuer'))

    expect(listFailed(report)).toEqual(['SDVC-ISS-METADATA'])
  })

  it('that accepts everything is excused for type metadata alone, which it may leave out', async () => {
    const { trials } = await tryVerifier('sd-jwt-vc', async () => ({ accepted: true }))
    const failed = trials.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement?.id)

    expect(failed).toContain('SDVC-ISS-METADATA')
    expect(failed.filter((id) => id?.startsWith('SDVC-TYPE'))).toEqual([])
    expect(trials.filter(({ outcome, actual }) => outcome === 'unsupported' && actual === 'type metadata').length).toBe(
      22,
    )
  })

  it('that rejects some of it has to reject all', async () => {
    const { trials } = await tryVerifier('sd-jwt-vc', async ({ id }) => ({
      accepted: id !== 'SDVC-TYPE-CIRCULAR/has-a-type-that-extends-itself',
    }))
    const failed = trials.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement?.id)

    expect(failed).toContain('SDVC-TYPE-SD')
  })
})

describe('a credential with `x5c` whose issuer also publishes keys', () => {
  const { text, facts } = makeVcSample(certify())
  const forged = makeVcSample(certify({ publicKey: toPublic(keys.holder) })).text
  const jwks = { keys: [{ ...toPublic(keys.other), kid: 'other' }] }
  const signed = (each: string, known: object) =>
    judged(each, { ...facts, ...known }).results.find(({ requirement }) => requirement.id === 'SDJWT-SIGNED')?.outcome

  it.each([
    ['passes by a root that is trusted', text, { jwks }, 'passed'],
    ['passes beside metadata with other keys', text, { issuerMetadata: { ...usualIssuer, jwks } }, 'passed'],
    ['passes beside metadata of another issuer', text, { issuerMetadata: { issuer: 'urn:other', jwks } }, 'passed'],
    ['is inconclusive where no root is given', text, { jwks, anchors: undefined }, 'cantTell'],
    [
      'passes by a published key where no root is given',
      text,
      { jwks: usualIssuer.jwks, anchors: undefined },
      'passed',
    ],
    ['is forged where neither made its signature', forged, { jwks }, 'failed'],
    [
      'is forged where neither made its signature, and no root is given',
      forged,
      { jwks, anchors: undefined },
      'failed',
    ],
    ['is inconclusive where nothing is given', forged, { anchors: undefined }, 'cantTell'],
  ])('%s', (_, each, known, outcome) => {
    expect(signed(each, known)).toBe(outcome)
  })
})
