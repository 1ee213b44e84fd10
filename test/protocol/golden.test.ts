import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeBase64, decodeBase64url } from '../../protocol/encoding/base64url.ts'
import { inflate } from '../../protocol/encoding/deflate.ts'
import { isObject, type JsonObject, parseJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { signEs256, verifyEs256 } from '../../protocol/jose/es256.ts'
import { openJwe, readJwe } from '../../protocol/jose/jwe.ts'
import { checkPoint, computeThumbprint, findKeysById, importP256 } from '../../protocol/jose/jwk.ts'
import { isSignedBy } from '../../protocol/jose/jws.ts'
import {
  buildDigestInput,
  type Claim,
  computeClaimDigest,
  constructions,
  disclosureOrders,
} from '../../protocol/sd-jwt/claim.ts'
import { readClaim, readDisclosure } from '../../protocol/sd-jwt/disclosure.ts'
import { readSdJwt } from '../../protocol/sd-jwt/sd-jwt.ts'
import { readChain } from '../../protocol/x509/certificate.ts'
import { type ChainFault, findChainFaults, findValidityFaults } from '../../protocol/x509/chain.ts'

type Read<T> = (value: unknown) => T
type Fields = Readonly<Record<string, Read<unknown>>>
type Said<F extends Fields> = { readonly [Name in keyof F]: ReturnType<F[Name]> }

const fail = (message: string): never => {
  throw new TypeError(message)
}
const text: Read<string> = (value) => (typeof value === 'string' ? value : fail('expected text'))
const flag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : fail('expected true or false'))
const number: Read<number> = (value) => (typeof value === 'number' ? value : fail('expected a number'))
const object: Read<JsonObject> = (value) => (isObject(value) ? value : fail('expected an object'))
const texts: Read<readonly string[]> = (value) => (Array.isArray(value) ? value.map(text) : fail('expected a list'))
const textOrNull: Read<string | null> = (value) => (value === null ? null : text(value))
const oneOf =
  <T extends string>(known: readonly T[]): Read<T> =>
  (value) =>
    known.find((word) => word === value) ?? fail(`expected one of ${known.join(', ')}`)

const reading = { construction: oneOf(constructions), order: oneOf(disclosureOrders) }

/** What each kind of vector holds: every member named here, and no other. `null` stands for a refusal. */
const shapes = {
  'claim-digest': {
    input: { ...reading, salt: text, name: text, value: text, disclosure: text },
    expected: { over: text, digest: text },
  },
  'es256-deterministic': { input: { jwk: object, message: text }, expected: { signature: text } },
  'es256-verify': { input: { jwk: object, signingInput: text, signature: text }, expected: { valid: flag } },
  thumbprint: { input: { jwk: object }, expected: { thumbprint: textOrNull } },
  point: { input: { x: text, y: text }, expected: { valid: flag } },
  base64url: { input: { text }, expected: { hex: textOrNull } },
  base64: { input: { text }, expected: { hex: textOrNull } },
  jwe: { input: { jwe: text, jwk: object }, expected: { plaintext: textOrNull } },
  'sd-jwt': {
    input: { ...reading, credential: text, jwks: object },
    expected: { signed: flag, verified: texts, unreferenced: texts, repeated: texts },
  },
  x5c: { input: { x5c: texts, now: number }, expected: { faults: texts, validity: texts } },
  'strict-json': { input: { text }, expected: { json: textOrNull } },
  deflate: { input: { deflated: text }, expected: { content: textOrNull } },
} as const satisfies Record<string, { input: Fields; expected: Fields }>

type Kind = keyof typeof shapes
interface Vector<K extends Kind = Kind> {
  readonly id: string
  readonly kind: K
  readonly input: Said<(typeof shapes)[K]['input']>
  readonly expected: Said<(typeof shapes)[K]['expected']>
}

const kinds = Object.keys(shapes) as readonly Kind[] // the keys of a closed table

function readFields<F extends Fields>(fields: F, value: unknown): Said<F> {
  const given = object(value)
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(fields, name))
  if (unknown.length > 0) fail(`unknown: ${unknown.join(', ')}`)
  const said = Object.entries(fields).map(([name, read]) => [name, read(given[name])])
  return Object.fromEntries(said) as Said<F> // each member was read by the field of its name
}

function readVector<K extends Kind>(kind: K, value: unknown): Vector<K> {
  const { input, expected } = shapes[kind]
  const envelope = { id: text, kind: oneOf([kind]), input: (it: unknown) => it, expected: (it: unknown) => it }
  const vector = readFields(envelope, value)
  return {
    ...vector,
    input: readFields<(typeof shapes)[K]['input']>(input, vector.input),
    expected: readFields<(typeof shapes)[K]['expected']>(expected, vector.expected),
  }
}

const file = new URL('../../fixtures/golden/golden.json', import.meta.url)
const vectors: readonly JsonObject[] = JSON.parse(readFileSync(file, 'utf8'))

const vectorsOf = <K extends Kind>(kind: K): readonly Vector<K>[] =>
  vectors.filter((vector) => vector.kind === kind).map((vector) => readVector(kind, vector))

/** What a reading gives, or `null` if it refuses. */
function orNull<T>(read: () => T): T | null {
  const outcome = attempt(read)
  return 'value' in outcome ? outcome.value : null
}

const inWords = (faults: readonly ChainFault[]): readonly string[] =>
  faults.map(({ index, fault }) => `${index} ${fault}`).toSorted()

