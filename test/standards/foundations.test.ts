import { describe, expect, it } from 'vitest'
import { standardProfiles } from '../../model/decision.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { readJwe } from '../../protocol/jose/jwe.ts'
import { encryptContent } from '../../protocol/jose/jwe-content.ts'
import { wrapKey } from '../../protocol/jose/jwe-keys.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { readCertificate } from '../../protocol/x509/certificate.ts'
import { findChainFaults } from '../../protocol/x509/chain.ts'
import { compileJudge } from '../../src/judge/judge.ts'
import { drawOctets } from '../../src/runtime/random.ts'
import { checks } from '../../suites/document/all/checks.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { documentKeys, documentTokens } from '../../suites/document/facets.ts'
import { change, type Edit, requireObject } from '../../suites/document/kit/edits.ts'
import { mutate } from '../../suites/document/kit/message-mutations.ts'
import type { FaultSettings } from '../../suites/document/model/fault.ts'
import { createOfflineRun } from '../../suites/document/prove/offline-run.ts'
import { fixtureTime } from '../../suites/document/reference/offline-exchange.ts'
import { foundations } from '../../suites/foundations.ts'
import { explainUnusedParties } from '../../suites/jose/altered-jwe.ts'
import { type JwtChange, jwtProof } from '../../suites/jose/jwt-changes.ts'
import { type KeyChange, keyProof } from '../../suites/jose/key-changes.ts'
import { certifyAuthority, certifyKey, nameHost, writePermittedHosts } from '../../suites/jose/sample-certificate.ts'
import { keyWithZeros, unrelatedEcKey, unrelatedKey } from '../../suites/kit/unrelated-keys.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { standards } from '../../suites/standards.ts'

const pairs = foundations.flatMap(({ of, facets }) =>
  facets.flatMap(({ profile, facet }) =>
    Object.keys(of.rules).map((name) => ({ profile, kind: facet.kind, name, facet: facet as AnyFacet })),
  ),
)

interface AnyFacet {
  readonly instances: Readonly<Record<string, { readonly id: string } | undefined>>
  readonly off: Readonly<Record<string, string | undefined>>
}

