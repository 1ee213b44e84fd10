import { describe, expect, it } from 'vitest'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import { isObject, type JsonObject } from '../protocol/encoding/json.ts'
import { concludeTest } from '../src/harness/seen.ts'
import { verify } from '../src/verify/verify.ts'
import { put } from '../suites/document/kit/edits.ts'
import { mutate } from '../suites/document/kit/message-mutations.ts'
import type { ActorMutation } from '../suites/document/model/actors.ts'
import { referenceOptions, referenceSettings } from '../suites/document/prove/live-run.ts'
import { runAndJudge } from '../suites/document/run/run.ts'
import { unrelatedEcKey, unrelatedRsaKey } from '../suites/kit/unrelated-keys.ts'
import { issuers, wallets } from '../suites/openid4vci/harness/parties.ts'
import { changeMetadata } from '../suites/openid4vci/issuer-changes.ts'
import { set } from '../suites/openid4vci/wallet/faults.ts'
import { verifiers } from '../suites/openid4vp/harness/parties.ts'
import { changeRequest } from '../suites/openid4vp/verifier/faults.ts'
import { staged } from './artefacts.ts'

// A key of a target may be anything. No command ends with an error of its own because of one, and none calls it right.

const point = { kty: 'EC', crv: 'P-256', x: unrelatedEcKey.x ?? '', y: unrelatedEcKey.y ?? '' }
const rsa = { kty: 'RSA', n: unrelatedRsaKey.n ?? '', e: 'AQAB' }

const hostileKeys: Readonly<Record<string, JsonObject>> = {
  'a point off its curve': { ...point, y: point.x },
  'a point off the curve P-384': { ...point, crv: 'P-384', x: 'A'.repeat(64), y: 'A'.repeat(64) },
  'a coordinate that is an object': { ...point, x: { toString: 'x' } },
  'a curve that is an object': { ...point, crv: { a: 1 } },
  'an empty modulus': { ...rsa, n: '' },
  'a modulus of one octet': { ...rsa, n: 'xQ' },
  'a modulus of 600,000 bits': { ...rsa, n: 'x'.repeat(100_000) },
  'a modulus that is a list': { ...rsa, n: [rsa.n] },
  'an exponent of 100,000 octets': { ...rsa, e: 'A'.repeat(133_332) },
  'an unknown type': { kty: 'XYZ', x: 'AAAA' },
  'a type that is an object': { ...point, kty: { toString: null } },
  'a shared secret': { kty: 'oct', k: 'AAAA' },
  'no member': {},
}

const each = Object.entries(hostileKeys)

/** A hostile key with the names that a key for encryption has. */
const toEncryptionKey = (key: JsonObject): JsonObject => ({
  ...key,
  kid: 'hostile',
  use: 'enc',
  alg: key.kty === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES',
})

/** Where the document has a key: the kind of artefact, and how it gets another one. */
const places: readonly (readonly [kind: ArtefactKind, make: (key: JsonObject) => ActorMutation])[] = [
  ['request', (key) => mutate.request(put('/credential_response_encryption/jwk', toEncryptionKey(key)))],
  ['metadata', (key) => mutate.metadata(put('/credential_request_encryption/jwks', { keys: [toEncryptionKey(key)] }))],
  ['jwks', (key) => mutate.jwks(put('/keys', [{ ...key, kid: 'issuer-2026', alg: 'ES256' }]))],
  ['credential', (key) => mutate.credentialPayload(put('/cnf/jwk', { ...key, kid: 'holder-1', alg: 'ES256' }))],
  ['attestation', (key) => mutate.attestationPayload(put('/attested_keys', [key]))],
]

const listEach = () => places.flatMap(([kind, make]) => each.map(([name, key]) => [kind, name, make(key)] as const))

describe('assay verify', () => {
  it.each(listEach())('does not call an artefact of the kind %s with %s right', (kind, _, mutation) => {
    const { text, known } = staged(kind, mutation)

    expect(verify(text, { ...known, as: kind }).conclusion).not.toBe('conformant')
  })
})

describe('assay run', () => {
  it.each(listEach())('does not call a target right whose %s has %s', async (_, __, mutation) => {
    const { results, endings } = await runAndJudge(referenceSettings, { ...referenceOptions, mutation })
    const count = (wanted: string): number => results.filter(({ outcome }) => outcome === wanted).length

    expect(count('harnessError')).toBe(0)
    expect(count('failed') + endings.filter(({ ended }) => ended !== 'completed').length).toBeGreaterThan(0)
  })
})

describe('assay test issuer', () => {
  it.each(each)('does not call an issuer right whose metadata have %s', async (_, key) => {
    const encryption = {
      jwks: { keys: [toEncryptionKey(key)] },
      enc_values_supported: ['A256GCM'],
      encryption_required: true,
    }
    const seen = await issuers.play(changeMetadata((all) => ({ ...all, credential_request_encryption: encryption })))

    expect(concludeTest(seen)).not.toBe('passed')
  })
})

describe('assay test verifier', () => {
  it.each(each)('does not call a verifier right whose metadata have %s', async (_, key) => {
    const hostile = changeRequest((all) => ({
      ...all,
      response_mode: 'direct_post.jwt',
      client_metadata: {
        ...(isObject(all.client_metadata) && all.client_metadata),
        jwks: { keys: [toEncryptionKey(key)] },
      },
    }))

    expect(concludeTest(await verifiers.play(hostile))).not.toBe('passed')
  })
})

describe('assay test wallet', () => {
  it.each(each)('does not call a wallet right whose proof has %s', async (_, key) => {
    const proof = set({ proofHeader: (header) => ({ ...header, jwk: key }) })

    expect(concludeTest(await wallets.play(proof))).not.toBe('passed')
  })

  it.each(each)('does not call a wallet right whose response key is %s', async (_, key) => {
    const content = set({
      content: (all) => ({ ...all, credential_response_encryption: { jwk: toEncryptionKey(key), enc: 'A256GCM' } }),
    })

    expect(concludeTest(await wallets.play(content))).not.toBe('passed')
  })
})
