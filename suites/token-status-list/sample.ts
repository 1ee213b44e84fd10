import { createHmac } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { KnownFacts } from '../../model/finding.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { coseLabels, coseTags } from '../../protocol/cbor/cose.ts'
import { CborFloat } from '../../protocol/cbor/decode.ts'
import { encodeCbor, RawCbor, type WritableCbor } from '../../protocol/cbor/encode.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { signEs256 } from '../../protocol/jose/es256.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import {
  type ClaimValue,
  claimNumbers,
  type TokenClaims,
  type TokenFormat,
} from '../../protocol/status-list/secured-token.ts'
import { type BodyEncoding, writeHttpText } from '../kit/http-text.ts'
import { sampleTime, signers, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }

/** What a signed token has otherwise than the usual one. Each step gets what the step before it made. */
export interface TokenChange {
  readonly format?: TokenFormat
  readonly alg?: SampleAlgorithm
  readonly key?: Jwk
  readonly header?: (header: TokenClaims) => TokenClaims
  readonly claims?: (claims: TokenClaims) => TokenClaims
  /** The octets of the payload. */
  readonly payload?: (octets: Buffer) => Buffer
  readonly signature?: (signature: Buffer) => Buffer
  /** Parameters that are added to the protected header of a CWT. */
  readonly parameters?: readonly (readonly [label: number, value: WritableCbor])[]
  /** The tags around a CWT. */
  readonly tags?: readonly number[]
  /** The parts of a CWT, before they are encoded. */
  readonly parts?: (parts: readonly WritableCbor[]) => readonly WritableCbor[]
  readonly octets?: (octets: Buffer) => Buffer
  readonly text?: (text: string) => string
}

export interface ListChange extends TokenChange {
  readonly bits?: number
  /** How many statuses the list has. */
  readonly length?: number
  /** Statuses in addition to the usual ones. */
  readonly statuses?: Readonly<Record<number, number>>
  readonly compress?: (octets: Buffer) => Buffer
  /** `lst` in a JWT. */
  readonly encode?: (compressed: Buffer) => ClaimValue
  readonly structure?: (structure: TokenClaims) => TokenClaims
}

interface ResponseChange {
  readonly status?: string
  readonly headers?: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  readonly body?: (body: string) => string
  readonly encoding?: BodyEncoding
  readonly request?: JsonObject
}

export const sampleSubjects = ['list', 'token', 'response', 'aggregation'] as const

/** What a sample does otherwise than the usual one, and which of its artefacts is judged. */
export interface StatusSampleChange {
  readonly about?: (typeof sampleSubjects)[number]
  readonly list?: ListChange
  readonly token?: TokenChange
  readonly response?: ResponseChange
  readonly aggregation?: (aggregation: JsonObject) => JsonObject
  /** The text of the aggregation. */
  readonly write?: (json: string) => string
  readonly facts?: Partial<KnownFacts>
}

type SampleAlgorithm = keyof typeof signers | 'HS256'

const coseAlgorithms: Readonly<Record<string, number>> = {
  ES256: -7,
  ES384: -35,
  ES512: -36,
  EdDSA: -8,
  PS256: -37,
  RS256: -257,
  HS256: 5,
}

const secret = { kty: 'oct', k: encodeBase64url('a secret of thirty-two characters') }

export const listUri = 'https://status.example/lists/1'

/** The index of the usual token. All entries around it are valid. */
export const sampleIndex = 1234

/** Entries of the usual list that are not valid, all of them far from the usual token. */
const usualStatuses: Readonly<Record<number, number>> = { 3: 1, 700: 1, 2001: 1, 4000: 1 }

const keep = <T>(value: T): T => value

/** Makes a list, a token that refers to it, or a response with a list. */
export function makeSample(change: StatusSampleChange = {}): {
  readonly kind: ArtefactKind
  readonly text: string
  readonly facts: KnownFacts
} {
  const { about = 'list', facts = {} } = change
  const own = makers[about](change)
  return { ...own, facts: { now: sampleTime, jwks: listSampleKeys(change), ...own.facts, ...facts } }
}