describe('a rule about what artefacts are made of', () => {
  it.each(pairs)('has a row with a fault, or a sentence: $name of $kind under $profile', ({ profile, name, facet }) => {
    const row = facet.instances[name]
    const isBroken = standardProofs[profile].faults.some(({ breaks }) => breaks.id === row?.id)

    expect(row ? isBroken : facet.off[name]?.endsWith('.')).toBe(true)
    expect(row === undefined || standards[profile].requirements.some(({ id }) => id === row.id)).toBe(true)
  })

  it('makes a sentence of its own of each kind', () => {
    const rows = Object.values(standards).flatMap((standard) => [...standard.requirements])
    expect(rows.length).toBeGreaterThan(900)
    expect(
      rows.map(({ text }) => text).filter((text) => !/^[`A-Z].+\.$/.test(text) || /[,;:] ?[,;:]/.test(text)),
    ).toEqual([])
  })

  it.each([keyProof, jwtProof])('has a fault', ({ faults }) => {
    const rules = foundations.flatMap(({ of }) => Object.keys(of.rules))
    const broken = new Set<string>(faults.map(({ name }) => name))

    expect(broken.size).toBeGreaterThan(0)
    expect([...broken].filter((name) => !rules.includes(name))).toEqual([])
  })
})

/** The kinds of which a suite has a sample that is a JSON text. */
const jsonKinds = standardProfiles.flatMap((profile) => {
  const { makeSample, variants } = standardProofs[profile]
  const samples = variants.map(({ change: how }) => makeSample(how))
  const kinds = new Set(samples.filter(({ text }) => text.startsWith('{')).map(({ kind }) => kind))
  return [...kinds].map((kind) => ({ profile, kind }))
})

describe('a JSON text', () => {
  it.each(jsonKinds)('is found where it cannot be read: $kind under $profile', ({ kind }) => {
    const kinds = standardProfiles.flatMap((profile) => standards[profile].texts ?? []).map((each) => each.kind)

    expect(kinds).toContain(kind)
  })
})

const editKey =
  (how: KeyChange) =>
  (key: JsonValue): JsonValue =>
    isObject(key) ? how(key) : key

const editFirst =
  (how: KeyChange) =>
  (keys: JsonValue): JsonValue =>
    Array.isArray(keys) ? keys.map((key, i) => (i === 0 ? editKey(how)(key) : key)) : keys

const places: Readonly<Record<string, (how: KeyChange) => ReturnType<typeof mutate.metadata>>> = {
  metadata: (how) => mutate.metadata(editEncryption(how)),
  request: (how) => mutate.request(change('/credential_response_encryption/jwk', editKey(how))),
  credential: (how) => mutate.credentialPayload(change('/cnf/jwk', editKey(how))),
  attestation: (how) => mutate.attestationPayload(change('/attested_keys', editFirst(how))),
  jwks: (how) => mutate.jwks(change('/keys', editFirst(how))),
}

const editEncryption = (how: KeyChange): Edit => change('/credential_request_encryption/jwks/keys', editFirst(how))

const settings: FaultSettings = { profile: 'document', decisions: {} }
const run = createOfflineRun(compileJudge(requirements, checks))

const listCases = documentKeys.flatMap(({ kind, rows }) =>
  keyProof.faults.flatMap(({ name, description, change: how }) => {
    const found: readonly string[] | { readonly off: string } = rows[name]
    return 'off' in found ? [] : [{ kind, description, found, how }]
  }),
)

const { d: _, ...signer } = unrelatedKey

const members = {
  credential: [mutate.credentialHeader, mutate.credentialPayload],
  attestation: [mutate.attestationHeader, mutate.attestationPayload],
  'status-token': [mutate.statusHeader, mutate.statusPayload],
} as const

const writeToken = (kind: keyof typeof members, { header, payload }: JwtChange) => {
  const [editHeader, editPayload] = members[kind]
  return header
    ? editHeader((all) => header(requireObject(all), signer))
    : editPayload((all) => payload?.(requireObject(all), fixtureTime) ?? all)
}

/** Who signs is for faults of the document: its signatures are made by other steps. */
const tokenCases = documentTokens.flatMap(({ kind, rows }) =>
  jwtProof.faults.flatMap(({ name, description, change: how }) => {
    const found: readonly string[] | { readonly off: string } = rows[name]
    return 'off' in found || how.key ? [] : [{ kind: kind as keyof typeof members, description, found, how }]
  }),
)

describe('a signed token in the exchange of the document', () => {
  it.each(tokenCases)('is found: $kind $description', async ({ kind, found, how }) => {
    const failed = (await run(writeToken(kind, how), settings)).filter(({ outcome }) => outcome === 'failed')

    expect(failed.some(({ requirement: { id } }) => found.includes(id))).toBe(true)
  })
})

describe('a key in the exchange of the document', () => {
  it.each(listCases)('is found: $kind $description', async ({ kind, found, how }) => {
    const mutation = places[kind]?.(how) ?? {}
    const failed = (await run(mutation, settings)).filter(({ outcome }) => outcome === 'failed')
    const ids = failed.map(({ requirement }) => requirement.id)

    expect(ids.some((id) => found.includes(id))).toBe(true)
  })
})

describe('an encrypted message that cannot be read', () => {
  /** Derives the key without the member that it adds to the header. */
  const seal = (name: string) => {
    const header = { alg: 'ECDH-ES', enc: 'A128GCM' } as const
    const { contentKey: key, headerMembers } = wrapKey(unrelatedEcKey, { ...header, header }, drawOctets)
    const associated = encodeBase64url(JSON.stringify({ ...headerMembers, ...header, [name]: 'YXNzYXk' }))
    const lock = { enc: header.enc, key, iv: Buffer.alloc(12), associated: Buffer.from(associated) }
    const { ciphertext, tag } = encryptContent(Buffer.from('{}'), lock)
    return readJwe([associated, '', ...[lock.iv, ciphertext, tag].map(encodeBase64url)].join('.'))
  }

  it('says that its sender wrote a party, and did not use it', () => {
    expect(explainUnusedParties(seal('apv'), unrelatedKey)).toBe('its key is derived without `apv`')
  })

  it('says nothing of parties without one, or with another key', () => {
    expect(explainUnusedParties(seal('x-note'), unrelatedKey)).toBeUndefined()
    expect(explainUnusedParties(seal('apu'), keyWithZeros)).toBeUndefined()
  })
})

describe('a chain of certificates', () => {
  const read = (...list: readonly Buffer[]) => list.map(readCertificate)
  const key: Jwk = unrelatedEcKey
  const own = { extensions: [nameHost('signer.example')] }
  const messages = (...list: readonly Buffer[]): readonly string[] =>
    findChainFaults(read(...list)).map(({ fault }) => fault)

  it('may have an authority for the names below it, and a certificate by itself', () => {
    expect(
      messages(certifyKey(key, own), certifyAuthority({ extensions: [writePermittedHosts('signer.example')] })),
    ).toEqual([])
    expect(messages(certifyKey(key, own), certifyAuthority({ extensions: [writePermittedHosts('example')] }))).toEqual(
      [],
    )
    expect(messages(certifyKey(key))).toEqual([])
  })

  it('has names that its authority may certify, however they are written', () => {
    const other = certifyAuthority({ extensions: [writePermittedHosts('er.example')] })
    expect(messages(certifyKey(key, own), other)).toEqual(['name-constraints'])
    const capitals = certifyAuthority({ extensions: [writePermittedHosts('Signer.EXAMPLE')] })
    expect(messages(certifyKey(key, own), capitals)).toEqual([])
  })
})