const claimOf = (disclosure: string, order: (typeof disclosureOrders)[number]): Claim =>
  readClaim(readDisclosure(disclosure), order) ?? fail('no claim in the disclosure')

describe('the golden vectors', () => {
  it('are many, and of every kind that is known', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(60)
    expect(new Set(vectors.map(({ kind }) => kind))).toEqual(new Set(kinds))
  })

  it('have one id each within their kind', () => {
    const names = vectors.map(({ kind, id }) => `${kind} ${id}`)

    expect(names).toEqual([...new Set(names)])
  })

  it('are refused with an unknown member', () => {
    const vector = { id: 'a', kind: 'base64', input: { text: '' }, expected: { hex: '' } }

    expect(readVector('base64', vector)).toEqual(vector)
    expect(() => readVector('base64', { ...vector, note: '' })).toThrow(TypeError)
    expect(() => readVector('base64', { ...vector, input: { text: '', note: '' } })).toThrow(TypeError)
    expect(() => readVector('base64', { ...vector, expected: {} })).toThrow(TypeError)
    expect(() => readVector('base64', { ...vector, kind: 'base32' })).toThrow(TypeError)
  })
})

describe('src/protocol agrees with an implementation that shares no code with it', () => {
  it.each(vectorsOf('claim-digest'))('on the digest of a claim: $id', ({ input, expected }) => {
    const claim = claimOf(input.disclosure, input.order)

    expect(claim).toMatchObject({ salt: input.salt, name: input.name, json: input.value })
    expect(buildDigestInput(claim, input.construction)).toBe(expected.over)
    expect(computeClaimDigest(claim, input.construction)).toBe(expected.digest)
  })

  it.each(vectorsOf('es256-deterministic'))('on a signature without chance: $id', ({ input, expected }) => {
    const signature = signEs256(Buffer.from(input.message), input.jwk)

    expect(signature.toString('base64url')).toBe(expected.signature)
  })

  it.each(vectorsOf('es256-verify'))('on whether a signature is valid: $id', ({ input, expected }) => {
    const signature = decodeBase64url(input.signature)

    expect(verifyEs256(Buffer.from(input.signingInput), importP256(input.jwk), signature)).toBe(expected.valid)
  })

  it.each(vectorsOf('thumbprint'))('on the thumbprint of a key: $id', ({ input, expected }) => {
    expect(computeThumbprint(input.jwk) ?? null).toBe(expected.thumbprint)
  })

  it.each(vectorsOf('point'))('on whether a point is on the curve: $id', ({ input: { x, y }, expected }) => {
    const imported = orNull(() => importP256({ kty: 'EC', crv: 'P-256', x, y }))

    expect(checkPoint(x, y) === undefined).toBe(expected.valid)
    expect(imported !== null).toBe(expected.valid)
  })

  it.each(vectorsOf('base64url'))('on canonical base64url: $id', ({ input, expected }) => {
    const octets = orNull(() => decodeBase64url(input.text).toString('hex'))

    expect(octets).toBe(expected.hex)
  })

  it.each(vectorsOf('base64'))('on canonical base64: $id', ({ input, expected }) => {
    const octets = orNull(() => decodeBase64(input.text).toString('hex'))

    expect(octets).toBe(expected.hex)
  })

  it.each(vectorsOf('jwe'))('on what a JWE holds: $id', ({ input, expected }) => {
    const plaintext = orNull(() => openJwe(readJwe(input.jwe), input.jwk).toString('base64url'))

    expect(plaintext).toBe(expected.plaintext)
  })

  it.each(vectorsOf('sd-jwt'))('on what a credential proves: $id', ({ input, expected }) => {
    const { jws, disclosures } = readSdJwt(input.credential)
    const digests = texts(jws.payload._sd)
    const claims = disclosures.map((disclosure) => claimOf(disclosure.text, input.order))
    const isReferenced = (claim: Claim): boolean => digests.includes(computeClaimDigest(claim, input.construction))
    const keys = findKeysById(input.jwks, jws.header.kid)

    expect({
      signed: keys.some((key) => isSignedBy(jws, importP256(key))),
      verified: claims.filter(isReferenced).map(({ name }) => name),
      unreferenced: claims.filter((claim) => !isReferenced(claim)).map(({ name }) => name),
      repeated: digests.filter((digest, i) => digests.indexOf(digest) < i),
    }).toEqual(expected)
  })

  it.each(vectorsOf('x5c'))('on what is wrong with a chain: $id', ({ input, expected }) => {
    const chain = readChain(input.x5c)
    // RFC 5280 asks for the dates of the leaf as well; devices write what they like there, so they are left out.
    const issuers = expected.validity.filter((fault) => !fault.startsWith('0 '))

    expect(inWords(findChainFaults(chain))).toEqual(expected.faults)
    expect(inWords(findValidityFaults(chain, new Date(input.now * 1000)))).toEqual(issuers)
  })

  it.each(vectorsOf('strict-json'))('on what strict JSON is: $id', ({ input, expected }) => {
    const json = orNull(() => JSON.stringify(parseJson(input.text)))

    expect(json).toBe(expected.json)
  })

  it.each(vectorsOf('deflate'))('on what was compressed: $id', ({ input, expected }) => {
    const content = orNull(() => inflate(decodeBase64url(input.deflated)).toString('base64url'))

    expect(content).toBe(expected.content)
  })
})