interface Made {
  readonly kind: ArtefactKind
  readonly text: string
  readonly facts?: Partial<KnownFacts>
}

const makers: Readonly<Record<(typeof sampleSubjects)[number], (change: StatusSampleChange) => Made>> = {
  list: ({ list }) => ({ kind: 'status-list-token', text: makeListToken(list) }),
  token: ({ token, list }) => ({
    kind: 'referenced-token',
    text: makeReferencedToken(token),
    facts: { statusList: makeListToken(list) },
  }),
  response: makeResponse,
  aggregation: ({ aggregation = keep, write = keep }) => ({
    kind: 'status-list-aggregation',
    text: write(JSON.stringify(aggregation({ status_lists: [listUri, 'https://status.example/lists/2'] }))),
  }),
}

/** The keys of the issuer and of the Status Issuer. */
function listSampleKeys({ list = {}, token = {} }: StatusSampleChange): JsonObject {
  const publish = ({ alg = 'ES256' }: TokenChange, usual: Jwk, kid: string): Jwk => ({
    ...(alg === 'HS256' ? secret : alg === 'ES256' ? usual : toPublic(signers[alg].key)),
    kid,
  })
  return {
    keys: [publish(token, toPublic(keys.issuer), 'issuer-key'), publish(list, toPublic(keys.holder), 'status-key')],
  }
}

/** The octets of a list, before they are compressed. */
export function writeStatuses({ bits = 1, length = 4096, statuses = {} }: ListChange = {}): Buffer {
  const octets = Buffer.alloc(Math.ceil((length * bits) / 8))
  for (const [index, status] of Object.entries({ ...usualStatuses, ...statuses })) {
    const place = Number(index) * bits
    const at = Math.floor(place / 8)
    if (at < octets.length) octets[at] = (octets[at] ?? 0) | (status << (place % 8))
  }
  return octets
}

/** The best compression that zlib has. */
const best = 9

const deflate = (octets: Buffer): Buffer => deflateSync(octets, { level: best })

export function makeListToken(change: ListChange = {}): string {
  const { format = 'jwt', bits = 1, compress = deflate, encode = encodeBase64url, structure = keep } = change
  const compressed = compress(writeStatuses(change))
  return writeToken(
    {
      header: { typ: format === 'cwt' ? 'application/statuslist+cwt' : 'statuslist+jwt', kid: 'status-key' },
      claims: {
        sub: listUri,
        iat: sampleTime - 3600,
        exp: sampleTime + 86_400,
        ttl: 43_200,
        status_list: structure({ bits, lst: format === 'cwt' ? compressed : encode(compressed) }),
      },
      key: keys.holder,
    },
    change,
  )
}

/** A token as an SD-JWT VC without disclosures, which is a JWT and a `~`. */
export function makeReferencedToken(change: TokenChange = {}): string {
  const { format = 'sd-jwt' } = change
  return writeToken(
    {
      header: {
        typ: format === 'sd-jwt' ? 'dc+sd-jwt' : format === 'jwt' ? 'JWT' : 'application/cwt',
        kid: 'issuer-key',
      },
      claims: {
        iss: 'https://issuer.example',
        ...(format !== 'cwt' && { vct: 'https://issuer.example/types/member' }),
        iat: sampleTime - 86_400,
        exp: sampleTime + 10 * 365 * 86_400,
        status: { status_list: { idx: sampleIndex, uri: listUri } },
      },
      key: keys.issuer,
    },
    { ...change, format },
  )
}

interface PlainToken {
  readonly header: TokenClaims
  readonly claims: TokenClaims
  readonly key: Jwk
}

function writeToken({ header: usual, claims: usualClaims, key }: PlainToken, change: TokenChange): string {
  const { format = 'jwt', alg = 'ES256' } = change
  const header = (change.header ?? keep)({ alg, ...usual })
  const claims = (change.claims ?? keep)(usualClaims)
  const sign = (input: string): Buffer => (change.signature ?? keep)(signInput(input, alg, change.key ?? key))
  const text = format === 'cwt' ? writeCwt(header, claims, sign, change) : writeJwt(header, claims, sign, change)
  return (change.text ?? keep)(format === 'sd-jwt' ? `${text}~` : text)
}

