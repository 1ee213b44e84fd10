import { describe, expect, it } from 'vitest'
import '../src/vitest.ts'
import { profiles } from '../model/decision.ts'
import { documentKinds } from '../protocol/artefacts/artefact-kinds.ts'
import { recogniseArtefact } from '../protocol/artefacts/recognise-artefact.ts'
import { verify } from '../src/verify/verify.ts'
import { put, repeat } from '../suites/document/kit/edits.ts'
import { mutate } from '../suites/document/kit/message-mutations.ts'
import { staged } from './artefacts.ts'

const failed = (...given: Parameters<typeof verify>): readonly string[] =>
  verify(...given)
    .results.filter(({ outcome }) => outcome === 'failed')
    .map(({ requirement }) => requirement.id)

describe('a valid artefact', () => {
  it.each(documentKinds)('of the kind %s conforms', (kind) => {
    const { text, known } = staged(kind)

    expect(verify(text, { ...known, as: kind }).conclusion).toBe('conformant')
    expect(text).toConform({ ...known, as: kind })
  })

  it.each(documentKinds.filter((kind) => kind !== 'callback'))('of the kind %s is recognised', (kind) => {
    const { text, known } = staged(kind)

    expect(recogniseArtefact(text, known.keys)?.kind).toBe(kind)
    expect(recogniseArtefact(`\uFEFF${text}\n`, known.keys)?.kind).toBe(kind)
  })

  it.each(profiles)('conforms to the profile %s that it was made for', (under) => {
    const { text, known } = staged('credential', {}, { profile: under, decisions: {} })

    expect(verify(text, { ...known, profile: under }).conclusion).toBe('conformant')
  })

  it('is inconclusive where something that is required is not known', () => {
    const { text } = staged('credential')

    const { conclusion, results } = verify(text, { now: 1_795_000_000 })

    expect(conclusion).toBe('inconclusive')
    expect(results.filter(({ outcome }) => outcome === 'cantTell').map(({ requirement }) => requirement.id)).toEqual([
      'CRED-RESOLVED',
      'CRED-SIGNED',
      'CRED-ISSUER',
    ])
  })

  it('is judged by the clock where no time is given', () => {
    const { text, known } = staged('attestation')

    expect(failed(text, { ...known, now: undefined })).toEqual(['ATT-FRESH'])
  })
})

describe('a default that was not confirmed', () => {
  const { text, known } = staged('credential', {}, { profile: 'document', decisions: { 'sd.digest': 'disclosure' } })

  it('leads to no conclusion where another answer is right', () => {
    expect(failed(text, known)).toEqual(['SD-DIGEST'])
    expect(verify(text, known).conclusion).toBe('inconclusive')
  })

  it.each([
    ['parts', 'nonconformant'],
    ['disclosure', 'conformant'],
  ] as const)('leads to one where the answer %s is given', (answer, conclusion) => {
    expect(verify(text, { ...known, decisions: { 'sd.digest': answer } }).conclusion).toBe(conclusion)
  })
})

describe('an artefact of another dialect', () => {
  const { text, known } = staged('credential', {}, { profile: 'document-rfc9901', decisions: {} })

  it('fails, and the answers under which it passes are named', () => {
    const { results, failuresUnder } = verify(text, known)

    const digest = results.find(({ requirement }) => requirement.id === 'SD-DIGEST')
    expect(digest?.passesUnder).toEqual([
      'sd.digest = disclosure',
      '--profile document-rfc9901',
      '--profile document-sd-jwt-vc',
      '--profile document-openid4vci',
    ])
    expect(failuresUnder).toMatchObject({ 'document-rfc9901': 0 })
  })

  it('passes once it is judged under its own', () => {
    expect(failed(text, { ...known, profile: 'document-rfc9901' })).toEqual([])
  })
})

describe('a verdict', () => {
  it('is inconclusive on what it does not recognise', () => {
    expect(verify('what is this?')).toMatchObject({ conclusion: 'inconclusive', results: [] })
    expect(verify('what is this?')).not.toHaveProperty('kind')
  })

  it('names the decisions that were asked for, and only those', () => {
    const { text, known } = staged('offer')

    expect(verify(text, known).decisions.map(({ decision }) => decision.id)).toEqual(['offer.grants'])
  })

  it('judges an artefact by the rule that it breaks, though it cannot be read', () => {
    const { text } = staged('offer', mutate.offer(repeat('grants', {})))

    expect(failed(text)).toEqual(['BODY-STRICT'])
  })

  it('counts what is only recommended on request', () => {
    const { text, known } = staged('attestation')
    const late = { ...known, now: Number(known.now) + 100_000 }

    expect(verify(text, late).conclusion).toBe('conformant')
    expect(verify(text, { ...late, strict: true }).conclusion).toBe('nonconformant')
  })

  it('is refused where an answer is none', () => {
    expect(() => verify('{}', { decisions: { ['sd.digst' as string]: 'parts' } })).toThrow(
      expect.objectContaining({ code: 'ERR_DECISION' }),
    )
    expect(() => verify('{}', { decisions: { ['sd.digest' as string]: 'part' } })).toThrow(
      expect.objectContaining({ code: 'ERR_DECISION' }),
    )
  })

  it('takes the offer out of a URL', () => {
    const { text, known } = staged('offer')

    expect(verify(`openid-credential-offer://?credential_offer=${encodeURIComponent(text)}`, known)).toMatchObject({
      kind: 'offer',
      conclusion: 'conformant',
    })
  })
})

describe('the matcher', () => {
  it('tells the block of what failed', () => {
    const { text, known } = staged('offer', mutate.offer(put('/grants', ['a secret'])))

    expect(() => expect(text).toConform(known)).toThrowErrorMatchingInlineSnapshot(`
      [Error: offer: nonconformant

      ✖ OFFER-GRANTS  stated · interoperability · section 2.3
        An offer carries \`grants\`, an object.
          in            offer
          at            /grants
          expected      an object
          actual        an array of one
          consequence   The wallet finds no code in the offer.
      ? OFFER-ONE-GRANT  \`grants\` is not an object]
    `)
  })

  it('can be turned round', () => {
    expect('{}').not.toConform({ as: 'offer' })
  })
})
