import { createHash } from 'node:crypto'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodeBase64url } from '../protocol/encoding/base64url.ts'
import { inflate } from '../protocol/encoding/deflate.ts'
import { attempt } from '../protocol/encoding/problem.ts'
import { buildDigestInput, type Claim } from '../protocol/sd-jwt/claim.ts'
import { verify } from '../src/verify/verify.ts'
import { replaceStep } from '../suites/document/kit/mutations.ts'
import { staged } from './artefacts.ts'

// What docs/diagnoses.md says: each cause is named where it is found.

/** What the findings of a text say: what is there, and the probable cause. */
function explain(text: string, options: Parameters<typeof verify>[1] = {}): string {
  const { results } = verify(text, { reveal: true, ...options })
  return results
    .filter(({ outcome }) => outcome === 'failed')
    .flatMap(({ requirement: { id }, findings }) =>
      findings.map(({ actual, diagnosis = '' }) => `${id}: ${actual}; ${diagnosis}`),
    )
    .join('\n')
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The findings of a credential whose digests are made in another way. */
function explainDigests(
  makeDigest: (claim: Claim) => string,
  profile: 'document' | 'document-rfc9901' | 'document-sd-jwt-vc',
): string {
  const mutation = replaceStep('issuer', 'digest', () => makeDigest)
  const { text, known } = staged('credential', mutation, { profile, decisions: {} })
  return explain(text, { ...known, profile })
}

describe('a credential', () => {
  it.each([',', ' , '])('with disclosures after commas: %j', (comma) => {
    const { text, known } = staged('credential')

    expect(explain(text.split('~').join(comma), known)).toMatch(
      /^CRED-JOINED: the disclosures are separated by commas, and not by `~`; .*$/,
    )
  })

  it('with digests over the parts in another order', () => {
    const said = explainDigests(
      ({ salt, name, value }) =>
        sha256([name, String(value), salt].map(encodeBase64url).join('')).toString('base64url'),
      'document',
    )

    expect(said).toContain('the digest is over name, value, salt, in this order, and not over salt, name, value')
    expect(said).not.toContain('sd.digest = parts')
  })

  it.each([
    ['document', 'parts'],
    ['document-rfc9901', 'disclosure'],
    ['document-sd-jwt-vc', 'disclosure'],
  ] as const)('with digests in hex under the profile %s', (profile, construction) => {
    const hex = (claim: Claim) => sha256(buildDigestInput(claim, construction)).toString('hex')

    expect(explainDigests(hex, profile)).toMatch(/SD-DIGEST: .*sha256, in hex$/m)
    expect(explainDigests((claim) => encodeBase64url(hex(claim)), profile)).toMatch(
      /SD-DIGEST: .*sha256, in hex, in base64url$/m,
    )
  })

  it.each([
    ['JSON without blanks', (claim: Claim) => [claim.salt, claim.name, claim.value], JSON.stringify],
    [
      'JSON with a blank after commas and colons',
      (claim: Claim) => [claim.salt, claim.name, claim.value],
      (value: unknown) =>
        JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ').replace('[ ', '[').replace(' ]', ']'),
    ],
  ])('with disclosures that were written again, where the issuer hashed %s', (words, elements, spell) => {
    const anew = (claim: Claim) => sha256(encodeBase64url(spell(elements(claim)))).toString('base64url')
    const mutation = replaceStep('issuer', 'digest', () => anew)
    const { text, known } = staged('credential', mutation, { profile: 'document-rfc9901', decisions: {} })
    const [jwt = '', ...disclosures] = text.split('~')
    const indented = disclosures.map(
      (each) => each && encodeBase64url(JSON.stringify(JSON.parse(Buffer.from(each, 'base64url').toString()), null, 3)),
    )

    expect(explain([jwt, ...indented].join('~'), { ...known, profile: 'document-rfc9901' })).toContain(
      `SD-INCLUDED: none; the JSON was serialized again after it was hashed, probably by the party that passed on the disclosure: the issuer hashed ${words}`,
    )
  })
})

describe('a body', () => {
  const offer = staged('offer').text
  const parts = { payload: encodeBase64url(offer), protected: encodeBase64url('{"alg":"ES256"}'), signature: 'AAAA' }
  const general = { payload: parts.payload, signatures: [{ protected: parts.protected, signature: 'AAAA' }] }
  const compact = `${parts.protected}.${parts.payload}.AAAA`

  it('with a byte order mark', () => {
    expect(explain(`\uFEFF${offer}`)).toContain('BODY-STRICT: starts with a byte order mark')
  })

  it('with a member that is repeated', () => {
    const body = '{"grants":{"g":[{"a":"[{,"},{"pre-authorized_code":"1","pre-authorized_code":"2"}]}}'

    expect(explain(body)).toContain('BODY-STRICT: a member is repeated: `pre-authorized_code` in `grants`, `g`, `1`')
    expect(explain('{"grants":1,"private value":1,"private value":2}')).toContain('BODY-STRICT: a member is repeated; ')
  })

  it('that is a status without a signature', () => {
    const body = '{"id":"2a0eba80-c19e-4217-9f13-d656eee08639","status":"active"}'

    expect(explain(body)).toContain('STATUS-COMPACT: JSON without a signature instead of a compact JWS')
  })

  it.each([
    ['a JWS in the flattened JSON serialization', parts, 'a signed offer in the JWS JSON serialization'],
    ['a JWS in the general JSON serialization', general, 'a signed offer in the JWS JSON serialization'],
    ['a wrapped JWS in the JSON serialization', { credential_offer: parts }, 'a signed offer in `credential_offer`'],
    ['a wrapped JWS', { credential_offer: compact }, 'a signed JWT instead of plain JSON'],
  ])('that is an offer as %s', (_, body, words) => {
    expect(explain(JSON.stringify(body))).toContain(`OFFER-UNSIGNED: ${words}`)
  })

  it.each(['credential_offer', 'data'])('that is an offer in a member `%s`', (wrapper) => {
    const words = `OFFER-ISSUER: nothing; there is one in \`${wrapper}\`: the message is wrapped`

    expect(explain(JSON.stringify({ [wrapper]: JSON.parse(offer) }))).toContain(words)
    expect(explain(JSON.stringify({ [wrapper]: offer }))).toContain(words)
  })
})

describe('content that does not inflate', () => {
  const content = '{"credentials":[]}'.repeat(30)
  const raw = deflateRawSync(content)

  it.each([
    ['not a raw DEFLATE stream: it has the wrapper of zlib (RFC 1950)', deflateSync(content)],
    ['not a raw DEFLATE stream: it is gzip (RFC 1952)', gzipSync(content)],
    ['not a raw DEFLATE stream: it is not compressed, although `zip` says so', Buffer.from(content)],
    ['not a raw DEFLATE stream: it is the base64 of one', Buffer.from(raw.toString('base64'))],
    ['not a raw DEFLATE stream: it is cut short', raw.subarray(0, -6)],
    [
      'not a raw DEFLATE stream: it is cut short',
      deflateRawSync('{"credentials":[{"Credential":"x"}]}'.repeat(20)).subarray(0, -6),
    ],
    ['not a raw DEFLATE stream: it inflates to more than any message has', deflateRawSync('0'.repeat(30_000_000))],
    ['octets follow the end of the DEFLATE stream', Buffer.concat([raw, raw])],
    ['not a raw DEFLATE stream: no known compression', Buffer.alloc(40, 7)],
  ])('says why: %s', (words, octets) => {
    expect(attempt(() => inflate(octets))).toMatchObject({ problem: { code: 'jwe-inflate', message: words } })
  })
})