function signInput(input: string, alg: SampleAlgorithm, key: Jwk): Buffer {
  if (alg === 'HS256') return createHmac('sha256', Buffer.from(secret.k, 'base64url')).update(input, 'latin1').digest()
  return alg === 'ES256' ? signEs256(Buffer.from(input, 'latin1'), key) : signers[alg].sign(input)
}

type Sign = (input: string) => Buffer

function writeJwt(header: TokenClaims, claims: TokenClaims, sign: Sign, { payload = keep }: TokenChange): string {
  const input = [Buffer.from(JSON.stringify(header)), payload(Buffer.from(JSON.stringify(claims)))]
    .map(encodeBase64url)
    .join('.')
  return `${input}.${sign(input).toString('base64url')}`
}

/** A CWT in hexadecimal digits, as the specification writes its examples. */
function writeCwt(header: TokenClaims, claims: TokenClaims, sign: Sign, change: TokenChange): string {
  const { alg, typ, kid, ...rest } = header
  const own = new Map<string | number, WritableCbor>()
  if (alg !== undefined) own.set(coseLabels.alg, coseAlgorithms[`${alg}`] ?? toCbor(alg))
  if (typ !== undefined) own.set(coseLabels.typ, toCbor(typ))
  for (const [name, value] of Object.entries(rest)) own.set(name === 'crit' ? coseLabels.crit : name, toCbor(value))
  for (const [label, value] of change.parameters ?? []) own.set(label, value)
  const unprotected = new Map<number, WritableCbor>(kid === undefined ? [] : [[coseLabels.kid, Buffer.from(`${kid}`)]])
  const payload = (change.payload ?? keep)(encodeCbor(nameClaims(claims)))
  const first = encodeCbor(own)
  const isMac = alg === 'HS256'
  const input = encodeCbor([isMac ? 'MAC0' : 'Signature1', first, Buffer.alloc(0), payload])
  const parts = (change.parts ?? keep)([first, unprotected, payload, sign(input.toString('latin1'))])
  const { tags = [isMac ? coseTags.mac0 : coseTags.sign1] } = change
  const message = tags.reduceRight<WritableCbor>((value, tag) => ({ tag, value }), parts)
  return (change.octets ?? keep)(encodeCbor(message)).toString('hex')
}

const nameClaims = (claims: TokenClaims): WritableCbor =>
  new Map(
    Object.entries(claims).flatMap(([name, value]) =>
      value === undefined ? [] : [[claimNumbers[name] ?? name, toCbor(value)] as const],
    ),
  )

function toCbor(value: ClaimValue): WritableCbor {
  if (Buffer.isBuffer(value) || value instanceof CborFloat || value instanceof RawCbor) return value
  if (Array.isArray(value)) return value.map(toCbor)
  if (isObject(value)) return new Map(Object.entries(value).map(([name, each]) => [name, toCbor(each as ClaimValue)]))
  return typeof value === 'bigint' || value === undefined ? null : (value as WritableCbor) // a primitive value
}

/** A response as `curl -i` shows it; one with a CWT in hexadecimal digits. */
function makeResponse({ list = {}, response = {} }: StatusSampleChange): Made {
  const { format = 'jwt' } = list
  const { status = '200 OK', headers = keep, body = keep, encoding, request } = response
  const fields = headers({
    'content-type': `application/statuslist+${format}`,
    'access-control-allow-origin': '*',
    ...(format === 'jwt' && { 'content-encoding': 'gzip' }),
  })
  const content = body(makeListToken(list))
  const isBinary = format === 'cwt' && /^([0-9a-f]{2})+$/.test(content)
  const head = { first: `HTTP/1.1 ${status}`, headers: fields, ...(encoding && { encoding }) }
  return {
    kind: 'status-list-response',
    text: isBinary ? `${Buffer.from(writeHttpText(head, '')).toString('hex')}${content}` : writeHttpText(head, content),
    facts: {
      request: request ?? {
        accept: `application/statuslist+${format}`,
        'accept-encoding': 'gzip',
        origin: 'https://page.example',
      },
    },
  }
}
